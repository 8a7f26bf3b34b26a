import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { isToStop } from "./decide-stop.ts";
import { holdForJobs } from "./jobs-at-risk.ts";
import type { Act, View } from "./view.ts";

/** Keeps a session cluster as it is while a change would lose the state of its jobs (2.8). */
export const protectJobs: Decision<View, Plan<Act>> = {
  name: "protect-jobs",
  why: "Before the stop: a session cluster knows nothing of how its jobs are stopped, and without high availability they end with it.",
  decide: (view) => {
    const { memory, wanted } = view;
    return memory === undefined || wanted === undefined || !isToStop(memory, wanted) ? undefined : holdForJobs(view);
  },
};
