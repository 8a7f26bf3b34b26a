import { at, isObject, type JsonObject } from "../../core/json.ts";
import type { Intent, OperatorRecord } from "../../core/record.ts";
import type { Deployment } from "../../ports/app-manager.ts";
import { acceptNonces, judgeNonce, openNonce } from "./nonce.ts";
import type { View } from "./view.ts";

/**
 * The annotation of the job template whose change restarts the job through the deployment's upgradeStrategy.
 *
 * Inferred: no platform documents a way to restart (`ververica.md` 2.6); any change of the template is an upgrade.
 */
export const restartAnnotation = "weir.dev/restart";

/** How a restart is brought about: one change of the template, or the state to stop in and back (AMB-32). */
export type RestartWay =
  | { readonly by: "template" }
  | { readonly by: "state"; readonly stop: "SUSPENDED" | "CANCELLED" };

/** A platform that is told not to upgrade ignores a changed template, so its state has to be toggled. */
export function restartWay({ spec }: Deployment): RestartWay {
  if (at(spec, "upgradeStrategy", "kind") !== "NONE") return { by: "template" };
  return { by: "state", stop: at(spec, "restoreStrategy", "kind") === "NONE" ? "CANCELLED" : "SUSPENDED" };
}

/** The restart that is due in this pass: accepted now, or earlier and not settled. */
export function dueRestart(view: View): Intent | undefined {
  if (judgeNonce(view, "restart").kind !== "fire") return openNonce(view.record, "restart");
  return acceptNonces(view).intents.find(({ key }) => key === "restart");
}

/** The mark that brings the due restart about; undefined where none is due, or the state has to do it. */
export function dueMark(view: View): string | undefined {
  const { backend } = view;
  if (backend.found !== "own" || restartWay(backend.deployment).by !== "template") return undefined;
  return dueRestart(view)?.content;
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

/** The mark that a body sends, if it does. */
export function markIn(body: unknown): string | undefined {
  const mark = at(body as JsonObject, "spec", "template", "metadata", "annotations", restartAnnotation);
  return typeof mark === "string" ? mark : undefined;
}

/** The record once the platform took a template with this mark. */
export function restarted(record: OperatorRecord, mark: string): OperatorRecord {
  return { ...record, nonces: { accepted: 0, ...record.nonces, restarted: mark } };
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isObject(found) ? (found as JsonObject) : {};
}
