import { decideImproved } from "../decide/decide-improved.ts";
import type { PlannedChange } from "../decide/job-situation.ts";
import { expectedRestartTime } from "../decide/restart-time.ts";
import { findUnrealised, type Unrealised } from "../decide/verify.ts";
import { evaluateImproved, type ImprovedEvaluation } from "../evaluate/evaluate-improved.ts";
import { explainPlan } from "../explain/explain-decision.ts";
import { explainBlind } from "../explain/explain-window.ts";
import { isSource, type JobGraph } from "../graph/job-graph.ts";
import { ceilingAfter } from "../learn/ceiling.ts";
import { learn } from "../learn/learn.ts";
import { type Learned, nothingLearned } from "../learn/learned.ts";
import type { Parameters } from "../learn/parameters.ts";
import type { AutoscalerOptions } from "../options/options.ts";
import { knownFor, type Look, lookAt, paceDuring } from "../sample/look.ts";
import type { DesiredState } from "../state/state.ts";
import type { Collected, Judgement } from "./judgement.ts";

/**
 * Judges a job by what was learnt of it (ADR 17): after the first look of a run that had settled, and then after every one of
 * which all numbers of the sources are known. A look is no longer than the metric window.
 */
export function judgeImproved(collected: Collected, usual: Parameters): Judgement {
  const { graph, state, excluded, options, at, runningSince, now } = collected;
  const parameters = { ...usual, look: lookFor(options, usual) };
  const settledAt = runningSince + parameters.settleShare * options.stabilizationInterval;
  const looks = looksOf(collected, parameters);
  const watched = {
    ...{ graph, looks, now: at, settledAt, window: keptFor(options, usual) },
    paceDuring: (id: string, look: Look) => paceDuring(state.samples, id, look),
  };
  const learned = learn(state.learned ?? nothingLearned, watched);
  const stabilizing = { learned, explanation: { reason: "Stabilizing", until: settledAt + parameters.look } } as const;
  if (at < settledAt + parameters.look) return stabilizing;
  const sources = [...graph.vertices.values()].filter(isSource);
  if (sources.some(({ id }) => (looks.get(id)?.from ?? settledAt) < settledAt)) return stabilizing;
  const blind = sources.filter(({ id }) => !looks.has(id)).map(({ id }) => id);
  if (blind.length > 0) return { learned, explanation: explainBlind(blind, collected, parameters.look) };
  const restartTime = expectedRestartTime(state.restarts, options);
  const around = { graph, options, restartTime, excluded, now };
  const evaluation = evaluateImproved({ ...around, samples: state.samples, learned, parameters });
  const unrealised = findUnrealised(state.desired, graph, excluded);
  if (state.desired !== undefined && unrealised.length > 0) {
    return verify(state.desired, changesBack(unrealised, evaluation, graph), learned, evaluation, collected);
  }
  const { history, delayed } = state;
  const past = { history, delayed, runningSince, taskManager: collected.taskManager };
  const undecided = new Set([...excluded, ...beginningOf(evaluation, looks, collected)]);
  return {
    evaluation,
    ...decideImproved({ ...around, ...past, excluded: undecided, evaluation, learned, parameters }),
  };
}

/** Vertices that tell again, and not for a whole look: what is unknown of them is not there yet, and no metric is missing. */
function beginningOf({ vertices }: ImprovedEvaluation, looks: ReadonlyMap<string, Look>, { state }: Collected) {
  return [...vertices].flatMap(([id, { capacity, wanted }]) => {
    const isUnknown = Number.isNaN(capacity) || Number.isNaN(wanted);
    return isUnknown && !looks.has(id) && knownFor(state.samples, id) !== undefined ? [id] : [];
  });
}

function lookFor({ metricsWindow }: AutoscalerOptions, { look }: Parameters): number {
  return Math.min(look, metricsWindow);
}

/** Milliseconds for which samples and looks are kept: two looks at least, since ticks are never apart by just one. */
export function keptFor(options: AutoscalerOptions, parameters: Parameters): number {
  return Math.max(options.metricsWindow, 2 * lookFor(options, parameters));
}

function looksOf({ graph, state }: Collected, { look }: Parameters): ReadonlyMap<string, Look> {
  const entries = [...graph.vertices.keys()].flatMap((id) => {
    const one = lookAt(state.samples, id, look);
    return one === undefined ? [] : [[id, one] as const];
  });
  return new Map(entries);
}

/** From what was decided to what runs, as changes. */
function changesBack(
  unrealised: readonly Unrealised[],
  evaluation: ImprovedEvaluation,
  { vertices }: JobGraph,
): readonly PlannedChange[] {
  return unrealised.flatMap(({ vertex: id, decided, running }) => {
    const [vertex, of] = [vertices.get(id), evaluation.vertices.get(id)];
    const step = { from: decided, to: running, isOutside: true, expected: of?.capacity ?? Number.NaN };
    return vertex && of ? [{ ...step, vertex, evaluation: of }] : [];
  });
}

/**
 * A rescale that has not come about is waited for until the longest restart that is believed is over. Then what runs is wished,
 * and for as long no more of it than that; where it is in vain again, for longer, up to what a rescale that did not help costs.
 */
function verify(
  { decidedAt }: DesiredState,
  changes: readonly PlannedChange[],
  learned: Learned,
  evaluation: ImprovedEvaluation,
  { state, options, now }: Collected,
): Judgement {
  if (now - decidedAt < options.restartTimeLimit) {
    const awaited = changes.map(({ from, to, ...rest }) => ({ ...rest, from: to, to: from }));
    const plan = explainPlan({ changes: awaited, vertices: new Map(), delayed: state.delayed });
    return { evaluation, learned, explanation: { reason: "Rescaling", since: decidedAt, ...plan } };
  }
  const lengths = {
    first: options.restartTimeLimit,
    most: Math.max(options.scaleDownInterval, options.metricsWindow),
  };
  const short = changes.filter(({ from, to }) => to < from);
  const ceilings = short.map(
    ({ vertex: { id }, to }) => [id, ceilingAfter(learned.ceilings[id], to, now, lengths)] as const,
  );
  return {
    evaluation,
    learned,
    scaledLearned: { ...learned, ceilings: { ...learned.ceilings, ...Object.fromEntries(ceilings) } },
    decision: { kind: "scale", reverts: "unrealised", changes, vertices: new Map(), delayed: state.delayed },
  };
}
