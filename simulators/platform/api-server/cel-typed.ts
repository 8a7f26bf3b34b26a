import { Duration } from "@marcbachmann/cel-js/evaluator";
import { toCel, toCelMap } from "./cel.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import { additionalOf, type Structural } from "./structural.ts";

/**
 * JSON as CEL sees it through a schema: typed numbers and times, escaped names, nothing that the schema does not name. A property
 * that is null counts as absent.
 */
export function toTypedCel(value: Json, node: Structural, root = false): unknown {
  if (value === null) return null;
  if (typeof value === "number") return numberOf(value, node);
  if (typeof value === "string") return textOf(value, node);
  if (Array.isArray(value)) return value.map((item) => (node.items ? toTypedCel(item, node.items) : toCel(item)));
  if (!isObject(value)) return value;
  const typed = root || node.embedded;
  return toCelMap(
    Object.entries(value).flatMap(([key, member]) =>
      member === undefined ? [] : (typed && systemMember(key, member)) || schemaMember(key, member, node),
    ),
  );
}

/** `apiVersion`, `kind` and `metadata` of a whole resource; undefined for any other member. */
function systemMember(key: string, member: Json): [string, unknown][] | undefined {
  if (key === "metadata") return [[key, namesOf(member)]];
  return key === "apiVersion" || key === "kind" ? [[key, member]] : undefined;
}

function schemaMember(key: string, member: Json, node: Structural): [string, unknown][] {
  const property = node.properties.get(key);
  if (property && member === null) return [];
  if (property) return [[escapeName(key), toTypedCel(member, property)]];
  const additional = additionalOf(node);
  if (additional) return [[key, toTypedCel(member, additional)]];
  return node.additional === true ? [[key, toCel(member)]] : [];
}

/** Rules see only these two members of metadata. */
function namesOf(metadata: Json): JsonObject {
  const { name, generateName } = isObject(metadata) ? metadata : {};
  return { ...(name === undefined ? {} : { name }), ...(generateName === undefined ? {} : { generateName }) };
}

function numberOf(value: number, node: Structural): unknown {
  if (node.types.includes("integer")) return Number.isSafeInteger(value) ? BigInt(value) : value;
  return node.types.includes("number") ? value : toCel(value);
}

function textOf(value: string, node: Structural): unknown {
  const format = String(node.raw.format ?? "").replaceAll("-", "");
  if (format === "datetime" || format === "date") {
    const time = new Date(value);
    return Number.isNaN(time.getTime()) ? value : time;
  }
  if (format === "byte") return new Uint8Array(Buffer.from(value, "base64"));
  return format === "duration" ? durationOf(value) : value;
}

const units: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1e3, m: 6e4, h: 3.6e6 };

function durationOf(text: string): Duration | string {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)];
  if (parts.length === 0) return text;
  const ms = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? ""] ?? 0), 0);
  return Duration.fromMilliseconds(text.startsWith("-") ? -ms : ms);
}

const keywords: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

/** A property name as it is written in an expression. */
export function escapeName(name: string): string {
  if (keywords.has(name)) return `__${name}__`;
  return name
    .replaceAll("__", "__underscores__")
    .replaceAll(".", "__dot__")
    .replaceAll("-", "__dash__")
    .replaceAll("/", "__slash__");
}
