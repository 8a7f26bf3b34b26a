import { roundMetric } from "../arithmetic/decimal.ts";
import type { VertexEvaluation } from "../evaluate/evaluate-job.ts";
import { isOutside, requiredCapacity } from "../evaluate/required-capacity.ts";
import { hasHashInput, type Vertex } from "../graph/job-graph.ts";
import type { AutoscalerOptions } from "../options/options.ts";
import { type DelayedScaleDown, delayScaleDown } from "./delayed-scale-down.ts";
import { effectOf, isIneffective } from "./effectiveness.ts";
import type { ScalingRecord } from "./history.ts";
import { nextParallelism } from "./next-parallelism.ts";
import { boundsAround, clampFactor, expectedCapacity, scaleFactor } from "./parallelism.ts";
import { scalabilityCoefficient } from "./scalability.ts";

/** A vertex to be decided about. */
export interface VertexSituation {
  readonly vertex: Vertex;
  readonly evaluation: VertexEvaluation;
  /** Its past rescales, oldest first. */
  readonly records: readonly ScalingRecord[];
  readonly delayed: DelayedScaleDown | undefined;
  readonly options: AutoscalerOptions;
  /** Milliseconds that a restart is expected to take. */
  readonly restartTime: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Another parallelism for a vertex. */
export interface VertexChange {
  readonly from: number;
  readonly to: number;
  /** Whether the vertex is outside of its band; one that is not moves only along with one that is. */
  readonly isOutside: boolean;
  /** Records per second that are expected of it then. */
  readonly expected: number;
}

/** Why a vertex stays as it is. */
export type VertexRest =
  /** Its capacity or its demand is not known. */
  | { readonly why: "unknown"; readonly metric: "capacity" | "demand" }
  /** It has the parallelism that it needs. */
  | { readonly why: "enough" }
  /** It needs another one, and its bounds leave it this one. */
  | { readonly why: "bounded"; readonly wanted: number }
  /** It needs another one, and none that fits its key groups or partitions lies on that side. */
  | { readonly why: "alignment"; readonly wanted: number }
  /** Fewer subtasks have not been enough for long enough; `until` is in milliseconds since the epoch. */
  | { readonly why: "delayed"; readonly wanted: number; readonly until: number }
  /** More subtasks would be right for a load that has not lasted; `until` is in milliseconds since the epoch. */
  | { readonly why: "unconfirmed"; readonly wanted: number; readonly until: number }
  /** More subtasks did not help the last time. */
  | { readonly why: "ineffective"; readonly wanted: number; readonly effect: number };

/** What is noticed on the way, whatever is decided. */
export interface VertexFindings {
  /** The share of the expected gain that the last scale-up brought, where that is too little. */
  readonly ineffective?: { readonly effect: number; readonly expected: number; readonly actual: number };
  /** What a deprecated alignment mode made of what was wanted. */
  readonly limited?: { readonly wanted: number; readonly given: number };
  /** Records per second that are expected of the wanted parallelism, also where it waits or is not given (2.12). */
  readonly expected?: number;
}

/** A decision about one vertex. */
export interface VertexDecision extends VertexFindings {
  readonly change?: VertexChange;
  readonly rest?: VertexRest;
  /** What waits from now on. */
  readonly delayed: DelayedScaleDown | undefined;
}

/** The parallelism that a vertex should have (2.11 to 2.17). */
export function decideVertex(situation: VertexSituation): VertexDecision {
  const { vertex, evaluation, options, delayed } = situation;
  const { capacity, parallelism, maxParallelism } = evaluation;
  if (Number.isNaN(capacity)) return { rest: { why: "unknown", metric: "capacity" }, delayed };
  const wanted = requiredCapacity(evaluation, options.utilizationTarget, {
    ...options,
    restartTime: situation.restartTime,
  });
  if (Number.isNaN(wanted)) return { rest: { why: "unknown", metric: "demand" }, delayed };
  const factor = clampFactor(scaleFactor(wanted, capacity, coefficientOf(situation)), options);
  const { partitions } = evaluation;
  const scaling = { current: parallelism, factor, maxParallelism, partitions, hasHashInput: hasHashInput(vertex) };
  const next = nextParallelism({ ...scaling, ...boundsAround(parallelism, options) }, options);
  const { scaled, target, parallelism: to } = next;
  if (target === parallelism) return rested(scaled === target ? { why: "enough" } : { why: "bounded", wanted: scaled });
  const limited = next.limited ? { limited: { wanted: target, given: to } } : {};
  if (to === parallelism) return { ...rested({ why: "alignment", wanted: target }), ...limited };
  const decision = to > parallelism ? decideUp(situation, to) : decideDown(situation, to);
  return { ...decision, ...limited, expected: roundMetric(expectedCapacity(capacity, parallelism, to)) };
}

function rested(rest: VertexRest): VertexDecision {
  return { rest, delayed: undefined };
}

function coefficientOf({ records, options }: VertexSituation): number {
  if (!options.observedScalability) return 1;
  return scalabilityCoefficient(
    records.map(({ from, capacity }) => ({ parallelism: from, capacity })),
    options,
  );
}

function changeTo({ evaluation }: VertexSituation, to: number): VertexChange {
  const { parallelism, capacity } = evaluation;
  const expected = roundMetric(expectedCapacity(capacity, parallelism, to));
  return { from: parallelism, to, isOutside: isOutside(capacity, evaluation), expected };
}

function decideUp(situation: VertexSituation, to: number): VertexDecision {
  const { evaluation, records, options } = situation;
  const change = { change: changeTo(situation, to), delayed: undefined };
  const last = records.at(-1);
  if (last === undefined || last.to !== evaluation.parallelism || last.to <= last.from) return change;
  const effect = effectOf({ before: last.capacity, expected: last.expected, now: evaluation.capacity });
  if (!isIneffective(effect, options.effectivenessThreshold)) return change;
  const gains = { expected: last.expected - last.capacity, actual: evaluation.capacity - last.capacity };
  const finding = { ineffective: { effect, ...gains } };
  return options.effectivenessDetection
    ? { ...rested({ why: "ineffective", wanted: to, effect }), ...finding }
    : { ...change, ...finding };
}

function decideDown(situation: VertexSituation, to: number): VertexDecision {
  const { options, now, delayed } = situation;
  const change = changeTo(situation, to);
  if (options.scaleDownInterval <= 0) return { change, delayed };
  const wish = { at: now, parallelism: to, isOutside: change.isOutside };
  const { entry, due, until } = delayScaleDown(delayed, wish, options.scaleDownInterval);
  if (due === undefined) return { rest: { why: "delayed", wanted: to, until }, delayed: entry };
  return { change: { ...change, to: due.parallelism, isOutside: due.isOutside }, delayed: entry };
}
