import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import type { Intent } from "../../core/record.ts";
import type { AppManagerAction, Deployment } from "../../ports/app-manager.ts";
import { makeRestartBody, makeStateBody } from "./body.ts";
import { acceptNonces, judgeNonce, openNonce } from "./nonce.ts";
import { isOutdated } from "./projection.ts";
import { dueRestart, restartWay } from "./restart.ts";
import { isConfirmed, markOf } from "./savepoint.ts";
import { type View, wantedState } from "./view.ts";

type Rule = Decision<View, Plan<AppManagerAction>>;

/** What goes on record before an effect, because a nonce is accepted in this pass; nothing where none is. */
export function claimOf(view: View): Pick<Plan, "intents"> {
  const { intents } = acceptNonces(view);
  return intents.length === 0 ? {} : { intents: [...(view.record?.intents ?? []), ...intents] };
}

function ours({ backend }: View): Deployment | undefined {
  return backend.found === "own" ? backend.deployment : undefined;
}

/** True when something that this pass would do could end the savepoint that is being taken. */
function isDisturbing(view: View): boolean {
  const wanted = wantedState(view);
  const drifted = wanted !== undefined && ours(view)?.desiredState !== wanted;
  return isOutdated(view) || drifted || dueRestart(view) !== undefined;
}

/** What was accepted is carried out in order, one unknown at a time (D6, AMB-25). */
export const holdForSavepoint: Rule = {
  name: "hold-for-savepoint",
  why: "AMB-25: a projection or a restart would end the job under the savepoint that was asked for first.",
  decide: (view) => {
    const { record, savepoint, settings, now } = view;
    const intent = openNonce(record, "savepoint");
    if (intent === undefined || ours(view) === undefined) return undefined;
    if (savepoint.found === "unknown") {
      return { why: `The savepoint cannot be looked for: ${savepoint.fault.message}`, actions: [], revisit: "waiting" };
    }
    if (isConfirmed(record, intent)) {
      const plan = { why: "The savepoint is being taken.", actions: [], revisit: "moving" as const };
      return isDisturbing(view) ? plan : undefined;
    }
    if (now >= intent.at + settings.quarantineMs) return undefined;
    const end = new Date(Math.ceil((intent.at + settings.quarantineMs) / 1000) * 1000);
    const until = end.toISOString().replace(".000Z", "Z");
    const why = `The savepoint was not confirmed; unless it shows up, it is asked for again after ${until}.`;
    return { why, actions: [], revisit: "waiting" };
  },
};

/** R34: first of the effects, so that it holds the state from before the edit. */
export const takeSavepoint: Rule = {
  name: "take-savepoint",
  why: "AMB-25: before the projection, which may restart or stop the job. The intent goes on record first (D6).",
  decide: (view) => {
    const deployment = ours(view);
    const open = openNonce(view.record, "savepoint");
    const doubtful = open !== undefined && !isConfirmed(view.record, open);
    if (deployment === undefined || (!doubtful && judgeNonce(view, "savepoint").kind !== "fire")) return undefined;
    const due = open ?? acceptNonces(view).intents.find(({ key }) => key === "savepoint");
    if (due === undefined) return undefined;
    const sent = { ...due, attempt: due.attempt + 1, at: view.now };
    const request = {
      namespace: deployment.namespace,
      deploymentId: deployment.id,
      mark: markOf(view.owner.uid, sent),
    };
    return {
      why: "A savepoint is taken, because savepointNonce changed.",
      intents: withIntent(claimOf(view).intents ?? view.record?.intents ?? [], sent),
      actions: [{ type: "app-manager/savepoint", caller: view.caller, request }],
      revisit: "moving",
    };
  },
};

/** R35: last of the effects; a projection that restarts the job has done it already. */
export const decideRestart: Rule = {
  name: "restart",
  why: "AMB-25: behind the projection, which carries the restart where it changes the template anyway.",
  decide: (view) => {
    const deployment = ours(view);
    const due = dueRestart(view);
    if (deployment === undefined || due === undefined) return undefined;
    const way = restartWay(deployment);
    const intents = claimOf(view).intents ?? view.record?.intents ?? [];
    if (way.by === "state") return toggleState(view, deployment, { due, intents, stop: way.stop });
    const ref = { namespace: deployment.namespace, idOrName: deployment.id };
    return {
      why: "The job is restarted, because restartNonce changed.",
      intents: withIntent(intents, { ...due, attempt: due.attempt + 1 }),
      actions: [{ type: "app-manager/patch", caller: view.caller, ref, body: makeRestartBody(due.content) }],
    };
  },
};

interface Toggle {
  readonly due: Intent;
  readonly intents: readonly Intent[];
  readonly stop: string;
}

/** Stops the job and starts it again; the intent's attempt tells how far it came: 0 not begun, 1 stopping. */
function toggleState(view: View, deployment: Deployment, { due, intents, stop }: Toggle): Plan<AppManagerAction> {
  const ref = { namespace: deployment.namespace, idOrName: deployment.id };
  const send = (state: string): AppManagerAction => {
    return { type: "app-manager/patch", caller: view.caller, ref, body: makeStateBody(state) };
  };
  const begun = withIntent(intents, { ...due, attempt: 1 });
  const revisit = "moving";
  if (due.attempt === 0 || (deployment.desiredState !== stop && deployment.state === "RUNNING")) {
    const why = `The job is stopped (${stop}), because restartNonce changed and upgradeStrategy is NONE.`;
    return { why, intents: begun, actions: [send(stop)], revisit };
  }
  if (deployment.state === "TRANSITIONING") return { why: "The job stops, to be started again.", actions: [], revisit };
  return { why: "The job is started again, because restartNonce changed.", actions: [send("RUNNING")], revisit };
}

function withIntent(intents: readonly Intent[], intent: Intent): Intent[] {
  return [...intents.filter(({ key }) => key !== intent.key), intent];
}
