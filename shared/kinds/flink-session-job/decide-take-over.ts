import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { isDeployed } from "../../flink/deployed-spec.ts";
import { asksAnew } from "../../flink/take-over.ts";
import type { Act, View } from "./view.ts";

/**
 * Leaves alone what the status tells of and no record does: another operator's job, or ours whose record is lost.
 *
 * Assumptions: Weir writes no deployment into a status before it remembers a start.
 */
export const refuseTakeOver: Decision<View, Plan<Act>> = {
  name: "refuse-take-over",
  why: "Weir knows nothing of the job's state, nor whether it runs: to start now would begin without that, or beside it.",
  decide: ({ memory, object, wanted }) => {
    if (memory !== undefined || wanted === undefined || !isDeployed(object)) return undefined;
    const { initialSavepointPath: path, mode } = wanted;
    if (asksAnew(object) && (path !== undefined || mode === "stateless")) return undefined;
    const why = "The status tells of a job that Weir knows nothing of.";
    const until =
      "Once that job is cancelled, name its state in spec.job.initialSavepointPath, or set spec.job.upgradeMode to stateless, and " +
      "set a new spec.job.savepointRedeployNonce.";
    return { why, until, actions: [] };
  },
};
