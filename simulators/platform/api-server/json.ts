/** A value as JSON can carry it. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object; a member that is undefined counts as absent. */
export interface JsonObject {
  [key: string]: Json | undefined;
}

/** True for a plain JSON object (no array, no null). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The member `key` if `value` is an object that owns it; never a member of a prototype. */
export function member(value: unknown, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The value at a path of own members. */
export function at(value: unknown, ...path: readonly string[]): Json | undefined {
  let here: unknown = value;
  for (const key of path) here = member(here, key);
  return here as Json | undefined;
}

/** The text at a path, or the empty text. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path);
  return typeof found === "string" ? found : "";
}

/** The list at a path, or an empty list. */
export function listAt(value: unknown, ...path: readonly string[]): Json[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** A copy of `object` with some members set or (undefined) removed; `__proto__` is a key like any other. */
export function withMembers(object: JsonObject, changes: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries({ ...object, ...changes }).filter(([, value]) => value !== undefined));
}

/** Deep equality of JSON values; key order does not matter. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => sameJson(item, right[index]));
  }
  const keys = definedKeys(left);
  if (keys.length !== definedKeys(right).length) return false;
  return keys.every((key) => sameJson(member(left, key), member(right, key)));
}

function definedKeys(object: object): string[] {
  return Object.entries(object).flatMap(([key, value]) => (value === undefined ? [] : [key]));
}

/** How deep a body may nest; Go's decoder stops at 10,000, this server earlier so that no walk can overflow the stack. */
export const maxDepth = 1000;

/** True if JSON text nests deeper than `maxDepth`; reads the text once and builds nothing. */
export function nestsTooDeep(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i];
    if (c === '"') i = endOfString(text, i);
    else if (c === "{" || c === "[") depth += 1;
    else if (c === "}" || c === "]") depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === "\\" ? 2 : 1;
  return i;
}
