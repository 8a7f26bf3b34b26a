import { describe, expect, it } from "vitest";
import { autoscalerKinds } from "../../../lab/autoscaler/controllers/autoscaler.ts";
import { measure } from "../../../lab/autoscaler/experiment/measure.ts";
import { run } from "../../../lab/autoscaler/experiment/run.ts";
import { firstSeed, scenariosOf } from "../../../lab/autoscaler/experiment/sets.ts";

const improved = autoscalerKinds.find(({ name }) => name === "improved");

async function measuresOf(name: string) {
  const scenario = scenariosOf("training").find((one) => one.name === name);
  if (scenario === undefined || improved === undefined) throw new Error(`no scenario ${name}`);
  return measure(await run(scenario, improved, firstSeed.training));
}

/** One seed of the training set each: whoever breaks the profile is told here, and the laboratory tells by how much. */
describe("the profile improved in the laboratory", () => {
  it.each(["step ×5, mapper", "step ×5, join", "step ×5, retrograde"])("%s: one rescale, in time", async (name) => {
    const { rescalesAfter, reversals, settled, late } = await measuresOf(name);
    expect({ rescalesAfter, reversals }).toEqual({ rescalesAfter: 1, reversals: 0 });
    expect(settled).toBeLessThanOrEqual(5);
    expect(late).toBeLessThanOrEqual(0.03);
  });

  it.each([
    "stationary noise, mapper",
    "metrics missing, mapper: no lag",
    "metrics missing, mapper: incomplete counters",
  ])("%s: nothing is done", async (name) => {
    expect((await measuresOf(name)).rescales).toBe(0);
  });

  it("step ÷5, mapper: down, and not up again", async () => {
    const { rescalesAfter, reversals, cost } = await measuresOf("step ÷5, mapper");
    expect(rescalesAfter).toBeLessThanOrEqual(2);
    expect(reversals).toBe(0);
    expect(cost).toBeLessThan(1.6);
  });
});
