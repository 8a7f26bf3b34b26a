import { at, isForbiddenKey, isObject, type JsonObject, type JsonValue, member } from "../../core/json.ts";

/** The container that runs Flink; Flink itself looks for it by this name in the template that native mode hands over. */
export const mainContainerName = "flink-main-container";

/** How two arrays become one: element by element (Apache's default), or by the `name` that every element has. */
export type ArrayMerge = "by-index" | "by-name";

/**
 * The pod template of a role: the common one with the role's own laid over it (3.4).
 *
 * Guarantees: total; neither argument is changed; a null or an absent value never deletes; the result holds no null.
 * Assumptions: both are within `jsonBounds`, so that the walk may be recursive.
 * Caveats: arrays whose elements do not all have a name are merged by index either way, as in the Apache operator.
 */
export function mergePodTemplates(
  common: object | undefined,
  role: object | undefined,
  arrays: ArrayMerge,
): JsonObject {
  return mergeObjects((common ?? {}) as JsonObject, (role ?? {}) as JsonObject, arrays);
}

function merge(below: JsonValue | undefined, above: JsonValue | undefined, arrays: ArrayMerge): JsonValue | undefined {
  const top = above ?? below ?? undefined;
  if (isObject(top)) return mergeObjects(isObject(below) ? below : {}, top, arrays);
  if (Array.isArray(top)) return mergeArrays(Array.isArray(below) ? below : [], top, arrays);
  return top;
}

function mergeObjects(below: JsonObject, above: JsonObject, arrays: ArrayMerge): JsonObject {
  const merged: Record<string, JsonValue> = {};
  for (const key of new Set([...Object.keys(below), ...Object.keys(above)])) {
    const value = isForbiddenKey(key) ? undefined : merge(member(below, key), member(above, key), arrays);
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

function mergeArrays(below: readonly JsonValue[], above: readonly JsonValue[], arrays: ArrayMerge): JsonValue[] {
  const named = arrays === "by-name" && [...below, ...above].every((one) => nameOf(one) !== undefined);
  const pairs = named ? pairByName(below, above) : pairByIndex(below, above);
  return pairs.map(([under, over]) => merge(under, over, arrays)).filter((one) => one !== undefined);
}

type Pair = readonly [below: JsonValue | undefined, above: JsonValue | undefined];

function pairByIndex(below: readonly JsonValue[], above: readonly JsonValue[]): Pair[] {
  return Array.from({ length: Math.max(below.length, above.length) }, (_, index) => [below[index], above[index]]);
}

/** Keeps the order of `below` and puts what only `above` has behind it; of equal names the first one meets its partner. */
function pairByName(below: readonly JsonValue[], above: readonly JsonValue[]): Pair[] {
  const free = Map.groupBy(above.keys(), (index) => nameOf(above[index]));
  const met = below.map((one): Pair => {
    const index = free.get(nameOf(one))?.shift();
    return [one, index === undefined ? undefined : above[index]];
  });
  const left = [...free.values()].flat().sort((one, other) => one - other);
  return [...met, ...left.map((index): Pair => [undefined, above[index]])];
}

/** The `name` of an element of a list, where it has one that is text. */
export function nameOf(value: unknown): string | undefined {
  const name = member(value, "name");
  return typeof name === "string" ? name : undefined;
}

/** The list at a path of a template, without what is no object; empty where there is no list. */
export function itemsAt(value: unknown, ...path: readonly string[]): readonly JsonObject[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found.filter((one) => isObject(one)) : [];
}

/** The map at a path of a template; empty where there is none. */
export function objectAt(value: unknown, ...path: readonly string[]): JsonObject {
  const found = at(value, ...path);
  return isObject(found) ? found : {};
}

/** The container of a template that runs Flink; empty where the template names none. */
export function mainContainerOf(template: JsonObject): JsonObject {
  return itemsAt(template, "spec", "containers").find((one) => nameOf(one) === mainContainerName) ?? {};
}

/** The containers of a template with `main` in the place of the one that runs Flink, or behind all others. */
export function withMainContainer(template: JsonObject, main: JsonObject): readonly JsonObject[] {
  const containers = itemsAt(template, "spec", "containers");
  const index = containers.findIndex((one) => nameOf(one) === mainContainerName);
  return index < 0 ? [...containers, main] : containers.with(index, main);
}
