import type { Change } from "./change.ts";
import { resourcesOf } from "./crd.ts";
import { crdFinalizer, crdStorage, markDeleted, namespaceStorage } from "./deletion.ts";
import type { Entry } from "./history.ts";
import { listAt, textAt } from "./json.ts";
import type { KubeObject } from "./object.ts";
import { type Resource, storageKey } from "./resource.ts";
import type { Store } from "./store.ts";

/**
 * Does at once what Kubernetes' controllers do soon: serves what CRDs define, and empties and removes CRDs and namespaces
 * that are being deleted. Without it a namespace would stay Terminating for ever. Returns the function that ends it.
 */
export function runControllers(store: Store): () => void {
  return store.subscribe((entry) => {
    if (entry.storage === crdStorage) serveCrd(store, entry);
    if (entry.storage === namespaceStorage && entry.type !== "DELETED") finishNamespace(store, entry.object);
    if (entry.type === "DELETED") finishOwners(store, entry);
  });
}

function serveCrd(store: Store, entry: Entry): void {
  const names = {
    group: textAt(entry.object, "spec", "group"),
    plural: textAt(entry.object, "spec", "names", "plural"),
  };
  store.resources.define(names, entry.type === "DELETED" ? [] : resourcesOf(entry.object));
  if (entry.type !== "DELETED" && entry.object.metadata.deletionTimestamp) finishCrd(store, entry.object);
}

function finishCrd(store: Store, crd: KubeObject): void {
  const resource = resourcesOf(crd)[0];
  if (!resource) return;
  for (const object of store.all(resource)) removeOrMark(store, resource, object);
  if (store.all(resource).length > 0) return;
  const finalizers = (crd.metadata.finalizers ?? []).filter((name) => name !== crdFinalizer);
  if (finalizers.length === 0) removeNow(store, resourceNamed(store, crd), crd);
}

function finishNamespace(store: Store, namespace: KubeObject): void {
  const name = namespace.metadata.name ?? "";
  if (!namespace.metadata.deletionTimestamp) return;
  const contents = store.resources.all().filter((resource) => resource.namespaced);
  let left = 0;
  for (const resource of contents) {
    for (const object of store.all(resource)) {
      if (object.metadata.namespace === name) left += removeOrMark(store, resource, object);
    }
  }
  const current = store.get(resourceNamed(store, namespace), "", name);
  const held = listAt(current, "spec", "finalizers").some((finalizer) => finalizer !== "kubernetes");
  if (left === 0 && current && !held) removeNow(store, resourceNamed(store, namespace), current);
}

/** Deletes an object as a controller would; returns 1 if finalizers still hold it. */
function removeOrMark(store: Store, resource: Resource, object: KubeObject): 0 | 1 {
  if ((object.metadata.finalizers ?? []).length === 0) {
    removeNow(store, resource, object);
    return 0;
  }
  if (!object.metadata.deletionTimestamp) {
    const after = markDeleted(object, store.options.now());
    store.commit({ ...change(resource, object), after, effect: "store" });
  }
  return 1;
}

function removeNow(store: Store, resource: Resource, object: KubeObject): void {
  const current = store.get(resource, object.metadata.namespace ?? "", object.metadata.name ?? "");
  if (current) store.commit({ ...change(resource, current), after: undefined, effect: "remove" });
}

function change(
  resource: Resource,
  before: KubeObject,
): Pick<Change, "operation" | "target" | "before" | "options" | "warnings"> {
  const { namespace = "", name = "" } = before.metadata;
  return {
    operation: "DELETE",
    target: { resource, namespace, name, subresource: "" },
    before,
    options: {},
    warnings: [],
  };
}

function finishOwners(store: Store, entry: Entry): void {
  const namespaces = store.resources.find("", "v1", "namespaces");
  const { namespace = "" } = entry.object.metadata;
  const holder = namespaces && namespace !== "" ? store.get(namespaces, "", namespace) : undefined;
  if (holder) finishNamespace(store, holder);
  const crds = store.resources.find("apiextensions.k8s.io", "v1", "customresourcedefinitions");
  const crd = crds && store.all(crds).find((found) => storageKey(storedNames(found)) === entry.storage);
  if (crd?.metadata.deletionTimestamp) finishCrd(store, crd);
}

function storedNames(crd: KubeObject): Pick<Resource, "group" | "plural"> {
  return { group: textAt(crd, "spec", "group"), plural: textAt(crd, "spec", "names", "plural") };
}

function resourceNamed(store: Store, object: KubeObject): Resource {
  const found = store.resources.findKind(object.apiVersion, object.kind);
  if (!found) throw new Error(`no resource of kind ${object.kind}`);
  return found;
}
