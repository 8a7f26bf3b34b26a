import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { chooseRestartStop } from "../../flink/choose-restart-stop.ts";
import { jobStateOf } from "../../flink/note-end.ts";
import { restartJob } from "../../flink/restart-job.ts";
import { carryOut, toStopping } from "./decide-stop.ts";
import type { Act, View } from "./view.ts";

/** Starts a job again that Flink has given up (2.8). */
export const restartFailed: Decision<View, Plan<Act>> = {
  name: "restart-failed",
  why: "Behind the end for another spec, which the user may have mended; each time in a row after a longer wait.",
  decide: (view) => {
    const { memory, wanted, job, now } = view;
    if (memory?.phase !== "deployed" || wanted?.restartsFailed !== true) return undefined;
    if (jobStateOf(job, memory) !== "FAILED") return undefined;
    const noted = job.found === "missing" ? memory.ended?.restore : undefined;
    const stop = chooseRestartStop(toStopping(view, memory, wanted), noted);
    return restartJob(memory, now, "The job has failed", (next) => carryOut(view, next, stop));
  },
};
