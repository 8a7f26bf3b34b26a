import { toInt } from "../arithmetic/java-number.ts";

/** A vertex before and after a decision; both are the same where it is not scaled. */
export interface ParallelismStep {
  readonly from: number;
  readonly to: number;
}

/**
 * Task slots that a job takes after a decision: those of its widest vertex where it takes as many now, since all vertices
 * share them then; else those of all vertices together (2.20). `slotsUsed` counts 0 where it is unknown.
 */
export function slotsAfter(vertices: readonly ParallelismStep[], slotsUsed: number): number {
  const used = toInt(slotsUsed);
  const widest = Math.max(0, ...vertices.map(({ from }) => from));
  return widest === used ? Math.max(0, ...vertices.map(({ to }) => to)) : vertices.reduce((sum, { to }) => sum + to, 0);
}

/** TaskManagers for so many slots, of which each has so many (2.20). */
export function taskManagersFor(slots: number, slotsPerTaskManager: number): number {
  return Math.ceil(slots / slotsPerTaskManager);
}
