import type { Fault } from "../../core/error.ts";
import { inputHash } from "../../core/input.ts";
import { at, type JsonObject } from "../../core/json.ts";
import type { Inputs } from "../../core/kind.ts";
import type { Intent, OperatorRecord } from "../../core/record.ts";
import { cameToVerdict, isRefusal } from "./fault.ts";
import { createIntent } from "./intent.ts";
import { ownerLabel, secretAnnotation } from "./names.ts";
import {
  acceptNonces,
  afterVerdicts,
  burnt,
  type NonceName,
  openNonce,
  requestedValue,
  settled,
  submitted,
} from "./nonce.ts";
import { hasGap } from "./projection.ts";
import { markIn, restarted } from "./restart.ts";
import type { View, VvpFinding } from "./view.ts";

/** What counts as input of a VvpDeployment besides its spec. */
export const inputs: Inputs = { labels: [ownerLabel], annotations: [secretAnnotation] };

/**
 * The record as it should stand after the pass; undefined while there is nothing to remember.
 *
 * A resource without a deployment of its own gets no record and no finalizer: nothing of it needs to be cleaned up.
 */
export function remember(finding: VvpFinding): OperatorRecord | undefined {
  const { view } = finding;
  const before = claimed(finding) ?? view.record;
  if (before === undefined) return undefined;
  const after = finding.outcomes.reduce(
    (record, outcome) => afterNonceOutcome(afterOutcome(record, outcome, view), outcome),
    afterVerdicts(before, view),
  );
  if (!cameToVerdict(finding)) return after;
  const projected = finding.outcomes.some((outcome) => outcome.result === "done" && carriesSpec(outcome));
  // The verdict closes the gap; what lay in it is only settled by a projection.
  const certain = hasGap(view) && !projected ? doubted(after) : after;
  return { ...certain, generation: view.object.metadata.generation ?? 0, input: inputHash(view.object, inputs) };
}

/** The record that goes out with the intents of a plan, before its first action. */
export function claimed({ view, plan }: Pick<VvpFinding, "view" | "plan">): OperatorRecord | undefined {
  const { intents } = plan;
  if (intents === undefined || view.target === undefined) return undefined;
  const blank: OperatorRecord = { v: 1, uid: view.owner.uid, generation: 0, input: "", intents: [] };
  const { nonces } = acceptNonces(view);
  const accepted = nonces.accepted > 0 && { nonces };
  return { ...(view.record ?? blank), target: identityOf(view, view.target), intents, ...accepted };
}

/** What may not change once the deployment exists (R46–R48). */
function identityOf({ object }: View, { namespace, name }: NonNullable<View["target"]>): JsonObject {
  const deploymentTargetName = at(object.spec, "deployment", "spec", "deploymentTargetName");
  return { namespace, name, ...(deploymentTargetName !== undefined && { deploymentTargetName }) };
}

type Outcome = VvpFinding["outcomes"][number];

/** Characters that are kept of the platform's words; more than an adapter lets through. */
const longestReason = 2_048;

function afterOutcome(record: OperatorRecord, outcome: Outcome, view: View): OperatorRecord {
  if (outcome.result !== "done") return afterFault(record, outcome, view);
  const settled = outcome.action.type === "app-manager/create" ? withoutCreation(record) : record;
  if (!carriesSpec(outcome)) return settled;
  const { rejected: _accepted, ...rest } = settled;
  return {
    ...rest,
    applied: view.content,
    ...(record.id === undefined && outcome.value ? { id: outcome.value.id } : {}),
  };
}

/** What an outcome means for the requests that it carried. */
function afterNonceOutcome(record: OperatorRecord, outcome: Outcome): OperatorRecord {
  if (outcome.action.type === "app-manager/savepoint") return afterSavepoint(record, outcome);
  const intent = openNonce(record, "restart");
  if (intent === undefined || !carriesRestart(outcome, intent)) return record;
  if (outcome.result !== "done") return afterRefusal(record, "restart", outcome);
  const done = submitted(settled(record, "restart"), "restart", intent);
  return markIn(bodyOf(outcome)) === intent.content ? restarted(done, intent.content) : done;
}

/** A savepoint that was asked for stays open until it has ended (AMB-25); see `judgeSavepoint`. */
function afterSavepoint(record: OperatorRecord, outcome: Outcome): OperatorRecord {
  const intent = openNonce(record, "savepoint");
  if (intent === undefined) return record;
  return outcome.result === "done"
    ? submitted(record, "savepoint", intent)
    : afterRefusal(record, "savepoint", outcome);
}

/** The platform's own no consumes the value (F6); after any other fault the request stays open. */
function afterRefusal(record: OperatorRecord, name: NonceName, { fault }: Outcome & { fault: Fault }): OperatorRecord {
  const intent = openNonce(record, name);
  if (intent === undefined || fault.code !== "Rejected") return record;
  const why = `the platform refused it: ${fault.message.slice(0, longestReason).toWellFormed()}`;
  return burnt(settled(record, name), name, requestedValue(intent), why);
}

/** True for a template with the mark, and for the last half of a toggled state: a start, or a spec that says another. */
function carriesRestart(outcome: Outcome, { content, attempt }: Intent): boolean {
  const body = bodyOf(outcome);
  if (markIn(body) === content) return true;
  return attempt > 0 && (carriesSpec(outcome) || at(body, "spec", "state") === "RUNNING");
}

function bodyOf({ action }: Outcome): JsonObject {
  return "body" in action ? (action.body as JsonObject) : {};
}

/**
 * Only a refusal settles the intent of a creation. Any other fault leaves it open, also where certainly nothing was
 * applied: the quarantine then spaces out the tries, and no write wakes us up to try at once.
 */
function afterFault(record: OperatorRecord, outcome: Outcome & { fault: Fault }, view: View): OperatorRecord {
  const { action, fault } = outcome;
  if (!isRefusal(action, fault)) return carriesSpec(outcome) && outcome.result === "unknown" ? doubted(record) : record;
  const settled = action.type === "app-manager/create" ? withoutCreation(record) : record;
  if (!carriesSpec(outcome)) return settled;
  const message = fault.message.slice(0, longestReason).toWellFormed();
  return { ...settled, rejected: { hash: view.request, at: view.now, message } };
}

/** What may have been applied is no longer known to be what was applied before: it is projected again. */
function doubted({ applied: _superseded, ...rest }: OperatorRecord): OperatorRecord {
  return rest;
}

function withoutCreation(record: OperatorRecord): OperatorRecord {
  return { ...record, intents: record.intents.filter((one) => one.key !== createIntent) };
}

/** True for an action that sent the whole content of the spec, false for one that changed the state alone. */
function carriesSpec({ action }: Outcome): boolean {
  if (action.type === "app-manager/patch") return Object.hasOwn(action.body, "metadata");
  return action.type === "app-manager/create" || action.type === "app-manager/replace";
}
