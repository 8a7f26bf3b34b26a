import { isComposite, isForbiddenKey, isObject, type JsonObject, type JsonValue } from "./json.ts";

/** Deep equality of JSON values; key order does not matter, an absent key and `undefined` are the same. Iterative. */
export function equals(left: unknown, right: unknown): boolean {
  const stack: [unknown, unknown][] = [[left, right]];
  for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (!isComposite(a) || !isComposite(b)) return false;
    if (Array.isArray(a) !== Array.isArray(b) || hasMore(b, a)) return false;
    for (const key of Object.keys(a)) {
      const value = (a as Record<string, unknown>)[key];
      const other = own(b, key);
      if (value !== other) stack.push([value, other]);
    }
  }
  return true;
}

/** True where the value has an item or a member that the other one lacks. */
function hasMore(value: object, other: object): boolean {
  if (Array.isArray(value)) return value.length !== (other as unknown[]).length;
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(other, key) && (value as Record<string, unknown>)[key] !== undefined) return true;
  }
  return false;
}

function own(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/**
 * Applies a JSON merge patch (RFC 7396): objects merge, everything else replaces, null removes, and undefined, which JSON
 * cannot say, changes nothing.
 *
 * Guarantees: neither argument is changed; keys that reach a prototype are dropped. Iterative.
 */
export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  const root: Record<string, JsonValue> = {};
  const stack: { target: unknown; patch: JsonValue; into: Record<string, JsonValue>; key: string }[] = [
    { target, patch, into: root, key: "result" },
  ];
  for (let job = stack.pop(); job !== undefined; job = stack.pop()) {
    if (!isObject(job.patch)) {
      job.into[job.key] = job.patch;
      continue;
    }
    const merged = isObject(job.target) ? keptOf(job.target, job.patch) : {};
    job.into[job.key] = merged;
    for (const key of Object.keys(job.patch)) {
      const value = job.patch[key];
      if (value !== null && value !== undefined && !isForbiddenKey(key))
        stack.push({ target: merged[key], patch: value, into: merged, key });
    }
  }
  return root.result ?? null;
}

/** A copy of what a patch does not remove; one from which members are deleted would be slow to look at from then on. */
function keptOf(object: JsonObject, patch: JsonObject): Record<string, JsonValue> {
  const kept: Record<string, JsonValue> = {};
  for (const key of Object.keys(object)) {
    if (!isForbiddenKey(key) && own(patch, key) !== null) kept[key] = object[key] as JsonValue;
  }
  return kept;
}

/**
 * The smallest JSON merge patch that turns `from` into `to`; undefined when they are equal.
 *
 * Guarantees: iterative; keys that reach a prototype count as absent.
 * Caveats: a null inside `to` cannot be said in a merge patch and comes out as a removal.
 */
export function makeMergePatch(from: JsonObject, to: JsonObject): JsonObject | undefined {
  const root: Level = { from, to };
  const stack = [root];
  for (let level = stack.pop(); level !== undefined; level = stack.pop()) {
    for (const key of keysOf(level)) {
      const before = own(level.from, key) as JsonValue | undefined;
      const after = own(level.to, key) as JsonValue | undefined;
      if (isForbiddenKey(key) || before === after) continue;
      if (isObject(before) && isObject(after)) stack.push({ from: before, to: after, above: { level, key } });
      else if (!equals(before, after)) patchOf(level)[key] = after ?? null;
    }
  }
  return root.patch;
}

/** Every key of either side once. */
function keysOf({ from, to }: Level): string[] {
  return [...Object.keys(from), ...Object.keys(to).filter((key) => !Object.hasOwn(from, key))];
}

/** Two objects to compare; `patch` exists once they are known to differ. */
interface Level {
  readonly from: JsonObject;
  readonly to: JsonObject;
  readonly above?: { readonly level: Level; readonly key: string };
  patch?: Record<string, JsonValue>;
}

/** The patch of a level, made together with those above it that are still missing. */
function patchOf(start: Level): Record<string, JsonValue> {
  const patch: Record<string, JsonValue> = start.patch ?? {};
  for (let level: Level | undefined = start, made = patch; level !== undefined && level.patch === undefined; ) {
    level.patch = made;
    if (level.above === undefined) break;
    const outer: Record<string, JsonValue> = level.above.level.patch ?? {};
    outer[level.above.key] = made;
    [level, made] = [level.above.level, outer];
  }
  return patch;
}

/** The dotted paths of the leaves of `wanted` that `actual` does not carry with an equal value; arrays are leaves. */
export function differingPaths(wanted: JsonObject, actual: unknown): string[] {
  const found: string[] = [];
  const stack: { wanted: JsonValue; actual: unknown; path: string }[] = [{ wanted, actual, path: "" }];
  for (let job = stack.pop(); job !== undefined; job = stack.pop()) {
    if (!isObject(job.wanted)) {
      if (!equals(job.wanted, job.actual)) found.push(job.path);
      continue;
    }
    for (const [key, value] of Object.entries(job.wanted)) {
      const path = job.path === "" ? key : `${job.path}.${key}`;
      stack.push({ wanted: value, actual: isObject(job.actual) ? own(job.actual, key) : undefined, path });
    }
  }
  return found.sort();
}
