import type { Explanation, Reason } from "./explanation.ts";

/** The reference's counters of a job's cycles (5.2). */
export type CycleCounter = "scalings" | "errors" | "balanced";

/**
 * Which of them a cycle counts in, as in the reference (1.4): every one that was decided about and does not scale is balanced,
 * whatever keeps it; one that ends with an exception there, for metrics that are missing as well, is an error; one that waits or
 * is none of this autoscaler's counts in none.
 */
const counterOf: Readonly<Record<Reason | "Failed", CycleCounter | undefined>> = {
  Disabled: undefined,
  InvalidOptions: undefined,
  NotScalable: undefined,
  NotRunning: undefined,
  NotReady: undefined,
  MetricsUnavailable: "errors",
  MetricMissing: "errors",
  Stabilizing: undefined,
  WindowFilling: undefined,
  Balanced: "balanced",
  ScaleDownDelayed: "balanced",
  LoadUnconfirmed: "balanced",
  ScalingIneffective: "balanced",
  ScalingLimited: "balanced",
  MemoryPressure: "balanced",
  AdviceOnly: "balanced",
  ExcludedPeriod: "balanced",
  QuotaReached: "balanced",
  ResourcesRefused: "balanced",
  Scaled: "scalings",
  Reverted: "scalings",
  Rescaling: "balanced",
  Fenced: undefined,
  Failed: "errors",
};

/** A cycle as it ended: with an explanation, and a decision where there was one; or with an exception. */
export type CountedCycle = { readonly explanation: Pick<Explanation, "reason">; readonly decision?: object } | "Failed";

/** The counter of a cycle. A vertex that a decision had to leave out for want of a metric is no error (2.12). */
export function counterOfCycle(cycle: CountedCycle): CycleCounter | undefined {
  if (cycle === "Failed") return counterOf.Failed;
  const { explanation, decision } = cycle;
  return explanation.reason === "MetricMissing" && decision !== undefined ? "balanced" : counterOf[explanation.reason];
}
