import { describe, expect, it } from "vitest";
import { lives } from "./resources/lives.ts";
import { Operator } from "./resources/operator.ts";
import { poisonedSince, snapshotOfBuiltIns } from "./resources/poisoning.ts";
import { firstOf } from "./resources/trial.ts";
import type { Tally } from "./resources/try-case.ts";
import { tryLife } from "./resources/try-life.ts";

const operator = new Operator();
const tally: Tally = { none: 0, server: 0, schema: 0, policy: 0 };
const perTest = 25;
const batches = Array.from({ length: Math.ceil(lives.length / perTest) }, (_, index) => {
  const from = index * perTest;
  return { from, batch: lives.slice(from, from + perTest) };
});

describe("a hostile change of a resource, pair by pair (S6, S7, S10)", () => {
  it.each(batches)(
    "lives from $from on do no harm, and what is sound again ends well (L4, L6)",
    async ({ batch }) => {
      const builtIns = snapshotOfBuiltIns();
      const findings = await firstOf(batch, (life) => tryLife(operator, life, tally));
      expect([...findings, ...poisonedSince(builtIns)]).toEqual([]);
    },
    60_000,
  );

  it("is tried in as many pairs as ever, two in each life", () => {
    expect(new Set(lives.map(({ id }) => id)).size).toBe(2_500);
    expect(tally).toEqual({ none: 3407, server: 631, schema: 928, policy: 34 });
  });
});
