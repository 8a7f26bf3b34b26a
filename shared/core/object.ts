import type { JsonValue } from "./json.ts";

/** `metadata` of a Kubernetes object, as far as Weir looks at it. */
export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
}

/** Any Kubernetes object as JSON. */
export interface KubeObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ObjectMeta;
  readonly spec?: JsonValue;
  readonly status?: JsonValue;
}

/** Names one namespaced resource; what an event is reduced to (D1). */
export interface Key {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** How a kind is called in the API; `plural` must equal the guess that Knative's source makes from the kind. */
export interface Names {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** The finalizer that holds a resource until what it stands for is gone. */
export const finalizer = "weir.dev/finalizer";

/** The text `kind/namespace/name`, for logs and as a map key. */
export function keyText(key: Key): string {
  return `${key.kind}/${key.namespace}/${key.name}`;
}

/** The key of an object of a namespaced kind. */
export function keyOf(kind: string, object: KubeObject): Key {
  return { kind, namespace: object.metadata.namespace ?? "", name: object.metadata.name };
}
