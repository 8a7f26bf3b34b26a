import { describe, expect, it } from "vitest";
import { type CycleCounter, counterOfCycle } from "../../../shared/autoscaler/explain/counters.ts";
import type { Reason } from "../../../shared/autoscaler/explain/explanation.ts";
import { reasons } from "../../../shared/autoscaler/explain/reasons.ts";

const rows: readonly {
  readonly counter: CycleCounter | undefined;
  readonly of: readonly Reason[];
  readonly why: string;
}[] = [
  { counter: "scalings", of: ["Scaled", "Reverted"], why: "a job is given another size" },
  {
    counter: "balanced",
    of: ["Balanced", "ScaleDownDelayed", "LoadUnconfirmed", "ScalingIneffective", "ScalingLimited"],
    why: "1.4: what was decided is to change nothing",
  },
  {
    counter: "balanced",
    of: ["MemoryPressure", "AdviceOnly", "ExcludedPeriod", "QuotaReached", "ResourcesRefused", "Rescaling"],
    why: "1.4: whatever keeps a job from being scaled, the reference's step did not scale it",
  },
  { counter: "errors", of: ["MetricsUnavailable", "MetricMissing"], why: "2.2: an exception in the reference" },
  {
    counter: undefined,
    of: ["Disabled", "InvalidOptions", "NotScalable", "NotRunning", "NotReady", "Stabilizing", "WindowFilling"],
    why: "1.4: the reference stops before it counts",
  },
  { counter: undefined, of: ["Fenced"], why: "who acts counts" },
];

describe("5.2: the counter of a cycle", () => {
  it.each(rows)("$counter: $why", ({ counter, of }) => {
    expect(of.map((reason) => counterOfCycle({ explanation: { reason } }))).toEqual(of.map(() => counter));
  });

  it("has a row for every reason", () => {
    expect(rows.flatMap(({ of }) => of).sort()).toEqual(Object.keys(reasons).sort());
  });

  it("an exception is an error", () => {
    expect(counterOfCycle("Failed")).toBe("errors");
  });

  it("a decision that leaves out a vertex of which a metric is missing is none", () => {
    expect(counterOfCycle({ explanation: { reason: "MetricMissing" }, decision: {} })).toBe("balanced");
  });
});
