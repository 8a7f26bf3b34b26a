import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { isDeleting } from "../../core/deletion-rules.ts";
import { isDeployed } from "../../flink/deployed-spec.ts";
import { asksAnew } from "../../flink/take-over.ts";
import type { Act, View } from "./view.ts";

/**
 * Leaves alone what another operator made of the same resource.
 *
 * Assumptions: Weir writes no deployment into a status, and makes no JobManager, before it remembers a deploy.
 */
export const refuseTakeOver: Decision<View, Plan<Act>> = {
  name: "refuse-take-over",
  why: "Weir knows nothing of the job's state: to deploy over it, or beside it, would begin without that.",
  decide: (view) => {
    const { memory, jobManager, object, wanted } = view;
    if (memory !== undefined || isDeleting(view)) return undefined;
    if (jobManager.found === "present") {
      return nothing(
        `Deployment ${object.metadata.name} is of this resource and was not made by Weir. Take a savepoint and delete the ` +
          "resource with the operator that made it; then make it again with spec.job.initialSavepointPath.",
      );
    }
    const isNamed = wanted?.initialSavepointPath !== undefined && asksAnew(object);
    const isKnown = isNamed || wanted?.mode === "stateless";
    if (!isDeployed(object) || wanted?.kind !== "application" || !wanted.running || isKnown) return undefined;
    return nothing(
      "The status tells of a deployment that Weir knows nothing of. Name its state in spec.job.initialSavepointPath, with a " +
        "new spec.job.savepointRedeployNonce where that stands there already, or set spec.job.upgradeMode to stateless to " +
        "start without.",
    );
  },
};

function nothing(why: string): Plan<Act> {
  return { why, actions: [] };
}
