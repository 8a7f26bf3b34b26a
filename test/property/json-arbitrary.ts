import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../shared/core/json.ts";

/** Seeds are fixed, so that a run that fails is a run that can be repeated. */
export const seeded = (numRuns: number) => ({ seed: 20_260_101, numRuns });

/** How long a law may take: many runs on a machine that has other work; in milliseconds. */
export const unhurried = { timeout: 600_000 } as const;

const keys = fc.constantFrom("a", "b", "c", "name", "");
const few = { maxKeys: 3, depthIdentifier: "json" } as const;
const leaves = fc.oneof(fc.boolean(), fc.integer({ min: -2, max: 2 }), fc.constantFrom("", "x", "y"));

const { value } = fc.letrec<{ value: JsonValue; nullable: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: "json" },
    leaves,
    fc.array(tie("nullable"), { maxLength: 3 }),
    fc.dictionary(keys, tie("value"), few),
  ),
  nullable: fc.oneof(
    { maxDepth: 3, depthIdentifier: "json" },
    leaves,
    fc.constant(null),
    fc.dictionary(keys, tie("value"), few),
  ),
}));

/** Any JSON without null outside arrays, over few keys, so that two of them often meet. */
export const withoutNull: fc.Arbitrary<JsonObject> = fc.dictionary(keys, value, few);

const { any } = fc.letrec<{ any: JsonValue }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, depthIdentifier: "json" },
    leaves,
    fc.constant(null),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(keys, tie("any"), few),
  ),
}));

/** Any JSON over few keys. */
export const anyJson: fc.Arbitrary<JsonValue> = any;

/** Objects nested this deep, one in the other under `a`. */
export function nested(depth: number, leaf: JsonValue): JsonObject {
  let inner: JsonValue = leaf;
  for (let level = 0; level < depth; level += 1) inner = { a: inner };
  return { a: inner };
}
