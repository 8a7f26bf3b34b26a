import { goJson } from "./field-error.ts";
import { isObject, type Json } from "./json.ts";
import type { FieldError } from "./resource.ts";
import { additionalOf, type Structural } from "./structural.ts";

/** Finds repeated items in lists of type set and repeated keys in lists of type map. */
export function listTypeErrors(value: Json | undefined, node: Structural | undefined, path: string): FieldError[] {
  if (!node) return [];
  if (Array.isArray(value)) {
    const below = value.flatMap((item, index) => listTypeErrors(item, node.items, `${path}[${index}]`));
    return [...repeatedErrors(value, node, path), ...below];
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const property = node.properties.get(key);
    if (property) return listTypeErrors(member, property, path === "" ? key : `${path}.${key}`);
    return listTypeErrors(member, additionalOf(node), `${path}[${key}]`);
  });
}

function repeatedErrors(list: readonly Json[], node: Structural, path: string): FieldError[] {
  if (node.listType !== "set" && node.listType !== "map") return [];
  const wrong = list.findIndex((item) => node.listType === "map" && !isObject(item));
  if (wrong >= 0) {
    const detail = "must be an object for an array of list-type map";
    return [{ field: `${path}[${wrong}]`, type: "FieldValueInvalid", value: list[wrong], detail }];
  }
  const seen = new Map<string, number>();
  return list.flatMap((item, index): FieldError[] => {
    const key = node.listType === "set" ? item : keyOf(item, node);
    const text = goJson(key);
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return times === 2 ? [{ field: `${path}[${index}]`, type: "FieldValueDuplicate", value: key }] : [];
  });
}

function keyOf(item: Json, node: Structural): Json {
  const keys = node.listMapKeys.filter((key) => isObject(item) && Object.hasOwn(item, key));
  return Object.fromEntries(keys.map((key) => [key, isObject(item) ? item[key] : undefined]));
}
