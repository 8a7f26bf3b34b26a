import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { isDeleting } from "../../core/deletion-rules.ts";
import type { AppManagerAction } from "../../ports/app-manager.ts";
import { makeStateBody } from "./body.ts";
import { deletionPolicyAnnotation, managementPolicyAnnotation } from "./names.ts";
import { deletionPolicy, deletionPolicyText, managementPolicy, stateBeforeDeletion } from "./policies.ts";
import { ours, type View, wantedState } from "./view.ts";

type Rule = Decision<View, Plan<AppManagerAction>>;

/**
 * Lets the resource go and leaves the deployment as it is. Stands before anything that asks the platform.
 *
 * Caveats: our mark stays on the deployment, since no PATCH takes it off (inferred, AMB-31); the platform's
 * administrator can.
 */
export const leaveDeployment: Rule = {
  name: "leave-deployment",
  why: "F10 step 5: the user wants the deployment kept, so the platform need not answer, nor the Secret exist.",
  decide: (view) => {
    if (!isDeleting(view)) return undefined;
    const { object, settings } = view;
    const orphaned = deletionPolicy(object, settings) === "Orphan";
    if (!orphaned && managementPolicy(object) !== "ObserveOnly") return undefined;
    const policy = orphaned ? deletionPolicyText(object, settings) : `${managementPolicyAnnotation}: ObserveOnly`;
    return { why: `The resource is let go, its deployment stays as it is (${policy}).`, actions: [], release: true };
  },
};

/** Brings a running deployment down first, where the policy says so; a stop that the user asks for goes before it. */
export const stopBeforeDeletion: Rule = {
  name: "stop-before-deletion",
  why: "The policy is the user's wish for a state, made in advance; DELETE follows when nothing runs any more.",
  decide: (view) => {
    const deployment = ours(view);
    const goal = goalOf(view);
    if (deployment === undefined || goal === undefined) return undefined;
    if (deployment.state !== "RUNNING" && deployment.state !== "TRANSITIONING") return undefined;
    const { desiredState } = deployment;
    if (desiredState === goal || desiredState === "CANCELLED") return undefined;
    const ref = { namespace: deployment.namespace, idOrName: deployment.id };
    return {
      why: `The desired state changes from ${desiredState} to ${goal}, then the deployment is deleted.`,
      actions: [{ type: "app-manager/patch", caller: view.caller, ref, body: makeStateBody(goal) }],
      revisit: "moving",
    };
  },
};

/** The state that the policy asks for before the deletion; undefined where none does, or the spec asks for a stop. */
export function goalOf(view: View): "CANCELLED" | "SUSPENDED" | undefined {
  const wanted = wantedState(view);
  return wanted === "CANCELLED" || wanted === "SUSPENDED" ? undefined : stateBeforeDeletion(view.object, view.settings);
}

function waitFor(annotation: string) {
  return { why: `Deletion waits, because the annotation ${annotation} is not understood.`, actions: [] };
}

/** Stands before anything that is written. */
export const awaitManagementPolicy: Rule = {
  name: "await-management-policy",
  why: "Until it is understood whether Weir may write at all, nothing is stopped for the sake of a deletion either.",
  decide: (view) =>
    managementPolicy(view.object) === undefined && ours(view) !== undefined
      ? waitFor(managementPolicyAnnotation)
      : undefined,
};

/** Stands before the first step that cannot be taken back. */
export const awaitPolicy: Rule = {
  name: "await-policy",
  why: "A deployment does not come back, so a word that is not understood is not taken for a yes.",
  decide: (view) =>
    deletionPolicy(view.object, view.settings) === undefined && ours(view) !== undefined
      ? waitFor(deletionPolicyAnnotation)
      : undefined,
};
