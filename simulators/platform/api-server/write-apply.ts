import type { Change } from "./change.ts";
import { isObject, type Json } from "./json.ts";
import { mergePatch } from "./patch.ts";
import { badRequest, notFound } from "./status-error.ts";
import type { Store } from "./store.ts";
import type { WriteContext } from "./write-context.ts";
import { planCreate } from "./write-create.ts";
import { planChange } from "./write-update.ts";

/** Plans a server-side apply: creates the object or merges the configuration into it. Throws 400, 404, 409, 422. */
export function planApply(store: Store, config: Json, context: WriteContext): Change {
  const { resource, namespace, name, subresource } = context.target;
  if (!isObject(config)) throw badRequest("error decoding YAML: the configuration is not an object");
  const before = store.get(resource, namespace, name);
  if (before) return planChange(store, before, mergePatch(before, config), context);
  if (subresource !== "") throw notFound(resource, name);
  return planCreate(store, config, context);
}
