import { equals, makeMergePatch } from "../core/diff.ts";
import { isObject, type JsonObject } from "../core/json.ts";
import { ownRecord } from "../core/kind.ts";
import { finalizer, type Key, type KubeObject, type Names } from "../core/object.ts";
import { type OperatorRecord, recordAnnotation, writeRecord } from "../core/record.ts";
import type { Cluster } from "../ports/cluster.ts";
import type { Engine } from "./engine.ts";

/**
 * Writes record and finalizer together, where they differ.
 *
 * Guarantees: one PATCH with the object's resourceVersion as precondition, or none; the finalizer stands whenever a
 * record does, except on an object that is being deleted (the API server admits no new one there).
 */
export async function writeMemory(
  cluster: Cluster,
  names: Names,
  key: Key,
  object: KubeObject,
  record: OperatorRecord | undefined,
): Promise<KubeObject> {
  if (record === undefined) return object;
  const { finalizers = [], deletionTimestamp, resourceVersion = "" } = object.metadata;
  const held = finalizers.includes(finalizer) || deletionTimestamp !== undefined;
  // By meaning: another version of Weir may have put it in another order.
  if (held && equals(record, ownRecord(object))) return object;
  const metadata: JsonObject = { resourceVersion, annotations: { [recordAnnotation]: writeRecord(record) } };
  return cluster.patch(names, key, {
    metadata: held ? metadata : { ...metadata, finalizers: [...finalizers, finalizer] },
  });
}

/** Takes our finalizer off (S8); the last one makes the API server remove the object. */
export async function releaseObject(cluster: Cluster, names: Names, key: Key, object: KubeObject): Promise<void> {
  const { finalizers = [], resourceVersion = "" } = object.metadata;
  if (!finalizers.includes(finalizer)) return;
  const rest = finalizers.filter((one) => one !== finalizer);
  await cluster.patch(names, key, { metadata: { resourceVersion, finalizers: rest } });
}

/**
 * Writes the status where it differs in meaning (D8), with the resourceVersion of what it was derived from (S5), and tells
 * the observer of what was written.
 */
export async function writeStatus(
  { ports, clock, observeStatus }: Pick<Engine, "ports" | "clock" | "observeStatus">,
  names: Names,
  key: Key,
  object: KubeObject,
  status: JsonObject,
): Promise<boolean> {
  const patch = statusPatch(object, status);
  if (patch === undefined) return false;
  await ports.cluster.patch(
    names,
    key,
    { metadata: { resourceVersion: object.metadata.resourceVersion ?? "" }, status: patch },
    "status",
  );
  const before = isObject(object.status) ? object.status : undefined;
  observeStatus?.({ key, before, after: status, now: clock.now() });
  return true;
}

/** The merge patch from an object's status to the wanted one; undefined when they are equal. */
export function statusPatch(object: KubeObject, status: JsonObject): JsonObject | undefined {
  return makeMergePatch(isObject(object.status) ? object.status : {}, status);
}
