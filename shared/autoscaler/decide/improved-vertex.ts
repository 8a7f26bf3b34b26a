import type { ImprovedVertex } from "../evaluate/evaluate-improved.ts";
import type { LoadView } from "../evaluate/load-view.ts";
import { isOutside } from "../evaluate/required-capacity.ts";
import { capacityAt, leastEnough, mostOf } from "../learn/growth.ts";
import { type Hold, isRegretted } from "../learn/hold.ts";
import { leastLoad } from "../learn/learn.ts";
import type { AutoscalerOptions } from "../options/options.ts";
import type { VertexChange, VertexDecision, VertexRest } from "./decide-vertex.ts";
import { type DelayedScaleDown, delayScaleDown } from "./delayed-scale-down.ts";
import { effectOf } from "./effectiveness.ts";
import type { ScalingRecord } from "./history.ts";
import { scaledParallelism } from "./parallelism.ts";
import { withinStep } from "./reach.ts";
import { isUseless } from "./verify.ts";

/** A vertex to be decided about, with what is remembered of it. */
export interface ImprovedVertexSituation {
  readonly evaluation: ImprovedVertex;
  readonly load: LoadView;
  readonly records: readonly ScalingRecord[];
  readonly delayed: DelayedScaleDown | undefined;
  readonly hold: Hold;
  readonly options: AutoscalerOptions;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * The parallelism that a vertex should have: the least that does what is wanted of it. More only for a load that has lasted, and
 * less only when that has been enough for a whole hold.
 */
export function decideImprovedVertex(situation: ImprovedVertexSituation): VertexDecision {
  const { evaluation, load, options, delayed } = situation;
  const { capacity, wanted, parallelism, growth } = evaluation;
  if (Number.isNaN(wanted)) return { rest: { why: "unknown", metric: "demand" }, delayed };
  const candidates = withinStep(evaluation.candidates, parallelism, options);
  const idle = wanted === 0 ? candidates[0] : undefined;
  if (Number.isNaN(capacity) && idle === undefined) {
    if (evaluation.load < leastLoad) return rested({ why: "enough" });
    return { rest: { why: "unknown", metric: "capacity" }, delayed };
  }
  const right = idle ?? leastEnough(growth, candidates, wanted) ?? parallelism;
  if (right < parallelism) return decideDown(situation, right);
  if (right === parallelism || load.mode === "calm") return rested(restOf(evaluation));
  if (load.mode === "waiting") return rested({ why: "unconfirmed", wanted: right, until: load.until });
  return decideUp(situation, Math.max(right, regretted(situation, candidates)));
}

/** A vertex that can be made to do no more is told with what it would take. */
function restOf({ shortage, parallelism, capacity, growth, candidates }: ImprovedVertex): VertexRest {
  if (!(shortage > 1) || candidates.length <= 1) return { why: "enough" };
  return { why: "bounded", wanted: scaledParallelism(parallelism, (shortage * mostOf(growth, candidates)) / capacity) };
}

/** More subtasks, unless those that were added last have brought nothing so far. */
function decideUp({ evaluation, records, options }: ImprovedVertexSituation, to: number): VertexDecision {
  const last = records.at(-1);
  if (last === undefined || !isUseless(last, evaluation, options.effectivenessThreshold)) {
    return { change: changeTo(evaluation, to), delayed: undefined };
  }
  const effect = effectOf({ before: last.capacity, expected: last.expected, now: evaluation.capacity });
  return rested({ why: "ineffective", wanted: to, effect });
}

function rested(rest: VertexRest): VertexDecision {
  return { rest, delayed: undefined };
}

function changeTo(evaluation: ImprovedVertex, to: number): VertexChange {
  const { parallelism, capacity, growth, wanted, load } = evaluation;
  // Whatever a vertex can do that does nothing is more than nothing, also where nobody knows how much that is (2.9).
  const isIdle = wanted === 0 && load < leastLoad;
  return {
    from: parallelism,
    to,
    isOutside: isIdle || isOutside(capacity, evaluation),
    expected: capacityAt(growth, to),
  };
}

/** What the vertex had before a shrink that is regretted now, so that what comes back is met at once; 0 for none. */
function regretted({ records, now, hold }: ImprovedVertexSituation, candidates: readonly number[]): number {
  const last = records.at(-1);
  const isUndone = last !== undefined && last.to < last.from && isRegretted(last.at, now, hold);
  return isUndone ? Math.min(last.from, candidates.at(-1) ?? 0) : 0;
}

function decideDown(situation: ImprovedVertexSituation, to: number): VertexDecision {
  const { evaluation, delayed, hold, now, load } = situation;
  const held = (until: number): VertexRest => ({ why: "delayed", wanted: to, until });
  if (load.isFalling) return { rest: held((delayed?.first ?? now) + hold.length), delayed };
  const change = changeTo(evaluation, to);
  const wish = { at: now, parallelism: to, isOutside: change.isOutside };
  const { entry, due, until } = delayScaleDown(delayed, wish, hold.length);
  if (due === undefined || load.mode !== "calm") return { rest: held(until), delayed: entry };
  const expected = capacityAt(evaluation.growth, due.parallelism);
  return { change: { ...change, to: due.parallelism, isOutside: due.isOutside, expected }, delayed: entry };
}
