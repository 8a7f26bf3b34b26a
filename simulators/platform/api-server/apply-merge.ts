import { isObject, type Json, sameJson } from "./json.ts";
import { additionalOf, type Structural } from "./structural.ts";

/**
 * Merges an applied configuration into a live value: objects member by member, lists of type set and map item by item, everything
 * else as a whole. `finalizers` and `ownerReferences` of the metadata are such lists, too.
 */
export function applyMerge(live: Json | undefined, config: Json, node: Structural | undefined, path = ""): Json {
  if (isObject(config) && isObject(live)) {
    const merged = new Map<string, Json | undefined>(Object.entries(live));
    for (const [key, value] of Object.entries(config)) {
      if (value === undefined) continue;
      const schema = node?.properties.get(key) ?? additionalOf(node);
      merged.set(key, applyMerge(merged.get(key), value, schema, path === "" ? key : `${path}.${key}`));
    }
    return Object.fromEntries(merged);
  }
  if (Array.isArray(config) && Array.isArray(live)) return mergeLists(live, config, node, path);
  return config;
}

const metadataKeys: Readonly<Record<string, readonly string[]>> = {
  "metadata.finalizers": [],
  "metadata.ownerReferences": ["uid"],
};

function mergeLists(
  live: readonly Json[],
  config: readonly Json[],
  node: Structural | undefined,
  path: string,
): Json[] {
  const known = Object.hasOwn(metadataKeys, path) ? metadataKeys[path] : undefined;
  const keys = known ?? (node?.listType === "map" ? node.listMapKeys : node?.listType === "set" ? [] : undefined);
  if (!keys) return [...config];
  const matches = (a: Json, b: Json) => (keys.length === 0 ? sameJson(a, b) : sameKeys(a, b, keys));
  const merged = live.map((item) => {
    const applied = config.find((other) => matches(item, other));
    return applied === undefined ? item : applyMerge(item, applied, node?.items);
  });
  return [...merged, ...config.filter((item) => !live.some((other) => matches(item, other)))];
}

function sameKeys(left: Json, right: Json, keys: readonly string[]): boolean {
  return isObject(left) && isObject(right) && keys.every((key) => sameJson(left[key], right[key]));
}
