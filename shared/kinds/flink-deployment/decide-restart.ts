import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { chooseRestartStop } from "../../flink/choose-restart-stop.ts";
import type { FlinkMemory } from "../../flink/memory.ts";
import { jobStateOf } from "../../flink/note-end.ts";
import { restartJob } from "../../flink/restart-job.ts";
import { carryOut, isForgotten, toStopping } from "./decide-stop.ts";
import type { Act, View } from "./view.ts";
import type { Wanted } from "./wanted.ts";

type Rule = Decision<View, Plan<Act>>;

/** Starts a job again that Flink has given up (2.8). */
export const restartFailed: Rule = {
  name: "restart-failed",
  why: "Behind a rollback: a change that never ran is taken back rather than started over and over.",
  decide: (view) => {
    const { memory, wanted, job } = view;
    if (memory?.phase !== "deployed" || wanted?.restartsFailed !== true || awaitsRollback(memory, wanted)) {
      return undefined;
    }
    if (jobStateOf(job, memory) !== "FAILED") return undefined;
    return restart(view, memory, wanted, "The job has failed");
  },
};

/** Restarts a job that runs and does not do its work (2.11). */
export const restartUnhealthy: Rule = {
  name: "restart-unhealthy",
  why: "Beside the restart of one that has failed: a new JobManager may help it, and its state stays.",
  decide: (view) => {
    const plan = mend(view);
    return plan?.memory === undefined ? undefined : plan;
  },
};

/** Says why an unhealthy job is not restarted, or not yet. */
export const tellUnhealthy: Rule = {
  name: "unhealthy",
  why: "Behind all that can be done with a job that runs, such as a savepoint that the user asks for.",
  decide: (view) => mend(view),
};

/** A restart after a rollback would deploy the spec that was rolled back. */
function mend(view: View): Plan<Act> | undefined {
  const { memory, wanted, unhealthy } = view;
  if (memory?.phase !== "deployed" || memory.rollback !== undefined) return undefined;
  return wanted === undefined || unhealthy === undefined ? undefined : restart(view, memory, wanted, unhealthy);
}

/** True for a change that is rolled back if it does not run in time. */
function awaitsRollback({ stable, spec, rollback }: FlinkMemory, { rollbackAfterMs }: Wanted): boolean {
  return rollbackAfterMs !== undefined && rollback === undefined && stable !== undefined && stable !== spec;
}

function restart(view: View, memory: FlinkMemory, wanted: Wanted, what: string): Plan<Act> {
  const noted = isForgotten(view) ? memory.ended?.restore : undefined;
  const stop = chooseRestartStop(toStopping(view, memory, wanted), noted);
  return restartJob(memory, view.now, what, (next) => carryOut(view, next, stop));
}
