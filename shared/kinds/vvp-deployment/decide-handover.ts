import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import type { AppManagerAction } from "../../ports/app-manager.ts";
import { isHandoverHeld } from "./handover.ts";
import { isDeleting, isPaused, ours, type View } from "./view.ts";

/** F16: the platform takes our changes only once the deployment carries our mark. */
export const takeOver: Decision<View, Plan<AppManagerAction>> = {
  name: "take-over",
  why: "Before anything else is sent, a deletion included: the platform refuses whoever its mark does not name.",
  decide: (view) => {
    const deployment = ours(view);
    const former = deployment?.owner?.instanceId;
    const { caller, owner } = view;
    if (deployment === undefined || former === undefined || former === owner.instanceId) return undefined;
    // Nothing is sent while the user has switched that off; a deletion goes on all the same.
    if (isPaused(view) && !isDeleting(view)) return undefined;
    if (isHandoverHeld(view)) {
      return { why: "The platform refused the handover; nothing is sent until it is tried again.", actions: [] };
    }
    const ref = { namespace: deployment.namespace, idOrName: deployment.id };
    return {
      why: `The deployment is handed over from operator instance ${former} to ${owner.instanceId}.`,
      actions: [{ type: "app-manager/take-over", caller, ref, owner, former }],
      revisit: "moving",
    };
  },
};
