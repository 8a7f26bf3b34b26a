import { isGoInteger } from "./go-number.ts";
import { isObject, type Json, type JsonObject, sameJson } from "./json.ts";
import { below, fieldOf, type Place } from "./place.ts";
import type { FieldError } from "./resource.ts";
import { isTextFormat } from "./schema-format.ts";
import { limitErrors } from "./schema-limits.ts";
import { additionalOf, type Structural } from "./structural.ts";

/**
 * What is wrong with a value by its schema, worded as kube-openapi's validator does.
 *
 * `old` is the value before, where there is one: what has not changed is not reported (ratcheting). `path` is the place of the
 * value; the words inside a message leave `prefix` out.
 */
export function schemaErrors(value: Json, node: Structural, place: Place, old?: Json): FieldError[] {
  const errors = value === null ? nullErrors(node, place) : valueErrors(value, node, place, old);
  return errors.length > 0 && old !== undefined && sameJson(value, old) ? [] : errors;
}

function nullErrors(node: Structural, place: Place): FieldError[] {
  if (node.types.length === 0 || node.nullable) return [];
  return [typeError(node, place, "null")];
}

function typeError(node: Structural, place: Place, actual: string): FieldError {
  return typeErrorOf(node.types.join(","), place, actual);
}

function typeErrorOf(wanted: string, place: Place, actual: string): FieldError {
  const detail = `${place.path} in body must be of type ${wanted}: "${actual}"`;
  return { field: fieldOf(place), type: "FieldValueTypeInvalid", value: actual, detail };
}

function valueErrors(value: Json, node: Structural, place: Place, old: Json | undefined): FieldError[] {
  const actual = typeOf(value);
  const { format } = node.raw;
  // What is neither text nor list is compared with a text's format before its type.
  if (typeof value !== "string" && !Array.isArray(value) && typeof format === "string" && isTextFormat(format)) {
    return [typeErrorOf(format, place, formatOf(actual))];
  }
  const fits = node.types.length === 0 || node.types.some((type) => accepts(type, actual));
  return [
    ...(fits ? [] : [typeError(node, place, actual)]),
    ...combinationErrors(value, node, place),
    ...limitErrors(value, node, place),
    ...(Array.isArray(value) ? itemErrors(value, node, place, old) : []),
    ...(isObject(value) ? memberErrors(value, node, place, old) : []),
  ];
}

/** The format that kube-openapi gives a value that carries none. */
function formatOf(actual: string): string {
  return actual === "integer" ? "int64" : actual === "number" ? "double" : "";
}

function typeOf(value: Json): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return isGoInteger(value) ? "integer" : "number";
  return typeof value;
}

function accepts(type: string, actual: string): boolean {
  return type === actual || (type === "number" && actual === "integer");
}

function itemErrors(list: readonly Json[], node: Structural, place: Place, old: Json | undefined): FieldError[] {
  const { items } = node;
  if (!items) return [];
  return list.flatMap((item, index) => {
    const itemPlace = { ...place, path: `${place.path}[${index}]` };
    return schemaErrors(item, items, itemPlace, correlatedItem(item, node, old));
  });
}

/** The item of the old list that an item continues; only lists of type map have one. */
export function correlatedItem(item: Json, node: Structural, old: Json | undefined): Json | undefined {
  if (node.listType !== "map" || !Array.isArray(old) || !isObject(item)) return undefined;
  return old.find((before) => node.listMapKeys.every((key) => isObject(before) && sameJson(before[key], item[key])));
}

function memberErrors(object: JsonObject, node: Structural, place: Place, old: Json | undefined): FieldError[] {
  const before = isObject(old) ? old : undefined;
  const errors = Object.entries(object).flatMap(([key, member]) => {
    const schema = node.properties.get(key) ?? additionalOf(node);
    if (!schema || member === undefined) return [];
    const oldMember = before && Object.hasOwn(before, key) ? before[key] : undefined;
    return schemaErrors(member, schema, below(place, key), oldMember);
  });
  const missing = node.required.filter((key) => !Object.hasOwn(object, key) || object[key] === undefined);
  return [
    ...errors,
    ...missing.map((key): FieldError => ({ field: fieldOf(below(place, key)), type: "FieldValueRequired" })),
  ];
}

function combinationErrors(value: Json, node: Structural, place: Place): FieldError[] {
  const failures = (schema: Structural) => schemaErrors(value, schema, place);
  const problem = (detail: string): FieldError => ({
    field: place.prefix || "<nil>",
    type: "FieldValueInvalid",
    value: "",
    detail: `"${place.path}" ${detail}`,
  });
  const all = node.allOf.flatMap(failures);
  const any = node.anyOf.map(failures);
  const one = node.oneOf.map(failures);
  const valid = one.filter((errors) => errors.length === 0).length;
  const noneOfAll = node.allOf.every((schema) => failures(schema).length > 0) ? ". None validated" : "";
  const found = valid === 0 ? "Found none valid" : `Found ${valid} valid alternatives`;
  return [
    ...(any.length > 0 && any.every((errors) => errors.length > 0)
      ? [problem("must validate at least one schema (anyOf)"), ...(any[0] ?? [])]
      : []),
    ...(one.length > 0 && valid !== 1
      ? [problem(`must validate one and only one schema (oneOf). ${found}`), ...(valid === 0 ? (one[0] ?? []) : [])]
      : []),
    ...all,
    ...(all.length > 0 ? [problem(`must validate all the schemas (allOf)${noneOfAll}`)] : []),
    ...(node.not && failures(node.not).length === 0 ? [problem("must not validate the schema (not)")] : []),
  ];
}
