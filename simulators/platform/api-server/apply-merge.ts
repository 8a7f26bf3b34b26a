import { isObject, type Json, sameJson } from "./json.ts";
import { additionalOf, type Structural } from "./structural.ts";

/** Where a value is while two objects are merged. */
export interface ListPlace {
  readonly node: Structural | undefined;
  /** Dotted path from the root. */
  readonly path: string;
}

/** The place of a member. */
export function belowList(place: ListPlace, key: string): ListPlace {
  const node = place.node?.properties.get(key) ?? additionalOf(place.node);
  return { node, path: place.path === "" ? key : `${place.path}.${key}` };
}

const metadataKeys: Readonly<Record<string, readonly string[]>> = {
  "metadata.finalizers": [],
  "metadata.ownerReferences": ["uid"],
};

/** The members that identify an item of a list that is merged item by item (none: the item itself); undefined for others. */
export function mergeKeys({ node, path }: ListPlace): readonly string[] | undefined {
  if (Object.hasOwn(metadataKeys, path)) return metadataKeys[path];
  if (node?.listType === "map") return node.listMapKeys;
  return node?.listType === "set" ? [] : undefined;
}

/**
 * Merges an applied configuration into a live value: objects member by member, lists of type set and map (and `finalizers` and
 * `ownerReferences`) item by item, everything else as a whole.
 */
export function applyMerge(live: Json | undefined, config: Json, place: ListPlace): Json {
  if (isObject(config) && isObject(live)) {
    const merged = new Map<string, Json | undefined>(Object.entries(live));
    for (const [key, value] of Object.entries(config)) {
      if (value !== undefined) merged.set(key, applyMerge(merged.get(key), value, belowList(place, key)));
    }
    return Object.fromEntries(merged);
  }
  const keys = Array.isArray(config) && Array.isArray(live) ? mergeKeys(place) : undefined;
  return keys ? mergeLists(live as Json[], config as Json[], keys, place) : config;
}

function mergeLists(live: readonly Json[], config: readonly Json[], keys: readonly string[], place: ListPlace): Json[] {
  const matches = (a: Json, b: Json) => (keys.length === 0 ? sameJson(a, b) : sameKeys(a, b, keys));
  const items = { node: place.node?.items, path: `${place.path}[]` };
  const merged = live.map((item) => {
    const applied = config.find((other) => matches(item, other));
    return applied === undefined ? item : applyMerge(item, applied, items);
  });
  return [...merged, ...config.filter((item) => !live.some((other) => matches(item, other)))];
}

function sameKeys(left: Json, right: Json, keys: readonly string[]): boolean {
  return isObject(left) && isObject(right) && keys.every((key) => sameJson(left[key], right[key]));
}
