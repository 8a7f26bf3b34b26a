import { decideVertex, type VertexDecision } from "./decide-vertex.ts";
import type { DelayedScaleDown } from "./delayed-scale-down.ts";
import { firstBlock } from "./gates.ts";
import type { DecidedVertices, JobDecision, JobSituation, PlannedChange } from "./job-situation.ts";
import { findMemoryPressure } from "./memory-pressure.ts";
import { planMemory, withMemory } from "./plan-memory.ts";

/** Decides about all vertices of a job; what is carried out is carried out for all of them at once (2.14). */
export function decideJob(situation: JobSituation): JobDecision {
  const pressure = findMemoryPressure(situation.evaluation.processes, situation.options);
  if (pressure !== undefined) return { kind: "pressure", pressure };
  const decided = decideVertices(situation);
  const changes = changesOf(situation, decided);
  return changes.some(({ isOutside }) => isOutside)
    ? carryOut(situation, decided, changes)
    : { kind: "rest", ...decided };
}

/** Changes as a decision about the job: what memory goes with them, and what keeps them from being carried out (2.14). */
export function carryOut(
  situation: JobSituation,
  decided: DecidedVertices,
  changes: readonly PlannedChange[],
): JobDecision {
  const unwanted = firstBlock("user", situation, changes);
  if (unwanted !== undefined) return { kind: "blocked", block: unwanted, changes, ...decided };
  const memory = planMemory(situation, changes);
  const planned = { changes, ...(memory && { memory }) };
  const refused = firstBlock("resources", withMemory(situation, memory), changes);
  if (refused !== undefined) return { kind: "blocked", block: refused, ...planned, ...decided };
  return { kind: "scale", ...planned, ...decided };
}

function decideVertices(situation: JobSituation): DecidedVertices {
  const vertices = new Map<string, VertexDecision>();
  const delayed: Record<string, DelayedScaleDown> = {};
  const { graph, evaluation, history, excluded, options, restartTime, now } = situation;
  for (const [id, vertex] of graph.vertices) {
    const evaluated = evaluation.vertices.get(id);
    const waits = situation.delayed[id];
    if (evaluated === undefined || excluded.has(id)) {
      if (waits !== undefined) delayed[id] = waits;
      continue;
    }
    const past = { records: history[id] ?? [], delayed: waits };
    const decision = decideVertex({ vertex, evaluation: evaluated, ...past, options, restartTime, now });
    vertices.set(id, decision);
    if (decision.delayed !== undefined) delayed[id] = decision.delayed;
  }
  return { vertices, delayed };
}

function changesOf({ graph, evaluation }: JobSituation, { vertices }: DecidedVertices): readonly PlannedChange[] {
  return [...vertices].flatMap(([id, { change }]) => {
    const [vertex, evaluated] = [graph.vertices.get(id), evaluation.vertices.get(id)];
    return change && vertex && evaluated ? [{ ...change, vertex, evaluation: evaluated }] : [];
  });
}
