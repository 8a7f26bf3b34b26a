import { at, isObject, member } from "../../core/json.ts";
import type { Key } from "../../core/object.ts";

/** What a user, a pipeline or a Trigger sends to have one resource looked at. */
export const reconcileRequested = "dev.weir.reconcile.requested";

const sourceType = /^dev\.knative\.apiserver\.(resource|ref)\.(add|update|delete)$/;
const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const subdomain = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;
const kindName = /^[A-Za-z][A-Za-z0-9]{0,62}$/;

/** The names in an event: whole, wrong, or absent; `none` is a cluster-scoped object, which Weir has no kind for. */
export type KeyReading =
  | { readonly key: Key }
  | { readonly wrong: string }
  | { readonly absent: true }
  | { readonly none: true };

/** True for the event types that name one resource. */
export function namesResource(type: string): boolean {
  return sourceType.test(type) || type === reconcileRequested;
}

/** True for a kind as Kubernetes spells one. */
export function isKind(text: unknown): text is string {
  return typeof text === "string" && kindName.test(text);
}

/** True for the name of a Kubernetes namespace. */
export function isNamespace(text: unknown): text is string {
  return typeof text === "string" && label.test(text);
}

/** The key in the extensions `kind`, `namespace`, `name`; absent where one of them is not there at all. */
export function keyOfExtensions(type: string, extensions: Readonly<Record<string, string>>): KeyReading {
  return toKey(type, extensions.kind, extensions.namespace, extensions.name);
}

/** The key in the data: an object reference, or the object itself. */
export function keyOfData(type: string, data: unknown): KeyReading {
  const place = isObject(member(data, "metadata")) ? member(data, "metadata") : data;
  const namespace = member(place, "namespace") ?? (sourceType.test(type) ? "" : undefined);
  return toKey(type, member(data, "kind"), namespace, member(place, "name"));
}

/** True unless the data is an object of another name; nothing may be concluded from such a body. */
export function isAbout(key: Key, data: unknown): boolean {
  const names = [at(data, "metadata", "name") ?? key.name, at(data, "metadata", "namespace") ?? key.namespace];
  return names[0] === key.name && names[1] === key.namespace;
}

function toKey(type: string, kind: unknown, namespace: unknown, name: unknown): KeyReading {
  if (kind === undefined || namespace === undefined || name === undefined) return { absent: true };
  if (!isKind(kind)) return { wrong: "kind is not the name of a kind" };
  if (typeof name !== "string" || !subdomain.test(name))
    return { wrong: "name is not a DNS name of at most 253 characters" };
  if (namespace === "" && type !== reconcileRequested) return { none: true };
  if (!isNamespace(namespace)) return { wrong: "namespace is not a DNS label of at most 63 characters" };
  return { key: { kind, namespace, name } };
}
