import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import type { Intent } from "../../core/record.ts";
import type { AppManagerAction } from "../../ports/app-manager.ts";
import { afterVerdicts } from "./accept-nonces.ts";
import { isOvertaken } from "./drift.ts";
import { toTime } from "./instant.ts";
import { isResendable, wantedNonce } from "./nonce.ts";
import { sentAgain } from "./nonce-memory.ts";
import { openIntent, withIntent } from "./open-intents.ts";
import { isOutdated } from "./projection.ts";
import { dueRestart } from "./restart.ts";
import { markOf, savepointPatienceMs } from "./savepoint.ts";
import { ours, type View, wantedState } from "./view.ts";

type Rule = Decision<View, Plan<AppManagerAction>>;

/** Sendings of a savepoint request that projection and restart wait for; later ones do not hold them up. */
const heldSendings = 3;

/** The request that this pass has to send, or has to know the fate of. */
function dueSavepoint(view: View): Intent | undefined {
  return view.record && openIntent(afterVerdicts(view.record, view), "savepoint");
}

/** True when something that this pass would do could end the savepoint that is being taken. */
function isDisturbing(view: View): boolean {
  const wanted = wantedState(view);
  const drifted = wanted !== undefined && ours(view)?.desiredState !== wanted;
  return isOutdated(view) || isOvertaken(view) || drifted || dueRestart(view) !== undefined;
}

/** What a doubtful request has to wait for; undefined where nothing has to wait for it. */
function doubtOf({ savepoint, settings, now }: View, { at: sentAt, attempt, refused }: Intent): string | undefined {
  if (refused !== undefined || attempt > heldSendings || now >= sentAt + savepointPatienceMs) return undefined;
  if (savepoint.found === "unknown") return `The savepoint cannot be looked for: ${savepoint.fault.message}`;
  const end = sentAt + settings.quarantineMs;
  if (now >= end) return undefined;
  return `The savepoint was not confirmed; unless it shows up, it is asked for again after ${toTime(end)}.`;
}

/** A user who takes the nonce back does not want anything to wait for the savepoint any more. */
export const holdForSavepoint: Rule = {
  name: "hold-for-savepoint",
  why: "AMB-25: a projection or a restart would end the job under the savepoint that was asked for before it.",
  decide: (view) => {
    if (ours(view) === undefined || wantedNonce(view, "savepoint") === undefined) return undefined;
    const due = dueSavepoint(view);
    const doubt = due === undefined || due.attempt === 0 ? undefined : doubtOf(view, due);
    if (doubt !== undefined) return { why: doubt, actions: [], revisit: "waiting" };
    const taking = view.record?.nonces?.taking !== undefined && isDisturbing(view);
    return taking ? { why: "The savepoint is being taken.", actions: [], revisit: "moving" } : undefined;
  },
};

/** R34: the first of the effects, so that it holds the state from before the edit. */
export const takeSavepoint: Rule = {
  name: "take-savepoint",
  why: "AMB-25: before the projection, which may restart or stop the job. The intent goes on record first (D6).",
  decide: (view) => {
    const { record, owner, caller, now } = view;
    const deployment = ours(view);
    const due = dueSavepoint(view);
    if (record === undefined || due === undefined || deployment?.state !== "RUNNING") return undefined;
    if (!isResendable(view, due)) return undefined;
    const sent = sentAgain(due, { attempt: due.attempt + 1, at: now });
    const { namespace, id: deploymentId } = deployment;
    const request = { namespace, deploymentId, mark: markOf(owner.uid, sent.content) };
    return {
      why: "A savepoint is taken, because savepointNonce changed.",
      intents: withIntent(afterVerdicts(record, view).intents, sent),
      actions: [{ type: "app-manager/savepoint", caller, request }],
      revisit: "moving",
    };
  },
};
