import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { isTerminal } from "../../flink/looks.ts";
import { removals } from "./removals.ts";
import type { Act, View } from "./view.ts";

type Rule = Decision<View, Plan<Act>>;

/** Leaves a job alone that has come to its end, and takes its JobManager away once nobody is to look at it any more (2.8). */
export const stayEnded: Rule = {
  name: "stay-ended",
  why: "Before a JobManager that is gone is brought back: it would run the job once more, which nobody asked for.",
  decide: (view) => {
    const { memory, jobManager, taskManager } = view;
    if (memory?.phase !== "deployed" || memory.ended === undefined) return undefined;
    const { state } = memory.ended;
    if (jobManager.found === "present" && !isOutlived(view)) return undefined;
    const why = `The job has ended as ${state}, and its cluster is not needed any more.`;
    const stands = jobManager.found === "present" || taskManager.found === "present";
    return { why, actions: removals(view), ...(stands && { revisit: "moving" }) };
  },
};

/** True where the JobManager of a job that has ended has been kept for as long as it was to be. */
export function isOutlived({ memory, wanted, job, now }: Pick<View, "memory" | "wanted" | "job" | "now">): boolean {
  const { at } = memory?.ended ?? {};
  if (at === undefined || wanted === undefined || (job.found === "job" && !isTerminal(job.job.state))) return false;
  return now - at >= wanted.shutdownTtlMs;
}
