import type { ParallelismStep } from "./slots.ts";

/** A decision and what there is to keep within. */
export interface QuotaCheck {
  /** The vertices that are scaled, by slot sharing group. */
  readonly groups: readonly (readonly ParallelismStep[])[];
  readonly slotsPerTaskManager: number;
  /** Cores of a TaskManager; 0 where they are unknown. */
  readonly taskManagerCpu: number;
  /** Bytes of a TaskManager; 0 where they are unknown. */
  readonly taskManagerMemory: number;
  /** Cores. */
  readonly quotaCpu: number | undefined;
  /** Bytes. */
  readonly quotaMemory: number | undefined;
}

/** A quota that a decision would not keep within: cores, or bytes. */
export interface QuotaBreach {
  readonly of: "cpu" | "memory";
  readonly needed: number;
  readonly quota: number;
}

/**
 * The first quota that the TaskManagers of the scaled vertices would be above, where a decision asks for more of them (2.20).
 *
 * Caveats: TaskManagers that are not full, and vertices that are not scaled, do not count, as in the reference.
 */
export function findQuotaBreach(check: QuotaCheck): QuotaBreach | undefined {
  const before = wholeTaskManagers(check, ({ from }) => from);
  const after = wholeTaskManagers(check, ({ to }) => to);
  if (after <= before) return undefined;
  const cpu = check.taskManagerCpu * after;
  if (check.quotaCpu !== undefined && cpu > check.quotaCpu) return { of: "cpu", needed: cpu, quota: check.quotaCpu };
  const memory = check.taskManagerMemory * after;
  const isOver = check.quotaMemory !== undefined && memory > check.quotaMemory;
  return isOver ? { of: "memory", needed: memory, quota: check.quotaMemory } : undefined;
}

function wholeTaskManagers({ groups, slotsPerTaskManager }: QuotaCheck, of: (step: ParallelismStep) => number): number {
  const slots = groups.reduce((sum, steps) => sum + Math.max(0, ...steps.map(of)), 0);
  return Math.floor(slots / slotsPerTaskManager);
}
