import { attributesOf } from "./admission-attributes.ts";
import type { PatchType, WriteOptions } from "./change.ts";
import { plan, type WriteRequest } from "./handle-write.ts";
import type { Json, JsonObject } from "./json.ts";
import type { KubeObject } from "./object.ts";
import { checkPolicies } from "./policy.ts";
import type { Resource } from "./resource.ts";
import { notFound } from "./status-error.ts";
import type { Store } from "./store.ts";
import { Lister, type ListQuery, type Page } from "./store-list.ts";
import { startWatch, type Watch, type WatchEvent } from "./store-watch.ts";
import type { User } from "./user.ts";

/** Names one object; `subresource` is `status` or absent. */
export interface Ref {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
  readonly subresource?: "status";
}

/**
 * The API without HTTP: what a client of one user can do, synchronously.
 *
 * Guarantees: the answers, errors (`ApiError`) and events are those of the HTTP server; schema, rules and policies are checked.
 * Assumptions: objects handed out are not changed by the caller.
 * Caveats: webhooks are not asked.
 */
export interface StoreClient {
  get(ref: Ref): KubeObject;
  list(resource: Resource, query: ListQuery): Page;
  create(resource: Resource, namespace: string, body: Json, options?: WriteOptions): KubeObject;
  update(ref: Ref, body: Json, options?: WriteOptions): KubeObject;
  patch(ref: Ref, type: PatchType, body: Json, options?: WriteOptions): KubeObject;
  /** The marked object while finalizers hold it, else a `Status`. */
  remove(ref: Ref, options?: WriteOptions): JsonObject;
  watch(resource: Resource, query: ListQuery, listener: (event: WatchEvent) => void): Watch;
}

/** A client of a store; `manager` is its field manager. */
export function makeStoreClient(store: Store, user: User, manager: string): StoreClient {
  const lister = new Lister(store);
  const write = (ref: Ref, action: WriteRequest["action"], options: WriteOptions = {}): JsonObject => {
    const target = { ...ref, subresource: ref.subresource ?? ("" as const) };
    const change = plan(store, { target, options, user, manager, action });
    checkPolicies(store, attributesOf(store, change, user));
    return store.commit(change);
  };
  return {
    get: ({ resource, namespace, name }) => {
      const found = store.get(resource, namespace, name);
      if (!found) throw notFound(resource, name);
      return found;
    },
    list: (resource, query) => lister.list(resource, query),
    create: (resource, namespace, body, options) => {
      return write({ resource, namespace, name: "" }, { verb: "create", body }, options) as KubeObject;
    },
    update: (ref, body, options) => write(ref, { verb: "update", body }, options) as KubeObject,
    patch: (ref, type, body, options) => write(ref, { verb: "patch", type, body }, options) as KubeObject,
    remove: (ref, options) => write(ref, { verb: "delete" }, options),
    watch: (resource, query, listener) => startWatch(store, resource, query, listener),
  };
}
