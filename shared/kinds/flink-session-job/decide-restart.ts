import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { chooseStop, type Stop } from "../../flink/choose-stop.ts";
import type { FlinkMemory } from "../../flink/memory.ts";
import { jobStateOf } from "../../flink/note-end.ts";
import { restartJob } from "../../flink/restart-job.ts";
import { carryOut, toStopping } from "./decide-stop.ts";
import type { Act, View } from "./view.ts";
import type { Wanted } from "./wanted.ts";

/** Starts a job again that Flink has given up (2.8). */
export const restartFailed: Decision<View, Plan<Act>> = {
  name: "restart-failed",
  why: "Behind the end for another spec, which the user may have mended; each time in a row after a longer wait.",
  decide: (view) => {
    const { memory, wanted, job, now } = view;
    if (memory?.phase !== "deployed" || wanted?.restartsFailed !== true) return undefined;
    if (jobStateOf(job, memory) !== "FAILED") return undefined;
    return restartJob(memory, now, "The job has failed", (next) => carryOut(view, next, stopOf(view, memory, wanted)));
  },
};

/** By its last state, and never without it unless the user says so: he has not asked for this end. */
function stopOf(view: View, memory: FlinkMemory, wanted: Wanted): Stop {
  const mode = wanted.mode === "stateless" ? "stateless" : "last-state";
  const { restore } = memory.ended ?? {};
  if (view.job.found === "missing" && mode === "last-state" && restore?.from === "savepoint") {
    return { how: "drop", state: restore };
  }
  return chooseStop({ ...toStopping(view, memory, wanted), mode, namesMode: true }).result;
}
