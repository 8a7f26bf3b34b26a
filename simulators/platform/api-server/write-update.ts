import type { Change, Target } from "./change.ts";
import { decodeBody } from "./decode.ts";
import { invalid } from "./field-error.ts";
import { isObject, type Json, sameJson, withMembers } from "./json.ts";
import { metaForUpdate, metaUpdateErrors, withGeneration } from "./meta.ts";
import { type KubeObject, type ManagedFields, withMeta } from "./object.ts";
import { storageKey } from "./resource.ts";
import {
  ApiError,
  badRequest,
  conflict,
  detailsOf,
  groupResource,
  notFound,
  otherNamespace,
  withWarnings,
} from "./status-error.ts";
import type { Store } from "./store.ts";
import {
  contentErrors,
  finalizerWarnings,
  normalized,
  typeErrors,
  type WriteContext,
  withManagers,
} from "./write-context.ts";
import { planCreate } from "./write-create.ts";

/** Plans a replacement (PUT). Throws 400, 404, 409, 422; creates where the resource allows it. */
export function planUpdate(store: Store, body: Json, context: WriteContext): Change {
  const { target } = context;
  const { resource, namespace, name } = target;
  checkIdentity(body, target);
  const before = store.get(resource, namespace, name);
  if (!before) {
    if (resource.createOnUpdate && target.subresource === "") return planCreate(store, body, context);
    throw notFound(resource, name);
  }
  const uid = isObject(body) && isObject(body.metadata) ? body.metadata.uid : undefined;
  if (typeof uid === "string" && uid !== "" && uid !== before.metadata.uid) throw uidConflict(target, uid, before);
  return planChange(store, before, decodeBody(body, target), context);
}

function checkIdentity(body: Json, target: Target): void {
  const metadata = isObject(body) && isObject(body.metadata) ? body.metadata : {};
  const { name = null, namespace } = metadata;
  // What is no text at all is for the decoder to refuse.
  if (name !== null && typeof name !== "string") return;
  if (name === null || name === "") {
    throw badRequest(`the name of the object (${target.name} based on URL) was undeterminable: name must be provided`);
  }
  if (name !== target.name) {
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${target.name})`);
  }
  if (target.resource.namespaced && namespace && namespace !== target.namespace) {
    throw otherNamespace();
  }
}

function uidConflict(target: Target, uid: string, before: KubeObject): ApiError {
  const { resource, namespace, name } = target;
  const key = `/registry/${storageKey(resource)}/${namespace}/${name}`;
  const cause = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${before.metadata.uid}`;
  return conflict(
    resource,
    name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${cause}`,
  );
}

/** Plans the change of `before` into `candidate`, whichever way the candidate came about. Throws 400, 409, 422. */
export function planChange(
  store: Store,
  before: KubeObject,
  candidate: KubeObject,
  context: WriteContext,
  how: { readonly managed?: readonly ManagedFields[]; readonly patched?: boolean } = {},
): Change {
  const { target, options } = context;
  const { resource } = target;
  const now = store.options.now();
  const wrongType = typeErrors(candidate, context);
  if (wrongType.length > 0) throw invalid({ ...resource, kind: candidate.kind }, target.name, wrongType);
  const { object: decoded, warnings } = normalized(candidate, context, how.patched);
  const filled = metaForUpdate(withVersion(decoded, before, target), before, resource);
  const reset = target.subresource === "" ? withoutStatusChange(filled, before, context) : onlyStatus(filled, before);
  const prepared = target.subresource === "" ? (resource.prepare?.(reset, { now, old: before }) ?? reset) : reset;
  const counted = target.subresource === "" ? withGeneration(prepared, before, resource) : prepared;
  const metadata = metaUpdateErrors(counted, before);
  const errors = [...metadata, ...(resource.custom ? metadata : []), ...contentErrors(counted, before, context)];
  if (errors.length > 0) throw withWarnings(invalid(resource, target.name, errors), warnings);
  const after = withManagers(counted, before, context, now, how.managed);
  const gone = before.metadata.deletionTimestamp !== undefined && (after.metadata.finalizers ?? []).length === 0;
  const effect = gone ? "remove" : sameJson(after, before) ? "none" : "store";
  const allWarnings = [...warnings, ...finalizerWarnings(after, before)];
  return { operation: "UPDATE", target, before, after, effect, options, warnings: allWarnings };
}

/** The candidate with the version it is allowed to replace. Throws 409 if it was made from another, 422 if it names none. */
function withVersion(candidate: KubeObject, before: KubeObject, target: Target): KubeObject {
  const { resource, name } = target;
  const current = before.metadata.resourceVersion;
  const given = candidate.metadata.resourceVersion;
  if (given && !/^\d+$/.test(given)) {
    throw new ApiError(500, "", `strconv.ParseUint: parsing "${given}": invalid syntax`);
  }
  if (given && given !== "0") {
    if (given !== current) throw conflict(resource, name);
    return candidate;
  }
  if (resource.unconditionalUpdate) return withMeta(candidate, { resourceVersion: current });
  const detail = "must be specified for an update";
  const message = `metadata.resourceVersion: Invalid value: 0: ${detail}`;
  const cause = {
    reason: "FieldValueInvalid",
    message: `Invalid value: 0: ${detail}`,
    field: "metadata.resourceVersion",
  };
  const details = { ...detailsOf(resource, name), causes: [cause] };
  throw new ApiError(422, "Invalid", `${groupResource(resource)} "${name}" is invalid: ${message}`, details);
}

function withoutStatusChange(object: KubeObject, before: KubeObject, context: WriteContext): KubeObject {
  if (!context.target.resource.statusSubresource) return object;
  return withMembers(object, { status: before.status }) as KubeObject;
}

function onlyStatus(object: KubeObject, before: KubeObject): KubeObject {
  return withMembers(before, { status: object.status }) as KubeObject;
}
