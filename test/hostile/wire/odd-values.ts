import type { JsonValue } from "../../../shared/core/json.ts";

/** Values that no field of an answer or a review expects. */
export const odd: readonly JsonValue[] = [
  null,
  0,
  -1,
  1e300,
  true,
  "",
  "x",
  "../..",
  "\u0000",
  "\ud800",
  [],
  [null],
  ["a", "b"],
  {},
  { a: { b: [] } },
];
