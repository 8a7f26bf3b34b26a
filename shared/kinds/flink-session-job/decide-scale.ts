import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { type Beside, beginScaling, isScaledInPlace, rescale } from "../../flink/decide-rescale.ts";
import type { Act, View } from "./view.ts";

/** The cluster keeps a job's requirements with the job, and its TaskManagers are not the job's to scale. */
const alone: Beside<never> = { ahead: () => [], after: [] };

/** Hands another size to the job that runs, and falls back to an upgrade where Flink does not take it (2.10). */
export const scale: Decision<View, Plan<Act>> = {
  name: "scale",
  why: "Before an upgrade, which has the same end at the price of a restart.",
  decide: (view) => {
    const { memory, wanted, now } = view;
    if (memory === undefined || wanted?.resize === undefined || !isScaledInPlace(memory, wanted)) return undefined;
    const { resize } = wanted;
    return rescale(view, beginScaling(memory, wanted, now), { ...wanted, resize }, alone);
  },
};
