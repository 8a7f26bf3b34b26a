import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { isDeleting } from "../../core/deletion-rules.ts";
import type { AppManagerAction } from "../../ports/app-manager.ts";
import { leaveDeployment } from "./decide-deletion-policy.ts";
import { finishRestart } from "./decide-restart.ts";
import { isHandoverHeld } from "./handover.ts";
import { managementPolicy } from "./policies.ts";
import { isPaused, ours, type View } from "./view.ts";

/** F16: the platform takes our changes only once the deployment carries our mark. */
export const takeOver: Decision<View, Plan<AppManagerAction>> = {
  name: "take-over",
  why: "Before anything else is sent, a deletion included: the platform refuses whoever its mark does not name.",
  decide: (view) => {
    const deployment = ours(view);
    const former = deployment?.owner?.instanceId;
    const { caller, owner } = view;
    if (deployment === undefined || former === undefined || former === owner.instanceId) return undefined;
    if (isSilent(view)) return undefined;
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

/** True while nothing is sent anyway: the user has switched that off, or the deletion leaves the deployment as it is. */
function isSilent(view: View): boolean {
  const leaves = leaveDeployment.decide(view) !== undefined || managementPolicy(view.object) === undefined;
  const off = isDeleting(view) ? leaves : isPaused(view);
  return off && (finishRestart.decide(view)?.actions.length ?? 0) === 0;
}
