import { isDeepStrictEqual } from "node:util";

/** Where two values differ first, and what is there; undefined means that nothing is. */
export interface Difference {
  /** Keys from the outside to the inside; empty for the values themselves. */
  readonly path: readonly string[];
  readonly one: unknown;
  readonly other: unknown;
}

/** The first difference of two JSON values in the order of the keys of the first; undefined where they are equal. */
export function firstDifference(one: unknown, other: unknown): Difference | undefined {
  if (isDeepStrictEqual(one, other)) return undefined;
  if (!isParts(one) || !isParts(other) || Array.isArray(one) !== Array.isArray(other)) return { path: [], one, other };
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = firstDifference(one[key], other[key]);
    if (found !== undefined) return { ...found, path: [key, ...found.path] };
  }
  return { path: [], one, other };
}

function isParts(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
