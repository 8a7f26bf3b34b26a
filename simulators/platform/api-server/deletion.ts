import { at, isObject } from "./json.ts";
import { type KubeObject, timestamp, withMeta } from "./object.ts";
import { type Resource, storageKey } from "./resource.ts";

/** Storage key of CRDs. */
export const crdStorage = "apiextensions.k8s.io/customresourcedefinitions";
/** Storage key of namespaces. */
export const namespaceStorage = "/namespaces";
/** Holds a CRD until its objects are gone. */
export const crdFinalizer = "customresourcecleanup.apiextensions.k8s.io";

/** The object with a deletion time; its generation rises by one if it has one. */
export function markDeleted(object: KubeObject, now: number): KubeObject {
  const { generation } = object.metadata;
  return withMeta(object, {
    deletionTimestamp: timestamp(now),
    deletionGracePeriodSeconds: 0,
    ...(generation === undefined ? {} : { generation: generation + 1 }),
  });
}

/** How deleting starts for kinds that are emptied first: a CRD is held, a namespace is Terminating; else undefined. */
export function heldForCleanup(resource: Resource, object: KubeObject): KubeObject | undefined {
  const storage = storageKey(resource);
  if (storage === crdStorage) {
    const others = (object.metadata.finalizers ?? []).filter((name) => name !== crdFinalizer);
    return withMeta(object, { finalizers: [...others, crdFinalizer] });
  }
  if (storage !== namespaceStorage) return undefined;
  const status = at(object, "status");
  return { ...object, status: { ...(isObject(status) ? status : {}), phase: "Terminating" } };
}
