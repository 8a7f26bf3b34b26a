import { toInt } from "../arithmetic/java-number.ts";
import { type TunedMemory, tuneMemory } from "../tuning/tune-memory.ts";
import type { JobSituation, PlannedChange } from "./job-situation.ts";
import { slotsAfter, taskManagersFor } from "./slots.ts";

/**
 * What of recommended memory is set: none where that is not wanted, where it would not hold what is in use, and where nobody
 * knows what is, since unknown use counts as none.
 */
export function memoryToSet(
  { options, evaluation: { processes } }: Pick<JobSituation, "options" | "evaluation">,
  memory: TunedMemory | undefined,
): TunedMemory | undefined {
  if (memory === undefined || !options.memoryTuning) return undefined;
  return memory.heap >= processes.heapUsed && memory.metaspace >= processes.metaspaceUsed ? memory : undefined;
}

/** The situation with TaskManagers of the memory that they are going to have. */
export function withMemory(situation: JobSituation, memory: TunedMemory | undefined): JobSituation {
  const set = memoryToSet(situation, memory);
  return set === undefined ? situation : { ...situation, taskManager: { ...situation.taskManager, memory: set.total } };
}

/** TaskManagers before and after some changes (2.20). */
export function taskManagersOf(
  { evaluation, taskManager }: Pick<JobSituation, "evaluation" | "taskManager">,
  changes: readonly PlannedChange[],
): { readonly before: number; readonly after: number } {
  const { slotsUsed } = evaluation.processes;
  const to = new Map(changes.map((change) => [change.vertex.id, change.to]));
  const steps = [...evaluation.vertices].map(([id, { parallelism }]) => ({
    from: parallelism,
    to: to.get(id) ?? parallelism,
  }));
  return {
    before: taskManagersFor(toInt(slotsUsed), taskManager.slots),
    after: taskManagersFor(slotsAfter(steps, slotsUsed), taskManager.slots),
  };
}

/** The memory that is recommended with some changes; undefined where nobody knows how it is shared out now (2.21). */
export function planMemory(situation: JobSituation, changes: readonly PlannedChange[]): TunedMemory | undefined {
  const { taskManager, graph, evaluation, options } = situation;
  if (taskManager.spec === undefined || taskManager.spec.total <= 0) return undefined;
  const to = new Map(changes.map((change) => [change.vertex.id, change.to]));
  return tuneMemory({
    spec: taskManager.spec,
    use: evaluation.processes,
    graph,
    parallelismOf: (id) => to.get(id) ?? graph.vertices.get(id)?.parallelism ?? 0,
    slotsPerTaskManager: taskManager.slots,
    taskManagers: taskManagersOf(situation, changes),
    ...(taskManager.buffers && { buffers: taskManager.buffers }),
    options,
  });
}
