import type { Attributes } from "./attributes.ts";
import type { Change } from "./change.ts";
import { storageKey } from "./resource.ts";
import type { Store } from "./store.ts";
import type { User } from "./user.ts";

/** The attributes of a planned change. */
export function attributesOf(store: Store, change: Change, user: User): Attributes {
  const { resource, namespace, name, subresource } = change.target;
  const namespaces = store.resources.find("", "v1", "namespaces");
  const isNamespace = storageKey(resource) === "/namespaces";
  return {
    resource,
    subresource,
    operation: change.operation,
    name,
    namespace: isNamespace ? name : resource.namespaced ? namespace : "",
    object: change.operation === "DELETE" ? undefined : change.after,
    oldObject: change.before,
    user,
    dryRun: change.options.dryRun === true,
    fieldManager: change.options.fieldManager ?? "",
    namespaceObject: resource.namespaced && namespaces ? store.get(namespaces, "", namespace) : undefined,
  };
}
