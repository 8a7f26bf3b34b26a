import { describe, expect, it } from "vitest";
import { Coverage } from "./coverage.ts";
import { playBriefly } from "./play.ts";
import { stressed } from "./stress.ts";

/** Seeds enough for every pair that is not a matter of luck. */
const seeds = 350;

describe("seeds in which few faults are frequent", () => {
  it("meet 95 % of all pairs of a call and a fault at least, and break nothing that can be kept (S1 to L4)", async () => {
    const coverage = new Coverage();
    const broken: string[] = [];
    for (let seed = 1; seed <= seeds; seed += 1) {
      const { violations, universe } = await playBriefly(stressed(seed));
      coverage.take(universe.met);
      broken.push(...violations.map((one) => `${seed}: ${one}`));
    }
    expect(broken).toEqual([]);
    expect(coverage.share(), `never met: ${coverage.missing().join(", ")}`).toBeGreaterThanOrEqual(0.95);
  });
});
