import { writeMemory } from "../../core/notation/memory-size.ts";
import type { ExplainedPlan, Explanation, ExplanationOf, Reason } from "./explanation.ts";
import { changesText, clock, heldText, lasting, memoryText, percent } from "./sentence.ts";

/** One reason: what it means, and how it is told. */
export interface ReasonRow<Name extends Reason> {
  readonly meaning: string;
  /** What a user can do about it; absent where there is nothing to be done. */
  readonly action?: string;
  readonly type: "Normal" | "Warning";
  /** The name of its event, the reference's where it has one (5.1). */
  readonly event: string;
  /** Tells one finding of this reason from another; the same finding is not told twice in a while. Absent: always told. */
  readonly key?: (explanation: ExplanationOf<Name>) => string;
  readonly sentence: (explanation: ExplanationOf<Name>) => string;
}

const same = () => "";
const stepsKey = ({ changes }: ExplainedPlan) =>
  changes.map(({ vertex, from, to }) => `${vertex}:${from}:${to}`).join();
const planned = (plan: ExplainedPlan) => `${changesText(plan.changes)}.${memoryText(plan)}`;

/** Every reason that a cycle can have (5.1, and what the reference does not tell). */
export const reasons: { readonly [Name in Reason]: ReasonRow<Name> } = {
  Disabled: {
    ...{ meaning: "The job is not to be scaled by itself.", type: "Normal", event: "AutoscalerDisabled", key: same },
    action: "Set job.autoscaler.enabled to true.",
    sentence: () => "The autoscaler is off for this job.",
  },
  InvalidOptions: {
    ...{ meaning: "An option of the autoscaler has a value that it may not have.", type: "Warning" },
    ...{ event: "AutoScaler Options Validation", action: "Correct the options that are named." },
    key: ({ problems }) => problems.map(({ path, message }) => `${path} ${message}`).join(),
    sentence: ({ problems }) =>
      `Nothing is scaled: ${problems.map(({ path, message }) => `${path} ${message}`).join("; ")}.`,
  },
  NotScalable: {
    ...{ meaning: "The platform cannot scale the job, so that it is not measured.", type: "Warning" },
    ...{ event: "AutoscalerNotScalable", action: "Set what it says is needed.", key: ({ why }) => why },
    sentence: ({ why }) => `The job is not scaled: ${why}.`,
  },
  NotRunning: {
    ...{ meaning: "The job does not run, or not with all of its tasks.", type: "Normal", event: "AutoscalerWaiting" },
    key: same,
    sentence: ({ status }) => `The job is ${status}; it is measured while it is RUNNING.`,
  },
  NotReady: {
    ...{
      meaning: "Flink does not tell of the job what it takes.",
      type: "Normal",
      event: "AutoscalerWaiting",
      key: same,
    },
    sentence: ({ why }) => `The job cannot be measured yet: ${why}.`,
  },
  MetricsUnavailable: {
    ...{ meaning: "Flink's REST API did not answer.", type: "Warning", event: "AutoscalerError", key: same },
    action: "See whether the JobManager is up and can be reached.",
    sentence: ({ why }) => `Metrics could not be read: ${why}.`,
  },
  MetricMissing: {
    ...{
      meaning: "A vertex has no metric without which it cannot be judged.",
      type: "Warning",
      event: "AutoscalerError",
    },
    action: "See whether its connector has the standard metrics; exclude the vertex if it never will.",
    key: ({ vertex, metrics }) => `${vertex} ${metrics.join()}`,
    sentence: ({ name, metrics }) => `${name} cannot be judged: Flink has no ${metrics.join(" and no ")} of it.`,
  },
  Stabilizing: {
    ...{ meaning: "The job has just started; its metrics are those of a start.", type: "Normal" },
    ...{ event: "AutoscalerWaiting", key: ({ until }) => String(until) },
    sentence: ({ until }) => `The job has started and settles until ${clock(until)}.`,
  },
  WindowFilling: {
    ...{
      meaning: "The window over which metrics are averaged is not full.",
      type: "Normal",
      event: "AutoscalerWaiting",
    },
    key: ({ until }) => String(until),
    sentence: ({ filled, window, until }) =>
      `The metric window holds ${lasting(filled)} of ${lasting(window)}; it is full at ${clock(until)}.`,
  },
  Balanced: {
    ...{
      meaning: "Every vertex is within its band of utilization.",
      type: "Normal",
      event: "AutoscalerBalanced",
      key: same,
    },
    sentence: ({ vertices }) => `Nothing to scale: the ${vertices} vertices that were judged are within their bands.`,
  },
  ScaleDownDelayed: {
    ...{ meaning: "Fewer subtasks would be enough, but not for long enough yet.", type: "Normal" },
    ...{ event: "ScaleDownDelayed", action: "Set job.autoscaler.scale-down.interval if that takes too long." },
    key: ({ until, vertices }) => `${until} ${vertices.map(({ vertex }) => vertex).join()}`,
    sentence: ({ until, vertices }) => `Scaling down waits until ${clock(until)}: ${heldText(vertices)}.`,
  },
  LoadUnconfirmed: {
    ...{ meaning: "More comes in than the job can do, and it may be a burst.", type: "Normal" },
    ...{ event: "AutoscalerWaiting", key: ({ vertices }) => vertices.map(({ vertex }) => vertex).join() },
    sentence: ({ until, vertices }) =>
      `More comes in than can be done; if that lasts until ${clock(until)}, it is scaled up for: ${heldText(vertices)}.`,
  },
  ScalingIneffective: {
    ...{ meaning: "More subtasks did not help the last time, and are not added again.", type: "Normal" },
    ...{
      event: "IneffectiveScaling",
      action: "Look for what the subtasks wait for: a skewed key, an external system.",
    },
    key: ({ vertices }) => vertices.map(({ vertex, wanted }) => `${vertex}:${wanted}`).join(),
    sentence: ({ vertices }) => `The last scale-up did not help, so that it is not repeated: ${heldText(vertices)}.`,
  },
  ScalingLimited: {
    ...{
      meaning: "A vertex needs another parallelism than its bounds, key groups or partitions allow.",
      type: "Warning",
    },
    ...{ event: "ScalingLimited", action: "Raise vertex.max-parallelism, the maximum parallelism or the partitions." },
    key: ({ vertices }) => vertices.map(({ vertex, wanted }) => `${vertex}:${wanted}`).join(),
    sentence: ({ vertices }) => `Bounds, key groups or partitions leave as it is: ${heldText(vertices)}.`,
  },
  MemoryPressure: {
    ...{ meaning: "TaskManagers are short of memory, of which more work would take more.", type: "Normal" },
    ...{ event: "MemoryPressure", action: "Give TaskManagers more memory." },
    key: ({ of }) => of,
    sentence: ({ of, share, threshold }) =>
      `Nothing is scaled: ${of === "gcPressure" ? "garbage collection takes" : "of the heap is used"} ${percent(share)}, more than ${percent(threshold)}.`,
  },
  AdviceOnly: {
    ...{
      meaning: "A decision that is told and not carried out.",
      type: "Normal",
      event: "ScalingReport",
      key: stepsKey,
    },
    action: "Set job.autoscaler.scaling.enabled to true to have it carried out.",
    sentence: (plan) =>
      `Recommended, and not carried out since job.autoscaler.scaling.enabled is false: ${planned(plan)}`,
  },
  ExcludedPeriod: {
    ...{ meaning: "A decision that waits for the end of an excluded period.", type: "Normal", event: "ScalingReport" },
    key: stepsKey,
    sentence: (plan) => `Recommended, and not carried out in the excluded period ${plan.period}: ${planned(plan)}`,
  },
  QuotaReached: {
    ...{ meaning: "A decision that takes more than the job's quota.", type: "Warning", event: "ResourceQuotaReached" },
    ...{ action: "Raise job.autoscaler.quota.cpu or quota.memory.", key: ({ of }) => of },
    sentence: (plan) => `Not scaled, since that takes ${quotaText(plan)}: ${planned(plan)}`,
  },
  ResourcesRefused: {
    ...{ meaning: "A decision for which the cluster has no room.", type: "Warning", event: "ResourcesRefused" },
    ...{ action: "Add nodes to the cluster.", key: stepsKey },
    sentence: (plan) =>
      `Not scaled, since the cluster has no room for ${plan.taskManagers} TaskManagers: ${planned(plan)}`,
  },
  Scaled: {
    ...{ meaning: "The job was scaled.", type: "Normal", event: "ScalingReport" },
    sentence: (plan) => `Scaled ${planned(plan)}`,
  },
  Reverted: {
    ...{ meaning: "A rescale was taken back, since it did not come about or did not help.", type: "Warning" },
    ...{ event: "ScalingReverted", action: "See whether there are enough slots, and what the subtasks wait for." },
    sentence: (plan) =>
      `The last rescale ${plan.because === "unrealised" ? "did not come about" : "did not help"}, so that it is taken back: ${planned(plan)}`,
  },
  Rescaling: {
    ...{ meaning: "The last decision still holds, and the job does not run with it yet.", type: "Normal" },
    ...{ event: "AutoscalerWaiting", action: "If it takes long, see whether there are enough slots." },
    key: ({ since }) => String(since),
    sentence: ({ since, changes }) =>
      `The rescale that was decided at ${clock(since)} is under way: ${changesText(changes)}.`,
  },
  Fenced: {
    ...{ meaning: "Somebody else wrote the job's state first, and acts.", type: "Normal", event: "AutoscalerFenced" },
    key: same,
    sentence: () => "Another autoscaler has just judged this job, so that this one does nothing.",
  },
};

function quotaText({ of, needed, quota }: ExplanationOf<"QuotaReached">): string {
  return of === "cpu" ? `${needed} cores of ${quota}` : `${writeMemory(needed)} of memory of ${writeMemory(quota)}`;
}

/** The row of an explanation's reason, which takes that explanation. */
function rowOf(explanation: Explanation): ReasonRow<Reason> {
  return reasons[explanation.reason] as unknown as ReasonRow<Reason>;
}

/** What came of a cycle, as a sentence that a user can read. */
export function sentenceOf(explanation: Explanation): string {
  return rowOf(explanation).sentence(explanation);
}

/** What tells the finding from others; undefined for one that is told every time. */
export function keyOf(explanation: Explanation): string | undefined {
  const key = rowOf(explanation).key?.(explanation);
  return key === undefined ? undefined : `${explanation.reason} ${key}`.trim();
}

/** The type and name of the event that tells of it. */
export function eventOf(explanation: Explanation): { readonly type: "Normal" | "Warning"; readonly event: string } {
  const { type, event } = rowOf(explanation);
  return { type, event };
}
