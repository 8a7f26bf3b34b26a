import { nothing, type Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import type { AppManagerAction, Deployment } from "../../ports/app-manager.ts";
import { makeStateBody } from "./body.ts";
import { createIntent, quarantineEnd, quarantineLeft } from "./creation.ts";
import { awaitDoubtfulAdoption } from "./decide-adoption.ts";
import { awaitManagementPolicy, awaitPolicy, stopBeforeDeletion } from "./decide-deletion-policy.ts";
import { toTime } from "./instant.ts";
import { deletionPolicyAnnotation } from "./names.ts";
import { openIntent } from "./open-intents.ts";
import { createsUntil } from "./projection.ts";
import { isEnded, isMoving, ours, type View, wantedState } from "./view.ts";

type Rule = Decision<View, Plan<AppManagerAction>>;

function patchState(view: View, deployment: Deployment, state: string, why: string): Plan<AppManagerAction> {
  const ref = { namespace: deployment.namespace, idOrName: deployment.id };
  return { why, actions: [{ type: "app-manager/patch", caller: view.caller, ref, body: makeStateBody(state) }] };
}

const awaitDoubtfulCreation: Rule = {
  name: "await-doubtful-creation",
  why: "A creation of unknown outcome may still be applied; letting go now would leave a deployment without an owner.",
  decide: (view) => {
    if (view.backend.found !== "missing" || openIntent(view.record, createIntent) === undefined) return undefined;
    const left = quarantineLeft(view.record, view.settings, view.now);
    if (left === 0) return undefined;
    const end = quarantineEnd(view.record, view.settings);
    const why = `A creation that was not confirmed may still be applied; deletion goes on after ${end}.`;
    return { why, actions: [], revisit: "waiting" };
  },
};

const keepForItsInstance: Rule = {
  name: "keep-for-its-instance",
  why: "A deployment of this very resource that another instance manages may run; letting go would orphan it.",
  decide: ({ backend, owner }) => {
    const holder = backend.found === "foreign" ? backend.deployment.owner : undefined;
    if (holder === undefined || holder.uid !== owner.uid) return undefined;
    return nothing(
      `The deployment is managed by operator instance ${holder.instanceId}; remove it on the platform, or set the ` +
        `annotation ${deletionPolicyAnnotation} to Orphan to let the resource go without it.`,
    );
  },
};

const releaseWithNothingBehind: Rule = {
  name: "release-with-nothing-behind",
  why: "S8: gone, or never ours; what belongs to somebody else is left alone (AMB-23, F13).",
  decide: (view) =>
    view.backend.found !== "own" && view.now >= createsUntil(view)
      ? {
          why: "There is no deployment of ours left on the platform; the resource is let go.",
          actions: [],
          release: true,
        }
      : undefined,
};

const projectStateWhileDeleting: Rule = {
  name: "project-state-while-deleting",
  why: "AMB-22: the documented way out of a blocked deletion is to edit the state, so that edit must still go through.",
  decide: (view) => {
    const deployment = ours(view);
    if (deployment === undefined || isEnded(deployment.state)) return undefined;
    const wanted = wantedState(view);
    if ((wanted !== "CANCELLED" && wanted !== "SUSPENDED") || wanted === deployment.desiredState) return undefined;
    if (deployment.state !== "RUNNING" && deployment.state !== "TRANSITIONING") return undefined;
    return patchState(
      view,
      deployment,
      wanted,
      `The desired state changes from ${deployment.desiredState} to ${wanted}.`,
    );
  },
};

const blockDeletion: Rule = {
  name: "block-deletion",
  why: "R107, R108: an active deployment is never deleted under a running job.",
  decide: (view) => {
    const deployment = ours(view);
    if (deployment?.state !== "RUNNING" && deployment?.state !== "TRANSITIONING") return undefined;
    const plan = nothing(`Deletion waits, because the deployment is ${deployment.state}.`);
    return isMoving(deployment) ? { ...plan, revisit: "moving" } : plan;
  },
};

const cancelEnded: Rule = {
  name: "cancel-ended",
  why: "AMB-21: the platform deletes only what is wanted CANCELLED or SUSPENDED; an ended job still has RUNNING wanted.",
  decide: (view) => {
    const deployment = ours(view);
    if (deployment === undefined || deployment.desiredState !== "RUNNING") return undefined;
    const why = `The job is ${deployment.state}; its deployment is cancelled, then deleted.`;
    return { ...patchState(view, deployment, "CANCELLED", why), revisit: "moving" };
  },
};

const awaitDoubtfulUpdate: Rule = {
  name: "await-doubtful-update",
  why: "S8: a PUT of unknown outcome that is applied after the DELETE would make the deployment anew, and nobody's.",
  decide: (view) => {
    const end = createsUntil(view);
    if (view.now >= end) return undefined;
    const why = `A full definition that was not confirmed may still make the deployment anew; deletion goes on after ${toTime(end)}.`;
    return { why, actions: [], revisit: "waiting" };
  },
};

const deleteDeployment: Rule = {
  name: "delete-deployment",
  why: "Last of the deletion: nothing runs any more. Idempotent, so that no intent is needed.",
  decide: (view) => {
    const deployment = ours(view);
    if (deployment === undefined) return undefined;
    const ref = { namespace: deployment.namespace, idOrName: deployment.id };
    const actions = [{ type: "app-manager/delete" as const, caller: view.caller, ref }];
    return { why: "The deployment is deleted, then the resource is let go.", actions, release: true };
  },
};

/** What happens to a resource with a deletionTimestamp, in this order (F10). */
export const deletionChain: readonly Rule[] = [
  awaitDoubtfulCreation,
  awaitDoubtfulAdoption,
  keepForItsInstance,
  releaseWithNothingBehind,
  awaitManagementPolicy,
  projectStateWhileDeleting,
  stopBeforeDeletion,
  blockDeletion,
  awaitPolicy,
  cancelEnded,
  awaitDoubtfulUpdate,
  deleteDeployment,
];

/** Stands before anything that asks the platform. */
