import type { FieldError } from "./resource.ts";

const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomain = new RegExp(`^${label}(\\.${label})*$`);
const dnsLabel = new RegExp(`^${label}$`);
const qualifiedName = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const labelValue = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

const subdomainRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const labelRule =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an " +
  "alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const nameRule =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const valueRule =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
  "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/** What is wrong with an object's name; `form` is the rule of the resource. */
export function nameErrors(name: string, form: "subdomain" | "label"): FieldError[] {
  const [pattern, rule, most] =
    form === "label" ? [dnsLabel, labelRule, 63] : ([subdomain, subdomainRule, 253] as const);
  const details = [
    ...(pattern.test(name) ? [] : [form === "label" && name.includes(".") ? "must not contain dots" : rule]),
    ...(name.length > most ? [`must be no more than ${most} bytes`] : []),
  ];
  return details.map((detail) => ({ field: "metadata.name", type: "FieldValueInvalid", value: name, detail }));
}

/** What is wrong with labels. */
export function labelErrors(labels: Readonly<Record<string, string>>): FieldError[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...keyErrors(key, "metadata.labels"),
    ...(labelValue.test(value) ? [] : [problem("metadata.labels", value, valueRule)]),
    ...(value.length > 63 ? [problem("metadata.labels", value, "must be no more than 63 bytes")] : []),
  ]);
}

/** The most bytes that the annotations of one object may hold together. */
const maxAnnotationBytes = 256 * 1024;

/** What is wrong with annotations. */
export function annotationErrors(annotations: Readonly<Record<string, string>>): FieldError[] {
  const field = "metadata.annotations";
  const bytes = Object.entries(annotations).reduce(
    (sum, [k, v]) => sum + Buffer.byteLength(k) + Buffer.byteLength(v),
    0,
  );
  const long: FieldError = {
    field,
    type: "FieldValueTooLong",
    detail: `may not be more than ${maxAnnotationBytes} bytes`,
  };
  const keys = Object.keys(annotations).flatMap((key) => keyErrors(key.toLowerCase(), field));
  return bytes > maxAnnotationBytes ? [...keys, long] : keys;
}

/** What is wrong with finalizers. */
export function finalizerErrors(finalizers: readonly string[]): FieldError[] {
  return finalizers.flatMap((name) => keyErrors(name, "metadata.finalizers"));
}

function keyErrors(key: string, field: string): FieldError[] {
  const slash = key.indexOf("/");
  const [prefix, name] = slash < 0 ? [undefined, key] : [key.slice(0, slash), key.slice(slash + 1)];
  const problems: FieldError[] = [];
  if (prefix !== undefined && !subdomain.test(prefix))
    problems.push(problem(field, key, `prefix part ${subdomainRule}`));
  if (name === "") problems.push(problem(field, key, "name part must be non-empty"));
  if (name.length > 63) problems.push(problem(field, key, "name part must be no more than 63 bytes"));
  if (!qualifiedName.test(name)) problems.push(problem(field, key, nameRule));
  return problems;
}

function problem(field: string, value: string, detail: string): FieldError {
  return { field, type: "FieldValueInvalid", value, detail };
}
