import { describe, expect, it } from "vitest";
import { Coverage } from "../../coverage.ts";
import { flinkPairs } from "../../faults.ts";
import { playFlink } from "./play.ts";
import { aimed, aimsAt, stressedFlink } from "./stress.ts";

/** Times that each pair is aimed at, in another schedule each time. */
const rounds = 2;
const aims = aimsAt(flinkPairs);

describe("seeds of the Flink kinds, each about one call and one fault", () => {
  it("meet 95 % of all pairs of a call and a fault at least, and break nothing (S1, S2, S8, S11, L1 to L4)", async () => {
    const coverage = new Coverage(flinkPairs);
    const broken: string[] = [];
    for (const [index, aim] of Array.from({ length: rounds }, () => aims)
      .flat()
      .entries()) {
      const schedule = stressedFlink(1 + index, aim);
      const { violations, universe } = await playFlink(schedule, undefined, aimed(schedule, aim));
      coverage.take(universe.met);
      broken.push(...violations.map((one) => `${schedule.seed}, ${aim.kind} × ${aim.fault}: ${one}`));
    }
    expect(broken).toEqual([]);
    expect(coverage.share(), `never met: ${coverage.missing().join(", ")}`).toBeGreaterThanOrEqual(0.95);
  });

  it("are about every pair that there is", () => {
    expect(aims).toHaveLength(flinkPairs.length);
  });
});
