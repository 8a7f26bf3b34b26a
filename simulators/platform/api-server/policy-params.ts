import type { Attributes } from "./attributes.ts";
import { at, type Json, textAt } from "./json.ts";
import type { KubeObject } from "./object.ts";
import type { Resource } from "./resource.ts";
import { matchesLabelSelector } from "./selector.ts";
import type { Store } from "./store.ts";

/** The parameters that a policy is evaluated with, once for each; or why there are none. */
export type Params =
  | { readonly ok: true; readonly values: readonly (Json | undefined)[] }
  | { readonly ok: false; readonly error: string };

/** Finds the parameters of a policy through a binding's `paramRef`; one undefined value where the policy takes none. */
export function policyParams(store: Store, policy: KubeObject, binding: KubeObject, attributes: Attributes): Params {
  const kind = at(policy, "spec", "paramKind");
  const ref = at(binding, "spec", "paramRef");
  if (kind === undefined || ref === undefined) return { ok: true, values: [undefined] };
  const resource = store.resources.findKind(textAt(kind, "apiVersion"), textAt(kind, "kind"));
  if (!resource) return { ok: false, error: `paramKind kind \`${textAt(kind, "kind")}\` not known` };
  const namespace = textAt(ref, "namespace") || attributes.namespace;
  if (resource.namespaced && namespace === "") {
    return {
      ok: false,
      error: "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources",
    };
  }
  const values = found(store, resource, namespace, ref);
  if (values.length === 0 && textAt(ref, "parameterNotFoundAction") === "Deny") {
    return { ok: false, error: "no params found for policy binding with `Deny` parameterNotFoundAction" };
  }
  return { ok: true, values };
}

function found(store: Store, resource: Resource, namespace: string, ref: Json): KubeObject[] {
  const name = textAt(ref, "name");
  if (name !== "") {
    const object = store.get(resource, namespace, name);
    return object ? [object] : [];
  }
  const selector = at(ref, "selector");
  const inScope = (object: KubeObject) => !resource.namespaced || object.metadata.namespace === namespace;
  return store
    .all(resource)
    .filter((object) => inScope(object) && matchesLabelSelector(selector, object.metadata.labels ?? {}));
}
