import { inputHash } from "../../core/input.ts";
import { at, type JsonObject } from "../../core/json.ts";
import type { Inputs } from "../../core/kind.ts";
import { onceInARow } from "../../core/once-per.ts";
import type { OperatorRecord } from "../../core/record.ts";
import { afterVerdicts } from "./accept-nonces.ts";
import { adopted, adoptIntent } from "./adoption.ts";
import { carriesSpec, isReplacement } from "./body.ts";
import { createIntent } from "./creation.ts";
import { rememberedBy } from "./drift.ts";
import { cameToVerdict, isRefusal } from "./fault.ts";
import { shortened, unstopped } from "./foreign-words.ts";
import { handoverHash } from "./handover.ts";
import { afterRegistering, isRegistering } from "./initial-savepoint.ts";
import { ownerLabel, secretAnnotation } from "./names.ts";
import { burnt, type NonceName, refused, requestedValue } from "./nonce-memory.ts";
import { openIntent, withoutIntent } from "./open-intents.ts";
import { definitionUnderWay, hasGap, withoutLate } from "./projection.ts";
import { markIn, phases, restarted } from "./restart.ts";
import { confirmed } from "./savepoint.ts";
import { isDeployment, isSavepoint, type View, type VvpFinding } from "./view.ts";

/** What counts as input of a VvpDeployment besides its spec. */
export const inputs: Inputs = { labels: [ownerLabel], annotations: [secretAnnotation] };

/**
 * The record as it should stand after the pass; undefined while there is nothing to remember.
 *
 * A resource without a deployment of its own gets no record and no finalizer: nothing of it needs to be cleaned up.
 */
export function remember(finding: VvpFinding): OperatorRecord | undefined {
  const { view } = finding;
  const after = afterOutcomes(finding);
  if (after === undefined) return undefined;
  const certain = leavesDoubt(finding) ? doubted(after) : after;
  if (!cameToVerdict(finding)) return certain;
  const generation = view.object.metadata.generation ?? 0;
  return { ...withoutLate(certain, view), generation, input: inputHash(view.object, inputs) };
}

/**
 * True when a later look would not know that what stands on the platform may not be what is on record, and nothing was
 * projected over it. A gap is seen until a verdict closes it; of what this pass could not record nobody else knows.
 */
function leavesDoubt(finding: VvpFinding): boolean {
  const { view, outcomes } = finding;
  if (outcomes.some(({ result, action }) => result === "done" && carriesSpec(action))) return false;
  return cameToVerdict(finding) ? hasGap(view) : view.unrecorded;
}

/** The same before the verdict is stamped on it: all that is known of intents, nonces and registrations. */
export const afterOutcomes = onceInARow((finding: VvpFinding): OperatorRecord | undefined => {
  const { view } = finding;
  const before = beforeOutcomes(finding);
  if (before === undefined) return undefined;
  const sent = finding.outcomes.reduce(
    (record, outcome) =>
      afterRequests(afterOutcome(afterAnswer(record, outcome, view), outcome, view), outcome, view.now),
    before,
  );
  return finding.rule === "correct-drift" && wasDone(finding) ? { ...sent, corrected: { at: view.now } } : sent;
});

/** The record with all that was decided, before the first action. */
export const beforeOutcomes = onceInARow((finding: VvpFinding): OperatorRecord | undefined => {
  const { record } = finding.view;
  return claimed(finding) ?? (record && afterVerdicts(record, finding.view));
});

/**
 * The record that goes out before the first action of a plan, with its intents and the verdicts on nonces in it; before a
 * replacement always, which could make what is gone anew (S8), and would take a newer restart's mark away (S2).
 */
export function claimed({ view, plan }: Pick<VvpFinding, "view" | "plan">): OperatorRecord | undefined {
  const replaces = plan.actions.some(isReplacement);
  if ((plan.intents === undefined && !replaces) || view.target === undefined) return undefined;
  const nonces = { accepted: 0 };
  const blank: OperatorRecord = { v: 1, uid: view.owner.uid, generation: 0, input: "", intents: [], nonces };
  const decided = afterVerdicts(view.record ?? blank, view);
  const target = (decided.id === undefined ? undefined : decided.target) ?? identityOf(view, view.target);
  const { intents = decided.intents } = plan;
  // Of a replacement, the event of this write is an echo: a second pass beside the one that sends it would only race it.
  const seen = { generation: view.object.metadata.generation ?? 0, input: inputHash(view.object, inputs) };
  return { ...decided, target, intents, ...(replaces && { ...seen, late: lateOf(view) }) };
}

/** What is on record of the replacement that is about to be sent. */
function lateOf({ record, now }: View): NonNullable<OperatorRecord["late"]> {
  const known = record?.late;
  return known !== undefined && now < definitionUnderWay({ record }) ? known : { at: now, creates: true };
}

/** What may not change once the deployment exists (R46–R48). */
function identityOf({ object }: View, { namespace, name }: NonNullable<View["target"]>): JsonObject {
  const deploymentTargetName = at(object.spec, "deployment", "spec", "deploymentTargetName");
  return { namespace, name, ...(deploymentTargetName !== undefined && { deploymentTargetName }) };
}

type Outcome = VvpFinding["outcomes"][number];
type Failure = Exclude<Outcome, { readonly result: "done" }>;

