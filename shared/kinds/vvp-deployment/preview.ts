import { equals, mergePatch } from "../../core/diff.ts";
import { at, isObject, type JsonValue, outOfBounds, textAt } from "../../core/json.ts";
import { ownRecord } from "../../core/kind.ts";
import type { KubeObject } from "../../core/object.ts";
import type { Review } from "../../core/rule.ts";
import { nonceNames } from "./nonce-memory.ts";
import { toPathList } from "./path-list.ts";
import { adoptionPolicy, whySyncIsOff } from "./policies.ts";
import { type Change, makeChange } from "./preview-change.ts";
import { previewCircumstances } from "./preview-circumstances.ts";
import { previewJob } from "./preview-job.ts";
import { nonceIn, previewFirstNonces, previewSavepoint } from "./preview-nonce.ts";

/**
 * What an apply will do, in the order in which it happens; each entry is the end of a sentence about Weir.
 *
 * Assumptions: the object breaks no rule.
 * Guarantees: from the two versions alone, without a read; empty where the edit asks for nothing.
 * Caveats: the platform may have moved on since the status was written, or hold a deployment of that name already.
 */
export function preview({ object, oldObject, settings }: Review): readonly string[] {
  if (oldObject !== undefined && (outOfBounds(oldObject) !== undefined || !asksForMore(oldObject, object))) return [];
  const { namespace = "" } = object.metadata;
  if (settings.namespaces.length > 0 && !settings.namespaces.includes(namespace)) {
    return [`sends nothing to the platform, because this operator does not watch namespace ${namespace}`];
  }
  const off = whySyncIsOff(object);
  if (off !== undefined) return [`sends nothing to the platform. ${off}`];
  if (oldObject === undefined) return [...previewCreation(object), ...previewFirstNonces(object)];
  if (!isLinked(oldObject)) return previewCreation(object);
  const change = makeChange(oldObject, object);
  return [
    ...(whySyncIsOff(oldObject) !== undefined ? ["projects again, with all that was changed in the meantime"] : []),
    ...previewSavepoint(change),
    ...previewJob(change),
    ...previewRest(change),
    ...previewCircumstances(change),
  ];
}

/** True when something differs that a pass would act upon; a change of the mode alone sends nothing (AMB-7). */
function asksForMore(before: KubeObject, after: KubeObject): boolean {
  const parts = (object: KubeObject) => [
    at(object.spec, "deployment"),
    isLinked(before) ? null : [at(object.spec, "initFields"), at(object.spec, "syncingMode"), adoptionPolicy(object)],
    whySyncIsOff(object),
  ];
  if (!equals(parts(before), parts(after))) return true;
  return nonceNames.some(
    (name) => nonceIn(after, name) !== undefined && nonceIn(after, name) !== nonceIn(before, name),
  );
}

function previewCreation(object: KubeObject): string[] {
  const { spec } = object;
  const put = at(spec, "syncingMode") === "PUT";
  const wanted = at(spec, "deployment");
  const body = put ? wanted : mergePatch(wanted, at(spec, "initFields") ?? {});
  const given = textAt(body, "spec", "state") ?? (put ? "CANCELLED" : undefined);
  const name = `${textAt(wanted, "metadata", "namespace")}/${textAt(wanted, "metadata", "name")}`;
  const state = given === undefined ? "; the platform decides on its state" : ` in state ${given}`;
  const adopts =
    "or, where it exists and nobody manages it, takes it over as it is and then projects the spec, as an edit";
  return [`creates deployment ${name}${state}`, ...(adoptionPolicy(object) === "Adopt" ? [adopts] : [])];
}

/** What concerns the deployment and not its job. */
function previewRest({ mode, before, after, held, outcome }: Change): string[] {
  const wanted = at(after.spec, "deployment");
  if (equals(held, wanted)) return [];
  const kept = mode === "PATCH" ? missingPaths(held, wanted, "spec.deployment").sort() : [];
  const withoutJob = (value: JsonValue) => mergePatch(value, { spec: { state: null, template: null } });
  const others = !equals(withoutJob(held), withoutJob(outcome));
  const resets = mode === "PUT" && at(before.spec, "syncingMode") === "PATCH";
  return [
    ...(resets ? ["replaces the whole definition: what is not given is reset (PATCH → PUT)"] : []),
    ...(others ? ["updates the deployment on the platform; that does not touch the job"] : []),
    ...(kept.length > 0 ? [`leaves on the platform what PATCH mode cannot take away: ${toPathList(kept)}`] : []),
  ];
}

function missingPaths(held: JsonValue, wanted: JsonValue | undefined, path: string): string[] {
  if (wanted === undefined) return [path];
  if (!isObject(held) || !isObject(wanted)) return [];
  return Object.entries(held).flatMap(([key, value]) => missingPaths(value, at(wanted, key), `${path}.${key}`));
}

/** True once there is, or was, a deployment: only a resource that never had one gets one (AMB-12). */
function isLinked(object: KubeObject): boolean {
  const id = ownRecord(object)?.id ?? at(object.status, "deploymentId");
  return typeof id === "string" && id !== "";
}
