import { plan } from "./handle-write.ts";
import type { Json } from "./json.ts";
import { textAt } from "./json.ts";
import type { KubeObject } from "./object.ts";
import type { Store } from "./store.ts";

/** Namespaces that every cluster has. */
const namespaces = ["default", "kube-node-lease", "kube-public", "kube-system"];

/** Creates the usual namespaces and the given objects, without admission. Throws `ApiError` for an invalid one. */
export function seedStore(store: Store, objects: readonly Json[]): void {
  for (const name of namespaces) create(store, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
  for (const object of objects) create(store, object);
}

function create(store: Store, object: Json): void {
  const resource = store.resources.findKind(textAt(object, "apiVersion"), textAt(object, "kind"));
  if (!resource) throw new Error(`seed: no resource of kind ${textAt(object, "kind")}`);
  const namespace = resource.namespaced ? textAt(object, "metadata", "namespace") || "default" : "";
  const target = { resource, namespace, name: "", subresource: "" } as const;
  const user = { username: "system:apiserver", groups: [] };
  const change = plan(store, { target, options: {}, user, manager: "seed", action: { verb: "create", body: object } });
  const status = (object as KubeObject).status;
  const after = status === undefined || !change.after ? change.after : { ...change.after, status };
  store.commit({ ...change, after });
}
