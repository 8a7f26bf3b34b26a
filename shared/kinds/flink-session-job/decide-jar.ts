import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { isTerminal } from "../../flink/looks.ts";
import { toMemory } from "../../flink/memory.ts";
import { refusalOf } from "./decide-start.ts";
import { isToStop } from "./decide-stop.ts";
import type { Act, View } from "./view.ts";

/** Opens the jar of a changed spec at its origin, and holds the change where that refuses it. */
export const checkJar: Decision<View, Plan<Act>> = {
  name: "check-jar",
  why: "A job is not ended for a jar that its origin does not give: a typo would cost the time until it is mended.",
  decide: (view) => {
    const { memory, wanted, job } = view;
    if (memory?.phase !== "deployed" || wanted?.jar === undefined || !wanted.running) return undefined;
    if (!isToStop(memory, wanted) || job.found !== "job" || isTerminal(job.job.state)) return undefined;
    if (memory.checked === wanted.spec) return undefined;
    return (
      refusalOf(view, wanted) ?? {
        why: "The jar is looked for before the job is stopped.",
        actions: [{ type: "flink/look-at-jar", artifact: wanted.jar }],
        memory: { done: toMemory({ ...memory, checked: wanted.spec }) },
        revisit: "moving",
      }
    );
  },
};
