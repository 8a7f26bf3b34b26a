import type { VertexDecision, VertexRest } from "../decide/decide-vertex.ts";
import type { DecidedVertices, JobBlock, JobDecision, Planned } from "../decide/job-situation.ts";
import type { JobGraph } from "../graph/job-graph.ts";
import { toConfigurationChanges } from "../tuning/tune-memory.ts";
import type { ExplainedPlan, Explanation, HeldVertex } from "./explanation.ts";
import type { Report } from "./report.ts";

/** What came of a decision. */
export function explainDecision(decision: JobDecision, graph: JobGraph): Explanation {
  switch (decision.kind) {
    case "pressure":
      return { reason: "MemoryPressure", ...decision.pressure };
    case "scale":
      return decision.reverts === undefined
        ? { reason: "Scaled", ...explainPlan(decision) }
        : { reason: "Reverted", because: decision.reverts, ...explainPlan(decision) };
    case "blocked":
      return explainBlock(decision.block, explainPlan(decision));
    case "rest":
      return explainRest(decision, graph);
  }
}

/** Planned changes as people are told of them. */
export function explainPlan({ changes, memory }: Planned): ExplainedPlan {
  const explained = changes.map(({ vertex, from, to, expected, evaluation: { capacity, demand } }) => ({
    ...{ vertex: vertex.id, name: vertex.name },
    ...{ from, to, capacity, expected, demand },
  }));
  return { changes: explained, ...(memory && { memory }) };
}

function explainBlock(block: JobBlock, plan: ExplainedPlan): Explanation {
  switch (block.by) {
    case "scaling-disabled":
      return { reason: "AdviceOnly", ...plan };
    case "excluded-period":
      return { reason: "ExcludedPeriod", period: block.period.text, ...plan };
    case "quota":
      return { reason: "QuotaReached", ...block.breach, ...plan };
  }
}

type Rested = readonly (readonly [id: string, rest: VertexRest])[];

/** Nothing is scaled: what is most worth to be known of why. */
function explainRest({ vertices }: DecidedVertices, graph: JobGraph): Explanation {
  const rested: Rested = [...vertices].flatMap(([id, { rest }]) => (rest === undefined ? [] : [[id, rest] as const]));
  const unknown = rested.find(([, { why }]) => why === "unknown");
  if (unknown !== undefined) return explainUnknown(unknown, graph);
  const unconfirmed = heldBy(rested, ["unconfirmed"], graph);
  const lasts = Math.min(...rested.flatMap(([, rest]) => (rest.why === "unconfirmed" ? [rest.until] : [])));
  if (unconfirmed.length > 0) return { reason: "LoadUnconfirmed", until: lasts, vertices: unconfirmed };
  const delayed = heldBy(rested, ["delayed"], graph);
  const until = Math.min(...rested.flatMap(([, rest]) => (rest.why === "delayed" ? [rest.until] : [])));
  if (delayed.length > 0) return { reason: "ScaleDownDelayed", until, vertices: delayed };
  const ineffective = heldBy(rested, ["ineffective"], graph);
  if (ineffective.length > 0) return { reason: "ScalingIneffective", vertices: ineffective };
  const limited = heldBy(rested, ["bounded", "alignment"], graph);
  if (limited.length > 0) return { reason: "ScalingLimited", vertices: limited };
  return { reason: "Balanced", vertices: vertices.size };
}

function explainUnknown([vertex, rest]: Rested[number], graph: JobGraph): Explanation {
  const metrics = rest.why === "unknown" && rest.metric === "demand" ? ["records read"] : ["busy time"];
  return { reason: "MetricMissing", vertex, name: nameOf(vertex, graph), metrics };
}

function heldBy(rested: Rested, whys: readonly VertexRest["why"][], graph: JobGraph): readonly HeldVertex[] {
  return rested.flatMap(([vertex, rest]) =>
    whys.includes(rest.why) && "wanted" in rest
      ? [{ vertex, name: nameOf(vertex, graph), from: parallelismOf(vertex, graph), wanted: rest.wanted }]
      : [],
  );
}

function nameOf(vertex: string, { vertices }: JobGraph): string {
  return vertices.get(vertex)?.name ?? vertex;
}

function parallelismOf(vertex: string, { vertices }: JobGraph): number {
  return vertices.get(vertex)?.parallelism ?? 0;
}

/** What becomes of recommended memory (`memoryToSet`). */
export type MemoryFate = "set" | "unwanted" | "unfit";

const fates: Readonly<Record<MemoryFate, string>> = {
  set: "is set with the next rescale",
  unwanted: "would be right (job.autoscaler.memory.tuning.enabled is false)",
  unfit: "is not set, as it does not hold the heap and metaspace in use, or nobody knows how much that is",
};

/** What is told besides, whatever came of the decision (5.1): scale-ups that did not help, limits, recommended memory. */
export function reportFindings(decision: JobDecision, graph: JobGraph, fate: MemoryFate): readonly Report[] {
  if (decision.kind === "pressure") return [];
  const found = [...decision.vertices].flatMap(([id, one]) => reportVertex(id, one, graph));
  const memory = decision.kind === "rest" ? undefined : decision.memory;
  if (memory === undefined) return found;
  const lines = Object.entries(toConfigurationChanges(memory).set).map(([key, value]) => `${key}: ${value}`);
  const message = `This memory of TaskManagers ${fates[fate]}: ${lines.join(", ")}`;
  return [...found, { type: "Normal", event: "Configuration recommendation", message, key: "MemoryTuning" }];
}

function reportVertex(id: string, { ineffective, limited }: VertexDecision, graph: JobGraph): readonly Report[] {
  const name = nameOf(id, graph);
  const reports: Report[] = [];
  if (ineffective !== undefined) {
    const { expected, actual } = ineffective;
    const message = `The last scale-up of ${name} was to bring ${expected.toFixed(2)} records per second and brought ${actual.toFixed(2)}.`;
    reports.push({ type: "Normal", event: "IneffectiveScaling", message, key: `${id} ${expected}` });
  }
  if (limited !== undefined) {
    const message = `${name} needs ${limited.wanted} subtasks; its key groups or partitions make ${limited.given} of it.`;
    reports.push({ type: "Warning", event: "ScalingLimited", message, key: id });
  }
  return reports;
}
