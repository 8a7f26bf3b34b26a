import { applyMerge } from "./apply-merge.ts";
import { applyConflict, managedAfterApply, type Ownership, ownershipOf, withoutOwned } from "./apply-ownership.ts";
import type { Change } from "./change.ts";
import { decodeBody, decodePatched } from "./decode.ts";
import { isObject, type Json, type JsonObject, sameJson } from "./json.ts";
import { appliedBefore, withLastApplied } from "./last-applied.ts";
import { fieldsOf, ownable } from "./managed-fields.ts";
import { type KubeObject, timestamp } from "./object.ts";
import { ApiError, badRequest, notFound } from "./status-error.ts";
import type { Store } from "./store.ts";
import { type WriteContext, writerOf } from "./write-context.ts";
import { planCreate } from "./write-create.ts";
import { planChange } from "./write-update.ts";

/**
 * Plans a server-side apply: creates the object or merges the configuration into it; what the manager applied before and now
 * leaves out goes away, unless another manager owns it. Throws 400, 404, 409, 422.
 *
 * Caveats: lists are owned as a whole; the real server tracks the items of sets and maps one by one, so that its conflicts and
 * removals inside such lists are finer.
 */
export function planApply(store: Store, body: Json, context: WriteContext): Change {
  const { resource, namespace, name, subresource } = context.target;
  if (!context.options.fieldManager) throw managerRequired();
  if (!isObject(body) || body.kind === undefined) throw badRequest("invalid object type: /, Kind=");
  const config = decodeBody(body, context.target);
  if (config.metadata.managedFields) throw badRequest("metadata.managedFields must be nil");
  const before = store.get(resource, namespace, name);
  const writer = writerOf(context, "Apply");
  const now = store.options.now();
  if (!before) {
    if (subresource !== "") throw notFound(resource, name);
    checkName(config.metadata.name ?? "", name);
    const fresh: Ownership = { applied: fieldsOf(applicable(config, context)), dropped: {}, conflicts: [] };
    const managed = managedAfterApply(undefined, fresh, writer, timestamp(now));
    return planCreate(store, withLastApplied(config, config, context), context, managed);
  }
  const ownership = ownershipOf(before, applicable(config, context), writer, resource.schema);
  const { conflicts } = ownership;
  const paths = conflicts.map(({ path }) => path);
  const isForced = context.options.force || appliedBefore(before, paths, context);
  if (conflicts.length > 0 && !isForced) throw applyConflict(conflicts);
  checkName(config.metadata.name ?? name, name);
  const candidate = merged(before, config, ownership, context);
  const decoded = withLastApplied(decodePatched(candidate, context.target), config, context);
  const time = sameJson(ownable(decoded), ownable(before)) ? undefined : timestamp(now);
  const managed = managedAfterApply(before, ownership, writer, time);
  return planChange(store, before, decoded, context, { managed, patched: true });
}

function checkName(named: string, onUrl: string): void {
  if (named === "") {
    throw badRequest(`the name of the object (${onUrl} based on URL) was undeterminable: name must be provided`);
  }
  if (named !== onUrl)
    throw badRequest(`the name of the object (${named}) does not match the name on the URL (${onUrl})`);
}

/** What of a configuration this path can set: only the status on `/status`, everything else on the main resource. */
function applicable(config: KubeObject, context: WriteContext): JsonObject {
  const { resource, subresource } = context.target;
  const { status, ...main } = ownable(config);
  if (subresource === "status") return status === undefined ? {} : { status };
  return resource.statusSubresource || status === undefined ? main : { ...main, status };
}

function merged(before: KubeObject, config: KubeObject, ownership: Ownership, context: WriteContext): Json {
  const base = withoutOwned(before, ownership.dropped);
  const candidate = applyMerge(base, config, { node: context.target.resource.schema, path: "" });
  const version = config.metadata.resourceVersion ?? before.metadata.resourceVersion;
  if (!isObject(candidate)) return candidate;
  return { ...candidate, metadata: { ...(candidate.metadata as JsonObject), resourceVersion: version } };
}

function managerRequired(): ApiError {
  const field = "fieldManager";
  const message = "Required value: is required for apply patch";
  const details = {
    group: "meta.k8s.io",
    kind: "PatchOptions",
    causes: [{ reason: "FieldValueRequired", message, field }],
  };
  return new ApiError(422, "Invalid", `PatchOptions.meta.k8s.io "" is invalid: ${field}: ${message}`, details);
}
