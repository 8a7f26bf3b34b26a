import type { Change } from "./change.ts";
import { decodeBody } from "./decode.ts";
import { invalid } from "./field-error.ts";
import { type Json, textAt } from "./json.ts";
import { generateName, metaErrors, metaForCreate } from "./meta.ts";
import type { KubeObject, ManagedFields } from "./object.ts";
import { forbidden, notFound, notSupported, otherNamespace, withWarnings } from "./status-error.ts";
import type { Store } from "./store.ts";
import {
  contentErrors,
  finalizerWarnings,
  normalized,
  typeErrors,
  type WriteContext,
  withManagers,
} from "./write-context.ts";

/**
 * Plans a creation: decoded, pruned, defaulted, filled in and validated, not yet admitted or stored.
 *
 * Throws 400, 404 (no such namespace), 422. An existing name is found only by the commit, as in the real server.
 */
export function planCreate(
  store: Store,
  body: Json,
  context: WriteContext,
  managed?: readonly ManagedFields[],
): Change {
  const { target, options } = context;
  const { resource, namespace } = target;
  if (target.subresource !== "") throw notSupported(resource, "create");
  const now = store.options.now();
  const { object: decoded, warnings } = normalized(decodeBody(body, target), context);
  const inBody = decoded.metadata.namespace;
  if (resource.namespaced && inBody !== undefined && inBody !== namespace) {
    throw otherNamespace();
  }
  if (resource.namespaced) checkNamespace(store, context, decoded.metadata.name ?? "");
  const name = nameFor(store, decoded, target.name);
  const filled = metaForCreate(decoded, resource, { namespace, name, uid: store.options.uid(), now });
  const { status: _status, ...withoutStatus } = filled;
  const reset = (resource.statusSubresource ? withoutStatus : filled) as KubeObject;
  const prepared = resource.prepare?.(reset, { now, old: undefined }) ?? reset;
  const wrongType = typeErrors(prepared, context);
  if (wrongType.length > 0) throw invalid({ ...resource, kind: prepared.kind }, name, wrongType);
  const errors = [...metaErrors(prepared, resource), ...contentErrors(prepared, undefined, context)];
  if (errors.length > 0) throw withWarnings(invalid(resource, name, errors), warnings);
  return {
    operation: "CREATE",
    target: { ...target, name },
    before: undefined,
    after: withManagers(prepared, undefined, context, now, managed),
    effect: "store",
    options,
    warnings: [...warnings, ...finalizerWarnings(prepared, undefined)],
  };
}

function nameFor(store: Store, object: KubeObject, onUrl: string): string {
  const { name, generateName: prefix } = object.metadata;
  if (name || onUrl) return name || onUrl;
  return prefix ? generateName(prefix, store.options.random) : "";
}

function checkNamespace(store: Store, context: WriteContext, name: string): void {
  const { resource, namespace } = context.target;
  const namespaces = store.resources.find("", "v1", "namespaces");
  const found = namespaces && store.get(namespaces, "", namespace);
  if (namespaces && !found) throw notFound(namespaces, namespace);
  if (textAt(found, "status", "phase") === "Terminating") {
    const reason = `unable to create new content in namespace ${namespace} because it is being terminated`;
    throw forbidden(resource, name, reason);
  }
}
