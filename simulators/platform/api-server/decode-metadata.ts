import type { Target } from "./change.ts";
import { isGoInteger } from "./go-number.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import type { ObjectMeta } from "./object.ts";
import { type ApiError, badRequest } from "./status-error.ts";

/** A field of Go's `ObjectMeta`: what its type is called, and what fits it. */
interface Field {
  readonly key: string;
  readonly type: string;
  readonly fits: (value: Json) => boolean;
}

const isText = (value: Json) => typeof value === "string";
const isInteger = (value: Json) => typeof value === "number" && isGoInteger(value);

const fields: readonly Field[] = [
  ...["name", "generateName", "namespace", "uid", "resourceVersion", "selfLink"].map(textField),
  ...["creationTimestamp", "deletionTimestamp"].map(textField),
  ...["generation", "deletionGracePeriodSeconds"].map((key) => ({ key, type: "int64", fits: isInteger })),
  ...["labels", "annotations"].map((key) => ({ key, type: "map[string]string", fits: isObject })),
  { key: "finalizers", type: "[]string", fits: Array.isArray },
  { key: "ownerReferences", type: "[]v1.OwnerReference", fits: Array.isArray },
  { key: "managedFields", type: "[]v1.ManagedFieldsEntry", fits: Array.isArray },
];

/** What is in those that hold more than one value. */
const items: readonly Field[] = [
  ...["labels", "annotations", "finalizers"].map(textField),
  { key: "ownerReferences", type: "v1.OwnerReference", fits: isObject },
  { key: "managedFields", type: "v1.ManagedFieldsEntry", fits: isObject },
];

function textField(key: string): Field {
  return { key, type: "string", fits: isText };
}

/** Metadata whose members have the types that the rest relies on; empty ones are left out. Throws 400. */
export function decodedMetadata(metadata: JsonObject, target: Target): ObjectMeta {
  const present = Object.entries(metadata).filter(([, value]) => value !== null);
  const given = Object.fromEntries(present.map(([key, value]) => [key, textMaps.has(key) ? withTexts(value) : value]));
  for (const field of fields) check(given[field.key], field, target);
  for (const field of items) {
    for (const item of Object.values(given[field.key] ?? {})) check(item, field, target);
  }
  for (const key of ["creationTimestamp", "deletionTimestamp"]) checkTime(given[key], target);
  return Object.fromEntries(Object.entries(given).filter(([, value]) => !isEmpty(value)));
}

const textMaps: ReadonlySet<string> = new Set(["labels", "annotations"]);

/** A null in a map of texts is read as the empty text. */
function withTexts(map: Json | undefined): Json | undefined {
  if (!isObject(map)) return map;
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, value ?? ""]));
}

function check(value: Json | undefined, { key, type, fits }: Field, target: Target): void {
  if (value !== undefined && !fits(value)) throw unmarshal(target, value, `ObjectMeta.${key} of type ${type}`);
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

function checkTime(text: Json | undefined, { resource: { kind, version } }: Target): void {
  if (text === undefined || rfc3339.test(String(text))) return;
  const problem = `parsing time "${text}" as "2006-01-02T15:04:05Z07:00": cannot parse "${text}" as "2006"`;
  throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${problem}`);
}

/** 400 for a value whose type is not that of the field in Go. */
export function unmarshal(target: Target, value: Json, what: string): ApiError {
  const { kind, version } = target.resource;
  const problem = `json: cannot unmarshal ${goTypeOf(value)} into Go struct field ${what}`;
  return badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${problem}`);
}

/** The type of a value as errors of Go's decoder name it. */
export function goTypeOf(value: Json): string {
  return Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value;
}

function isEmpty(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
