/** A value as JSON can carry it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object; keys may be anything, so never walk it with `in` or a prototype lookup. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * What a boundary accepts of one resource at most; above any sound one, below what breaks `JSON.stringify` or a recursive
 * walk. 10,000 values are some 400 kB, more than the 256 KiB that `kubectl apply` keeps of a resource in an annotation.
 */
export const jsonBounds = { depth: 64, nodes: 10_000 } as const;

/** True for keys that reach a prototype when they are assigned. */
export function isForbiddenKey(key: string): boolean {
  return key === "__proto__" || key === "constructor" || key === "prototype";
}

/** True for a plain JSON object (no array, no null). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for an object or a list. */
export function isComposite(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The member `key` if `value` is an object that owns it. */
export function member(value: unknown, key: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The value at a path of own members, or undefined. */
export function at(value: unknown, ...path: readonly string[]): JsonValue | undefined {
  let here: unknown = value;
  for (const key of path) here = member(here, key);
  return here as JsonValue | undefined;
}

/** The text at a path; undefined where there is none, or something else. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === "string" ? found : undefined;
}

/**
 * Says why a value must not go further (too deep, too many nodes, a key that reaches a prototype), or undefined.
 *
 * Guarantees: iterative, so that depth 10⁵ is answered and not a stack overflow; stops at the first finding.
 */
export function outOfBounds(value: unknown, bounds: { depth: number; nodes: number } = jsonBounds): string | undefined {
  const open: Open = { nodes: [], depths: [] };
  put(open, value, 0);
  let nodes = 1;
  for (let node = open.nodes.pop(); node !== undefined; node = open.nodes.pop()) {
    const depth = open.depths.pop() ?? 0;
    if (depth >= bounds.depth) return `nested deeper than ${bounds.depth} levels`;
    const isList = Array.isArray(node);
    for (const key of Object.keys(node)) {
      if (!isList && isForbiddenKey(key)) return `the key "${key}", which is not allowed`;
      nodes += 1;
      if (nodes > bounds.nodes) return `more than ${bounds.nodes} values`;
      put(open, (node as Record<string, unknown>)[key], depth + 1);
    }
  }
  return undefined;
}

/** Objects and lists that are still to be looked at, and the depth of each beside them, which takes no object of its own. */
interface Open {
  readonly nodes: object[];
  readonly depths: number[];
}

function put({ nodes, depths }: Open, value: unknown, depth: number): void {
  if (!isComposite(value)) return;
  nodes.push(value);
  depths.push(depth);
}
