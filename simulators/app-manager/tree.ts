import { mergePatch } from "../../shared/core/diff.ts";
import { at, isObject, type JsonObject, type JsonValue } from "../../shared/core/json.ts";

/** The object at a path of own members, or an empty one. */
export function objectAt(value: JsonValue | undefined, ...path: readonly string[]): JsonObject {
  const found = at(value, ...path);
  return isObject(found) ? found : {};
}

/** The string at a path of own members, or undefined when something else or nothing is there. */
export function textAt(value: JsonValue | undefined, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === "string" ? found : undefined;
}

/** A JSON merge patch of one object into another; keys that reach a prototype are dropped. */
export function mergeObjects(base: JsonObject, patch: JsonObject): JsonObject {
  return mergePatch(base, patch) as JsonObject;
}

/** The object without the keys whose value is null, at any depth; lists stay as they are. */
export function dropNulls(object: JsonObject): JsonObject {
  const kept = Object.entries(object).filter(([, value]) => value !== null);
  return Object.fromEntries(kept.map(([key, value]) => [key, isObject(value) ? dropNulls(value) : value]));
}

/** The object without some keys. */
export function omit(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
