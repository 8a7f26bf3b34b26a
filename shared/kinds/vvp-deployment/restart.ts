import { at, isObject, type JsonObject } from "../../core/json.ts";
import type { Intent, OperatorRecord } from "../../core/record.ts";
import type { Deployment } from "../../ports/app-manager.ts";
import { afterVerdicts } from "./accept-nonces.ts";
import { submitted, withNonces } from "./nonce-memory.ts";
import { openIntent } from "./open-intents.ts";
import { isOutdated } from "./projection.ts";
import { type Backend, type View, wantedState } from "./view.ts";

/**
 * The annotation of the job template whose change restarts the job through the deployment's upgradeStrategy.
 *
 * Inferred: no platform documents a way to restart (`ververica.md` 2.6); any change of the template is an upgrade.
 */
export const restartAnnotation = "weir.dev/restart";

/**
 * How far a restart by way of the state has come, as the attempt of its intent says:
 *
 *     due ──(upgradeStrategy NONE)──> stopping ──(the platform has stopped)──> starting ──> settled
 *      └────(any other: one PATCH of the template, or a projection that carries its mark)────^
 *
 * A start that the platform refuses is owed all the same and tried again at a slower pace.
 */
export const phases = { due: 0, stopping: 1, starting: 2 } as const;

/** Milliseconds between two tries to start a job whose start the platform refuses. */
const startPaceMs = 60_000;

/** When a start that the platform refused is tried again, in milliseconds since the epoch; 0 for any other restart. */
export function nextStart({ attempt, refused, at: refusedAt }: Intent): number {
  return attempt === phases.starting && refused !== undefined ? refusedAt + startPaceMs : 0;
}

/** The restart that was accepted, now or earlier, and is not settled. */
export function dueRestart(view: View): Intent | undefined {
  return view.record && openIntent(afterVerdicts(view.record, view), "restart");
}

/**
 * True where a changed template restarts nothing, so that the state has to be toggled (AMB-32): the platform was told not
 * to upgrade, or will be by the projection that is due.
 */
export function isByState(view: View): boolean {
  const { backend, object } = view;
  const held = backend.found === "own" ? at(backend.deployment.spec, "upgradeStrategy", "kind") : undefined;
  if (!isOutdated(view)) return held === "NONE";
  const wanted = at(object.spec, "deployment", "spec", "upgradeStrategy", "kind");
  return (object.spec.syncingMode === "PUT" ? wanted : (wanted ?? held)) === "NONE";
}

/**
 * True while the state is the due restart's to change: a projection that carries it as well would start the job that
 * another pod has just stopped, for a second stop (S2).
 */
export function keepsState(view: View): boolean {
  return dueRestart(view)?.attempt === phases.due && isByState(view) && !isStop(wantedState(view));
}

/** The mark that brings the due restart about; undefined where none is due, or the state has to do it. */
export function dueMark(view: View): string | undefined {
  const due = dueRestart(view);
  return due?.attempt === phases.due && !isByState(view) ? due.content : undefined;
}

/** What the template's annotation must say in a full definition, so that sending one does not restart the job again. */
export function templateMark(view: View): string | undefined {
  return dueMark(view) ?? view.record?.nonces?.restarted;
}

/** A deployment's spec whose template carries the mark. */
export function withTemplateMark(spec: JsonObject, mark: string | undefined): JsonObject {
  if (mark === undefined) return spec;
  const template = objectAt(spec, "template");
  const metadata = objectAt(template, "metadata");
  const annotations = { ...objectAt(metadata, "annotations"), [restartAnnotation]: mark };
  return { ...spec, template: { ...template, metadata: { ...metadata, annotations } } };
}

/** The mark in the template of a deployment or of a body that is sent. */
export function markIn(deployment: JsonObject): string | undefined {
  const mark = at(deployment, "spec", "template", "metadata", "annotations", restartAnnotation);
  return typeof mark === "string" ? mark : undefined;
}

/** The record once the platform took a restart: by the mark, which is then remembered, or by the state. */
export function restarted(record: OperatorRecord, intent: Intent, mark?: string): OperatorRecord {
  const known = submitted(record, "restart", intent);
  return mark === undefined ? known : withNonces(known, { restarted: mark });
}

/**
 * Judges the open restart against what the platform says at the start of the pass.
 *
 * It is settled by its mark in the template, by the start behind the stop, and by a stop that the user asks for instead.
 */
export function judgeRestart(
  record: OperatorRecord | undefined,
  backend: Backend,
  wantedState: string | undefined,
): OperatorRecord | undefined {
  const intent = openIntent(record, "restart");
  if (record === undefined || intent === undefined || backend.found !== "own") return record;
  const { spec, desiredState } = backend.deployment;
  if (markIn({ spec }) === intent.content) return restarted(record, intent, intent.content);
  const stopped = isStop(wantedState) && desiredState === wantedState;
  return stopped || isRestarted(backend.deployment, intent) ? restarted(record, intent) : record;
}

/** True once a deployment shows the restart: by its mark in the template, or by the start behind the stop. */
export function isRestarted({ spec, desiredState }: Deployment, { content, attempt }: Intent): boolean {
  return markIn({ spec }) === content || (attempt === phases.starting && desiredState === "RUNNING");
}

/** True for a wish of the user's that leaves nothing to restart; a word that is no state is none. */
export function isStop(wantedState: string | undefined): boolean {
  return wantedState === "SUSPENDED" || wantedState === "CANCELLED";
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isObject(found) ? (found as JsonObject) : {};
}
