import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { owesLastSavepoint, takeLastSavepoint } from "../../flink/last-savepoint.ts";
import type { FlinkMemory } from "../../flink/memory.ts";
import type { Act, View } from "./view.ts";

/** Stops a job with a savepoint before its cluster is taken down with its resource (2.8). */
export const saveLast: Decision<View, Plan<Act>> = {
  name: "save-last",
  why: "Where the user wants a savepoint before the end, nothing is taken down without it, and he may say otherwise at any time.",
  decide: (view) => {
    const { memory, lastWishes } = view;
    return memory !== undefined && isToSave(view, memory) ? takeLastSavepoint(view, memory, lastWishes) : undefined;
  },
};

/** True where a job may still give a savepoint: it was started, has not ended, and its cluster came up and was not lost. */
function isToSave({ jobManager, job, lastWishes }: View, memory: FlinkMemory): boolean {
  const isUp = jobManager.found === "present" && !jobManager.neverAvailable && !jobManager.deleting;
  const isStarted = memory.phase !== "starting";
  return lastWishes.kind === "application" && isStarted && isUp && owesLastSavepoint(lastWishes, memory, job);
}
