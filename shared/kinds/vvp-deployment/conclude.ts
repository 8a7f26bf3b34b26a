import { type Condition, judgeAll } from "../../core/condition.ts";
import { isDeleting } from "../../core/deletion-rules.ts";
import { isObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { type Conclusion, conditionsOf } from "../../core/kind.ts";
import { oncePer } from "../../core/once-per.ts";
import { judgeProgress } from "../../core/progress.ts";
import type { OperatorRecord } from "../../core/record.ts";
import type { Settings } from "../../core/settings.ts";
import type { AppManagerAction, Deployment } from "../../ports/app-manager.ts";
import { announce } from "./announce.ts";
import { conditions, healthy } from "./conditions.ts";
import { driftDetected } from "./drift-detected.ts";
import { awaitsHandover, cameToVerdict, faultOf, isPassing, leftSpec, standsAhead, wasRefused } from "./fault.ts";
import { dueRegistration, isDown, registerIntent } from "./initial-savepoint.ts";
import { initialSavepointRegistered } from "./initial-savepoint-registered.ts";
import { movementOf } from "./movement.ts";
import { requestAnnotation } from "./names.ts";
import { wantedNonce } from "./nonce.ts";
import { nonceNames } from "./nonce-memory.ts";
import { remember } from "./remember.ts";
import { nextStart } from "./restart.ts";
import type { VvpStatus } from "./schema.ts";
import { isMoving, isPaused, latestDeployment, ours, type View, type VvpFinding, wantedState } from "./view.ts";

/** What a pass leaves behind: the record, the status, and whether to come back soon. */
export function conclude(finding: VvpFinding): Conclusion<AppManagerAction> {
  if (finding.rule === "unheld") return untouched(finding);
  const record = remember(finding);
  const revisit = revisitOf(finding, record);
  const shown = conditionsNow(finding, revisit);
  const status = project(finding, record, shown);
  const revisitAfterMs = faultOf(finding)?.retryAfterMs;
  const announcements = announce(finding, record, shown);
  const conclusion = { record, status, revisit, announcements };
  return revisit === undefined || revisitAfterMs === undefined ? conclusion : { ...conclusion, revisitAfterMs };
}

/** Nothing is written to what only waits for the finalizers of others. */
function untouched({ view }: VvpFinding): Conclusion<AppManagerAction> {
  const { status } = view.object;
  return { record: undefined, status: isObject(status) ? status : {}, revisit: undefined };
}

function revisitOf(finding: VvpFinding, record: OperatorRecord | undefined): Conclusion["revisit"] {
  if (isPassing(finding)) return "waiting";
  const deployment = latestDeployment(finding);
  const moving = deployment !== undefined && isMoving(deployment);
  if (awaitsHandover(finding)) return moving ? "moving" : undefined;
  // A refusal ends the effect, not what waits behind it; any other fault that does not pass by itself is for people.
  if (faultOf(finding) !== undefined) return wasRefused(finding) && hasFollower(finding) ? "moving" : undefined;
  if (finding.plan.revisit !== undefined) return finding.plan.revisit;
  return moving || hasTurn(finding, record) || awaitsRegistration(finding, record) ? "moving" : undefined;
}

/** True where an effect for a nonce may have kept something waiting; only a changed spec passes a start that is owed. */
function hasFollower(finding: VvpFinding): boolean {
  return finding.rule === "finish-restart" ? leftSpec(finding) : standsAhead(finding);
}

/** True when the next pass has something to do for a nonce: decide on it, carry it out, or see it end. */
function hasTurn({ view, rule, outcomes }: VvpFinding, record: OperatorRecord | undefined): boolean {
  if (rule === "create") return outcomes.length > 0 && nonceNames.some((name) => wantedNonce(view, name) !== undefined);
  if (ours(view) === undefined || isDeleting(view) || isPaused(view) || view.violations.length > 0) return false;
  const open = record?.intents.some((intent) => intent.key !== registerIntent && nextStart(intent) === 0);
  return open === true || record?.nonces?.taking !== undefined;
}

/** True when something was sent, behind which the next pass can register the savepoint of the spec, or see it registered. */
function awaitsRegistration(finding: VvpFinding, record: OperatorRecord | undefined): boolean {
  const { object } = finding.view;
  const deployment = latestDeployment(finding);
  if (finding.outcomes.length === 0 || deployment === undefined || isDeleting(finding.view)) return false;
  return isDown(deployment) && dueRegistration({ object, record }) !== undefined;
}

/** Somebody else's deployment, where the user wants it looked at. */
function observed({ view, rule }: VvpFinding): Deployment | undefined {
  return rule === "observe" && view.backend.found === "foreign" ? view.backend.deployment : undefined;
}

/** Characters of a request that the status repeats; more than a time, a commit or a ticket needs. */
const longestRequest = 256;

function requestOf({ object }: View): string | undefined {
  return object.metadata.annotations?.[requestAnnotation]?.slice(0, longestRequest).toWellFormed();
}

/** The conditions as they should stand: the kind's own, then those for tools that wait. */
function conditionsNow(finding: VvpFinding, revisit: Conclusion["revisit"]): Condition[] {
  const { object, now, settings } = finding.view;
  const { generation } = object.metadata;
  const [previous, conclusive] = [conditionsOf(object), cameToVerdict(finding)];
  const circumstances = (informational: readonly string[]) => ({
    previous,
    now,
    generation,
    conclusive,
    informational,
  });
  const { uncounted, informational } = silentIn(settings);
  const judged = judgeAll(conditions, healthy, finding, circumstances(uncounted));
  const movement = movementOf(finding, revisit);
  judged.push(...judgeProgress(conditions, healthy, judged, movement, circumstances(informational)));
  return judged;
}

/** Types that progress does not wait for, and those that `Healthy` does not count. */
const silentIn = oncePer(({ informationalConditions }: Settings) => {
  const informational = [...informationalConditions, driftDetected.type];
  return { informational, uncounted: [...informational, initialSavepointRegistered.type] };
});

/**
 * The status as it should stand (R68–R79). What cannot be known in this pass stays as it was; facts about a deployment
 * that is gone are dropped.
 */
function project(finding: VvpFinding, record: OperatorRecord | undefined, shown: readonly Condition[]): JsonObject {
  const { view } = finding;
  const before = (view.object.status ?? {}) as Partial<VvpStatus>;
  const deployment = latestDeployment(finding);
  const asked = view.backend.found !== "unknown" && view.backend.found !== "unasked";
  return defined<VvpStatus>({
    deploymentId: record?.id ?? before.deploymentId,
    observedGeneration: cameToVerdict(finding) ? view.object.metadata.generation : before.observedGeneration,
    syncEnabled: !isPaused(view),
    observedSpecState: wantedState(view),
    actualState: (deployment ?? observed(finding))?.state ?? (asked ? undefined : before.actualState),
    vvpNamespace: view.target?.namespace,
    instanceId: view.settings.instanceId,
    lastProcessedSavepointNonce: record?.nonces?.savepoint?.processed ?? before.lastProcessedSavepointNonce,
    lastProcessedTriggerNonce: record?.nonces?.restart?.processed ?? before.lastProcessedTriggerNonce,
    lastHandledReconcileAt: cameToVerdict(finding)
      ? (requestOf(view) ?? before.lastHandledReconcileAt)
      : before.lastHandledReconcileAt,
    conditions: [...shown],
  });
}

/** Without the fields that nothing is known for. */
function defined<Status>(fields: { readonly [Field in keyof Status]: Status[Field] | undefined }): JsonObject {
  const status: Record<string, JsonValue> = {};
  for (const field of Object.keys(fields) as (keyof Status & string)[]) {
    if (fields[field] !== undefined) status[field] = fields[field] as JsonValue;
  }
  return status;
}
