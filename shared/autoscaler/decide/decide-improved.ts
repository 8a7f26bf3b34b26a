import type { ImprovedVertex } from "../evaluate/evaluate-improved.ts";
import { capacityAt } from "../learn/growth.ts";
import type { Hold } from "../learn/hold.ts";
import type { Learned } from "../learn/learned.ts";
import { carryOut } from "./decide-job.ts";
import type { VertexDecision } from "./decide-vertex.ts";
import type { DelayedScaleDown } from "./delayed-scale-down.ts";
import { afterScaling, age, holdOf, type ImprovedSituation } from "./experience.ts";
import { decideImprovedVertex } from "./improved-vertex.ts";
import type { DecidedVertices, JobDecision, PlannedChange } from "./job-situation.ts";
import { findMemoryPressure } from "./memory-pressure.ts";
import { isUseless } from "./verify.ts";

/** What is decided, and what is known then. */
export interface ImprovedDecision {
  readonly decision: JobDecision;
  readonly learned: Learned;
  /** What is known if it is carried out; absent where nothing is to be. */
  readonly scaledLearned?: Learned;
}

/**
 * Decides about all vertices of a job: first whether the last rescale was of any use, then whether more is needed, then whether
 * less is enough. What is carried out is carried out for all of them at once.
 */
export function decideImproved(situation: ImprovedSituation): ImprovedDecision {
  const pressure = findMemoryPressure(situation.evaluation.processes, situation.options);
  if (pressure !== undefined) return { decision: { kind: "pressure", pressure }, learned: situation.learned };
  const aged = { ...situation, learned: age(situation) };
  const useless = revertUseless(aged);
  if (useless !== undefined) return useless;
  const hold = holdOf(aged);
  const decided = decideVertices(aged, hold);
  const changes = changesOf(aged, decided);
  const isUp = changes.some(({ from, to }) => to > from);
  const chosen = isUp ? changes : [...changes, ...companions(aged, decided, changes, hold)];
  const isWorthIt = chosen.some(({ isOutside }) => isOutside) && (isUp || savesEnough(aged, chosen));
  if (!isWorthIt) return { decision: { kind: "rest", ...decided }, learned: aged.learned };
  const decision = carryOut(aged, decided, chosen);
  return { decision, learned: aged.learned, scaledLearned: afterScaling(aged, hold, isUp) };
}

/** Takes a scale-up back that did not help; undefined where there is none. */
function revertUseless(situation: ImprovedSituation): ImprovedDecision | undefined {
  const { graph, evaluation, history, options, excluded, now, runningSince, learned, delayed } = situation;
  if (now < runningSince + options.stabilizationInterval) return undefined;
  const useless = [...graph.vertices.values()].flatMap((vertex): readonly PlannedChange[] => {
    const [of, last] = [evaluation.vertices.get(vertex.id), history[vertex.id]?.at(-1)];
    if (of === undefined || last === undefined || excluded.has(vertex.id)) return [];
    if (!isUseless(last, of, options.effectivenessThreshold)) return [];
    return [{ from: of.parallelism, to: last.from, isOutside: true, expected: last.capacity, vertex, evaluation: of }];
  });
  if (useless.length === 0) return undefined;
  const decided: DecidedVertices = { vertices: new Map<string, VertexDecision>(), delayed };
  const decision = carryOut(situation, decided, useless);
  if (decision.kind !== "scale") return { decision, learned };
  const until = now + Math.max(options.scaleDownInterval, options.metricsWindow);
  const ceilings = useless.map(({ vertex, to }) => [vertex.id, { parallelism: to, until }] as const);
  const scaledLearned = { ...learned, ceilings: { ...learned.ceilings, ...Object.fromEntries(ceilings) } };
  return { decision: { ...decision, reverts: "useless" }, learned, scaledLearned };
}

function decideVertices(situation: ImprovedSituation, hold: Hold): DecidedVertices {
  const { graph, evaluation, history, excluded, options, now } = situation;
  const vertices = new Map<string, VertexDecision>();
  const delayed: Record<string, DelayedScaleDown> = {};
  for (const id of graph.vertices.keys()) {
    const of = evaluation.vertices.get(id);
    const waits = situation.delayed[id];
    if (of === undefined || excluded.has(id)) {
      if (waits !== undefined) delayed[id] = waits;
      continue;
    }
    const past = { records: history[id] ?? [], delayed: waits, hold };
    const decision = decideImprovedVertex({ evaluation: of, load: evaluation.load, ...past, options, now });
    vertices.set(id, decision);
    if (decision.delayed !== undefined) delayed[id] = decision.delayed;
  }
  return { vertices, delayed };
}

function changesOf({ graph, evaluation }: ImprovedSituation, { vertices }: DecidedVertices): readonly PlannedChange[] {
  return [...vertices].flatMap(([id, { change }]) => {
    const [vertex, of] = [graph.vertices.get(id), evaluation.vertices.get(id)];
    return change && vertex && of ? [{ ...change, vertex, evaluation: of }] : [];
  });
}

/** Vertices whose shrink has waited for half of the hold: they go along with those that are due, which saves a rescale. */
function companions(
  { graph, evaluation, now }: ImprovedSituation,
  { vertices, delayed }: DecidedVertices,
  due: readonly PlannedChange[],
  hold: Hold,
): readonly PlannedChange[] {
  if (!due.some(({ isOutside }) => isOutside)) return [];
  return [...vertices].flatMap(([id, { rest }]): readonly PlannedChange[] => {
    const [vertex, of, waits] = [graph.vertices.get(id), evaluation.vertices.get(id), delayed[id]];
    const lowest = waits?.queue[0];
    if (rest?.why !== "delayed" || !vertex || !of || !lowest || now - waits.first < hold.length / 2) return [];
    return [toCompanion(vertex, of, lowest.parallelism)];
  });
}

/** True where a shrink saves so much of the job's tasks that it is worth a restart. */
function savesEnough({ graph, parameters }: ImprovedSituation, changes: readonly PlannedChange[]): boolean {
  const tasks = [...graph.vertices.values()].reduce((sum, { parallelism }) => sum + parallelism, 0);
  const saved = changes.reduce((sum, { from, to }) => sum + from - to, 0);
  return saved >= parameters.leastSaving * tasks;
}

function toCompanion(vertex: PlannedChange["vertex"], evaluation: ImprovedVertex, to: number): PlannedChange {
  const { parallelism, growth } = evaluation;
  return { from: parallelism, to, isOutside: false, expected: capacityAt(growth, to), vertex, evaluation };
}
