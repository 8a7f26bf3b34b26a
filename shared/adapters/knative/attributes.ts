/** Headers as any server hands them over; names in any case. */
export type EventHeaders =
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The attributes of a CloudEvent that Weir looks at, checked. */
export interface Attributes {
  readonly type: string;
  readonly source: string;
  readonly id: string;
  readonly extensions: Readonly<Record<string, string>>;
}

/** Checked attributes, or the reason why these are no CloudEvent. */
export type AttributeReading = { readonly attributes: Attributes } | { readonly reason: string };

/** Attributes that are no extension (CloudEvents 1.0, sections 2.3 and 3.1). */
const named: ReadonlySet<string> = new Set([
  "id",
  "source",
  "specversion",
  "type",
  "datacontenttype",
  "dataschema",
  "subject",
  "time",
]);

/** Attributes that an event may have, some five times as many as the sources, a broker and tracing give one together. */
export const mostAttributes = 100;

/** Why an event with more than `mostAttributes` is refused; none of them is looked at, since each costs (S6). */
export const tooManyAttributes = `there are more than ${mostAttributes} attributes`;

const required = ["specversion", "id", "source", "type"] as const;

const timestamp = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Headers by lower-case name; a name that comes twice is joined as HTTP joins it. */
export function headersByName(headers: EventHeaders): Map<string, string> {
  const byName = new Map<string, string>();
  for (const [name, value] of pairsOf(headers)) {
    const lower = name.toLowerCase();
    const before = byName.get(lower);
    byName.set(lower, before === undefined ? value : `${before}, ${value}`);
  }
  return byName;
}

/** An attribute as a reason calls it; what a body has instead of a sensible name is not repeated (S7). */
export function called(name: string): string {
  return /^[a-z0-9]{1,64}$/.test(name) ? `the attribute ${name}` : "an attribute";
}

/** The attributes in `ce-*` headers, unquoted and percent-decoded as the HTTP binding says, or the reason why not. */
export function attributesOfHeaders(headers: ReadonlyMap<string, string>): Map<string, string> | string {
  const found = new Map<string, string>();
  for (const [name, value] of headers) {
    if (!name.startsWith("ce-")) continue;
    const decoded = decodeHeader(value);
    if (decoded === undefined) return `${called(name.slice(3))} is not percent-encoded UTF-8`;
    found.set(name.slice(3), decoded);
    if (found.size > mostAttributes) return tooManyAttributes;
  }
  return found;
}

/** Checks names and values of attributes, of a binary or a structured event alike. */
export function readAttributes(given: ReadonlyMap<string, string>): AttributeReading {
  const reason = wrongContext(given) ?? wrongAttribute(given);
  if (reason !== undefined) return { reason };
  const [type = "", source = "", id = ""] = [given.get("type"), given.get("source"), given.get("id")];
  const extensions = Object.fromEntries([...given].filter(([name]) => !named.has(name)));
  return { attributes: { type, source, id, extensions } };
}

function wrongContext(given: ReadonlyMap<string, string>): string | undefined {
  for (const name of required) {
    if ((given.get(name) ?? "") === "") return `the attribute ${name} is missing (header ce-${name})`;
  }
  if (given.get("specversion") !== "1.0") return "the attribute specversion is not 1.0";
  const time = given.get("time");
  if (time === undefined || (timestamp.test(time) && !Number.isNaN(Date.parse(time)))) return undefined;
  return "the attribute time is not an RFC 3339 timestamp";
}

function wrongAttribute(given: ReadonlyMap<string, string>): string | undefined {
  for (const [name, value] of given) {
    if (!/^[a-z0-9]+$/.test(name)) return "the name of an attribute is not made of lower-case letters and digits";
    if (name === "data") return "data is no attribute";
    if (/\p{Cc}/u.test(value) || !value.isWellFormed()) return `${called(name)} holds control characters`;
  }
  return undefined;
}

function pairsOf(headers: EventHeaders): Iterable<readonly [string, string]> {
  if (Symbol.iterator in headers) return headers as Iterable<readonly [string, string]>;
  return Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    return [[name, typeof value === "string" ? value : value.join(", ")]];
  });
}

function decodeHeader(value: string): string | undefined {
  let text = value.trim();
  if (text.length > 1 && text.startsWith('"') && text.endsWith('"')) {
    text = text.slice(1, -1).replaceAll(/\\(.)/g, "$1");
  }
  if (!text.includes("%")) return text;
  try {
    return text.replaceAll(/(?:%[0-9a-fA-F]{2})+/g, (run) => decodeURIComponent(run));
  } catch {
    return undefined;
  }
}