/** A replacement with which the platform is done is in doubt no more; an earlier update may be still. */
function afterAnswer(record: OperatorRecord, outcome: Outcome, { record: before }: View): OperatorRecord {
  const isSettled = outcome.result === "done" || isRefusal(outcome.action, outcome.fault);
  if (!isReplacement(outcome.action) || !isSettled) return record;
  const { late: _answered, ...rest } = record;
  return before?.late === undefined ? rest : { ...rest, late: before.late };
}

function afterOutcome(record: OperatorRecord, outcome: Outcome, view: View): OperatorRecord {
  if (outcome.result !== "done") return afterFault(record, outcome, view);
  const settled = outcome.action.type === "app-manager/create" ? withoutIntent(record, createIntent) : record;
  if (isAdoption(outcome) && isDeployment(outcome.value)) return adopted(record, outcome.value);
  if (!carriesSpec(outcome.action)) return settled;
  const { rejected: _accepted, normalised: _before, corrected: _earlier, whole: _was, ...rest } = settled;
  const { type } = outcome.action;
  // A creation leaves the platform's defaults in place; the first replacement resets them.
  const kept = type === "app-manager/patch" && record.whole === true && view.object.spec.syncingMode === "PUT";
  const whole = type === "app-manager/replace" || kept;
  const known = isDeployment(outcome.value) ? rememberedBy(view, outcome.value, whole) : {};
  return {
    ...rest,
    applied: view.content,
    ...known,
    ...(record.id === undefined && outcome.value ? { id: outcome.value.id } : {}),
  };
}

function wasDone({ outcomes }: VvpFinding): boolean {
  return outcomes.length > 0 && outcomes.every(({ result }) => result === "done");
}

/** What an outcome means for the open requests that it is about. */
function afterRequests(record: OperatorRecord, outcome: Outcome, now: number): OperatorRecord {
  if (isRegistering(outcome.action)) return afterRegistering(record, outcome);
  if (outcome.result !== "done") return afterRefusal(record, outcome, now);
  const [savepoint, restart] = [openIntent(record, "savepoint"), openIntent(record, "restart")];
  const { action, value } = outcome;
  if (action.type === "app-manager/savepoint") {
    return savepoint !== undefined && isSavepoint(value) ? confirmed(record, savepoint, value) : record;
  }
  if (restart === undefined || !("body" in action)) return record;
  const body = action.body as JsonObject;
  if (markIn(body) === restart.content) return restarted(record, restart, restart.content);
  const started = restart.attempt === phases.starting && at(body, "spec", "state") === "RUNNING";
  return started ? restarted(record, restart) : record;
}

/**
 * The platform's own no consumes what was asked of it (F6, F7), but for the start of a job that a restart has stopped;
 * after any other fault the request stays open. Access that is refused may come back, but nothing of it is in doubt.
 */
function afterRefusal(record: OperatorRecord, { action, fault }: Failure, now: number): OperatorRecord {
  const name: NonceName = action.type === "app-manager/savepoint" ? "savepoint" : "restart";
  const intent = openIntent(record, name);
  const other = action.type === "app-manager/delete" || action.type === "app-manager/take-over";
  if (intent === undefined || other) return record;
  const words = unstopped(fault.message);
  if (name === "savepoint" && fault.code === "Denied") return refused(record, intent, words);
  if (fault.code !== "Rejected") return record;
  if (name === "savepoint" || intent.attempt !== phases.starting) {
    return burnt(record, name, requestedValue(intent), `the platform refused it: ${words}`);
  }
  const start = "body" in action && at(action.body as JsonObject, "spec", "state") === "RUNNING";
  return start ? refused(record, { ...intent, at: now }, words) : record;
}

/**
 * Only a refusal settles the intent of a creation. Any other fault leaves it open, also where certainly nothing was
 * applied: the quarantine then spaces out the tries, and no write wakes us up to try at once.
 */
function afterFault(record: OperatorRecord, outcome: Failure, view: View): OperatorRecord {
  const { action, fault, result } = outcome;
  if (!isRefusal(action, fault))
    return carriesSpec(action) && result === "unknown" ? afterDoubt(record, outcome, view) : record;
  const settled = withoutIntent(
    action.type === "app-manager/create" ? withoutIntent(record, createIntent) : record,
    adoptIntent,
  );
  const isHandover = action.type === "app-manager/take-over";
  if (!carriesSpec(outcome.action) && !isAdoption(outcome) && !isHandover) return settled;
  const message = shortened(fault.message);
  return { ...settled, rejected: { hash: isHandover ? handoverHash(view) : view.request(), at: view.now, message } };
}

/** An update may be applied late, also after one that follows it; a creation can't, since its name is then taken. */
function afterDoubt(record: OperatorRecord, { action }: Failure, { now }: View): OperatorRecord {
  return action.type === "app-manager/create"
    ? doubted(record)
    : { ...doubted(record), late: { ...record.late, at: now } };
}

/** What may have been applied is no longer known to be what was applied before: it is projected again. */
function doubted({ applied: _superseded, ...rest }: OperatorRecord): OperatorRecord {
  return rest;
}

function isAdoption({ action }: Outcome): boolean {
  return action.type === "app-manager/adopt";
}
