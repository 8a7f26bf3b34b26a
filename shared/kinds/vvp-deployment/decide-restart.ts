import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { isDeleting } from "../../core/deletion-rules.ts";
import { at } from "../../core/json.ts";
import type { Intent } from "../../core/record.ts";
import type { AppManagerAction, Deployment } from "../../ports/app-manager.ts";
import { afterVerdicts, claimOf } from "./accept-nonces.ts";
import { isScaling } from "./autopilot.ts";
import { makeRestartBody, makeStateBody } from "./body.ts";
import { goalOf } from "./decide-deletion-policy.ts";
import { toTime } from "./instant.ts";
import { sentAgain } from "./nonce-memory.ts";
import { withIntent } from "./open-intents.ts";
import { dueRestart, isByState, isStop, markIn, nextStart, phases } from "./restart.ts";
import { isMoving, ours, type View, wantedState } from "./view.ts";

type Rule = Decision<View, Plan<AppManagerAction>>;

/** How long a job may take to stop before it is started again regardless, in milliseconds. */
const stopPatienceMs = 600_000;

/**
 * The second half of a restart by way of the state: between stop and start the job is down on our account, so that not
 * even a pause, a spec that breaks a rule or a deletion keeps it down; only who wants it stopped does, or Autopilot.
 */
export const finishRestart: Rule = {
  name: "finish-restart",
  why: "A job that Weir stopped for a restart is started before anything else, unless its user wants it stopped.",
  decide: (view) => {
    const deployment = ours(view);
    const due = dueRestart(view);
    if (deployment === undefined || due === undefined || isStopMissing(deployment, due)) return undefined;
    if (due.attempt === phases.due || isStopWanted(view) || isScaling(view) || view.now < nextStart(due))
      return undefined;
    if (due.attempt === phases.starting) return start(view, deployment, due);
    // Not the word TRANSITIONING alone: a status may still be that of before the stop was taken.
    const stopping = isMoving(deployment) && view.now < due.at + stopPatienceMs;
    if (stopping) return { why: "The job stops, to be started again.", actions: [], revisit: "moving" };
    return start(view, deployment, due);
  },
};

/** Between two tries of a start that the platform refuses, what was corrected meanwhile has gone out before. */
export const awaitStart: Rule = {
  name: "await-start",
  why: "The state is the restart's to bring back; projecting it as drift would try the same at every look.",
  decide: (view) => {
    const due = dueRestart(view);
    const next = due === undefined ? 0 : nextStart(due);
    if (next === 0 || isStopWanted(view) || ours(view) === undefined) return undefined;
    const why = `The platform refuses to start the job again; it is tried again after ${toTime(next)}.`;
    return { why, actions: [] };
  },
};

/** The first half once more, where the platform shows nothing of it. */
export const repeatStop: Rule = {
  name: "repeat-stop",
  why: "A stop that may yet arrive comes before a projection, which would start the job for a second stop.",
  decide: (view) => {
    const deployment = ours(view);
    const due = dueRestart(view);
    if (deployment === undefined || due === undefined || !isStopMissing(deployment, due)) return undefined;
    return isStopWanted(view) || isScaling(view) ? undefined : stop(view, deployment, due);
  },
};

function isStopMissing({ desiredState }: Deployment, { attempt }: Intent): boolean {
  return attempt === phases.stopping && desiredState === "RUNNING";
}

/** True where the spec, or the policy of a deletion, wants the job down. */
function isStopWanted(view: View): boolean {
  return isStop(wantedState(view)) || (isDeleting(view) && goalOf(view) !== undefined);
}

/** R35: a projection that changes the template has carried the restart already. */
export const decideRestart: Rule = {
  name: "restart",
  why: "AMB-25: behind the projection, which is one restart together with it instead of a second one.",
  decide: (view) => {
    const deployment = ours(view);
    const due = dueRestart(view);
    if (deployment === undefined || due === undefined || due.attempt !== phases.due) return undefined;
    if (isByState(view))
      return isStop(wantedState(view)) ? undefined : stop(view, deployment, { ...due, at: view.now });
    return {
      why: "The job is restarted, because restartNonce changed.",
      ...claimOf(view),
      // A mark that is not on record is that of a later restart, where the resource was read as it was before that one.
      recheck: hasUnknownMark(view, deployment) ? "always" : "late",
      actions: [patch(view, deployment, makeRestartBody(due.content))],
    };
  },
};

/** True where the template says another restart than the last one on record. */
function hasUnknownMark({ record }: View, { spec }: Deployment): boolean {
  const mark = markIn({ spec });
  return mark !== undefined && mark !== record?.nonces?.restarted;
}

function stop(view: View, deployment: Deployment, due: Intent): Plan<AppManagerAction> {
  const state = at(deployment.spec, "restoreStrategy", "kind") === "NONE" ? "CANCELLED" : "SUSPENDED";
  const why = `The job is stopped (${state}) to be started again, because restartNonce changed.`;
  return toggle(view, deployment, { ...due, attempt: phases.stopping }, { state, why });
}

function start(view: View, deployment: Deployment, due: Intent): Plan<AppManagerAction> {
  const why = "The job is started again, because restartNonce changed.";
  const next = sentAgain(due, { attempt: phases.starting });
  return toggle(view, deployment, next, { state: "RUNNING", why });
}

/**
 * The phase goes on record before its effect, so that a crash behind the start does not stop the job once more. A repeat, for
 * which nothing is written, looks first whether another pod has come further.
 */
function toggle(
  view: View,
  deployment: Deployment,
  intent: Intent,
  { state, why }: { state: string; why: string },
): Plan<AppManagerAction> {
  const before = view.record === undefined ? [] : afterVerdicts(view.record, view).intents;
  const actions = [patch(view, deployment, makeStateBody(state))];
  return { why, intents: withIntent(before, intent), recheck: "always", actions, revisit: "moving" };
}

function patch(view: View, { namespace, id: idOrName }: Deployment, body: ReturnType<typeof makeStateBody>) {
  return { type: "app-manager/patch" as const, caller: view.caller, ref: { namespace, idOrName }, body };
}
