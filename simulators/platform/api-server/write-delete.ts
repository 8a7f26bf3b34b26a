import type { Change, WriteOptions } from "./change.ts";
import { heldForCleanup, markDeleted } from "./deletion.ts";
import type { KubeObject } from "./object.ts";
import { conflict, notFound, notSupported } from "./status-error.ts";
import type { Store } from "./store.ts";
import type { WriteContext } from "./write-context.ts";

/** Plans a deletion: removes the object, or marks it while finalizers hold it. Throws 404, 405, 409. */
export function planDelete(store: Store, context: WriteContext): Change {
  const { target, options } = context;
  const { resource, namespace, name } = target;
  if (target.subresource !== "") throw notSupported(resource, "delete");
  const before = store.get(resource, namespace, name);
  if (!before) throw notFound(resource, name);
  checkPreconditions(before, context, options.preconditions ?? {});
  const base = { operation: "DELETE", target, before, options, warnings: [] } as const;
  if (before.metadata.deletionTimestamp) return { ...base, after: before, effect: "none" };
  const held = heldForCleanup(resource, before);
  if (held) return { ...base, after: markDeleted(held, store.options.now()), effect: "store" };
  if ((before.metadata.finalizers ?? []).length === 0) return { ...base, after: undefined, effect: "remove" };
  return { ...base, after: markDeleted(before, store.options.now()), effect: "store" };
}

function checkPreconditions(
  before: KubeObject,
  context: WriteContext,
  wanted: NonNullable<WriteOptions["preconditions"]>,
): void {
  const { resource, name } = context.target;
  const { uid, resourceVersion } = before.metadata;
  const kindAsResource = { ...resource, plural: resource.kind };
  if (wanted.uid !== undefined && wanted.uid !== uid) {
    const cause =
      `the UID in the precondition (${wanted.uid}) does not match the UID in record (${uid}). ` +
      "The object might have been deleted and then recreated";
    throw conflict(kindAsResource, name, cause);
  }
  if (wanted.resourceVersion !== undefined && wanted.resourceVersion !== resourceVersion) {
    const cause =
      `the ResourceVersion in the precondition (${wanted.resourceVersion}) does not match the ResourceVersion in record ` +
      `(${resourceVersion}). The object might have been modified`;
    throw conflict(kindAsResource, name, cause);
  }
}
