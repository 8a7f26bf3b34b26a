import type { Change } from "./change.ts";
import { type Entry, History } from "./history.ts";
import type { JsonObject } from "./json.ts";
import { type KubeObject, withMeta } from "./object.ts";
import { apiVersionOf, objectKey, type Resource, storageKey } from "./resource.ts";
import { Resources } from "./resources.ts";
import { ApiError, alreadyExists, detailsOf } from "./status-error.ts";

/** Everything a store takes from outside; all of it can be made deterministic. */
export interface StoreOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly uid: () => string;
  /** Numbers in [0, 1), for generated names. */
  readonly random: () => number;
  /** How many changes a watch can go back at least. */
  readonly historyLimit: number;
}

/** Thrown by `commit` when the object changed since the change was planned; plan again. */
export class Moved extends Error {}

/**
 * All objects, the global revision and the history of changes. Synchronous, without timers; time comes from `now`.
 *
 * Guarantees: every commit raises the revision by one and is seen by subscribers in order, before `commit` returns; objects
 * handed out are never changed afterwards.
 * Assumptions: callers do not change objects handed out.
 * Caveats: `commit` trusts its change; plan it with `write-*.ts`, which validate.
 */
export class Store {
  readonly options: StoreOptions;
  readonly resources = new Resources();
  readonly history: History;
  readonly #tables = new Map<string, Map<string, KubeObject>>();
  readonly #sorted = new Map<string, readonly KubeObject[]>();
  readonly #listeners = new Set<(entry: Entry) => void>();
  readonly #unseen: Entry[] = [];
  #telling = false;
  #revision = 1;

  constructor(options: StoreOptions) {
    this.options = options;
    this.history = new History(options.historyLimit);
  }

  /** The revision of the last commit. */
  get revision(): number {
    return this.#revision;
  }

  /** The object in the version of `resource`, or undefined. */
  get(resource: Resource, namespace: string, name: string): KubeObject | undefined {
    const found = this.#tables.get(storageKey(resource))?.get(objectKey(resource.namespaced ? namespace : "", name));
    return found && inVersion(found, resource);
  }

  /** All objects of a resource in etcd's order (namespace/name, bytewise); the array is a snapshot that stays as it is. */
  all(resource: Resource): readonly KubeObject[] {
    const storage = storageKey(resource);
    const cached = this.#sorted.get(storage);
    if (cached) return cached;
    const entries = [...(this.#tables.get(storage) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    const objects = entries.map(([, object]) => object);
    this.#sorted.set(storage, objects);
    return objects;
  }

  /** Calls back after each commit, synchronously. Returns the function that ends it. */
  subscribe(listener: (entry: Entry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Carries out a planned change. Returns what the API answers. Throws `Moved` or 409 `AlreadyExists`. */
  commit(change: Change): JsonObject {
    const { resource, namespace } = change.target;
    const name = change.after?.metadata.name ?? change.target.name;
    const current = this.get(resource, namespace, name);
    if (change.operation === "CREATE" && current) throw existing(resource, name, current);
    if (current?.metadata.resourceVersion !== change.before?.metadata.resourceVersion) throw new Moved();
    if (change.effect === "none" || change.options.dryRun) return answer(change);
    this.#revision += 1;
    const resourceVersion = String(this.#revision);
    if (change.effect === "remove") {
      const last = withMeta(change.before as KubeObject, { resourceVersion });
      this.#write("DELETED", change, last);
      return change.operation === "DELETE" && resource.returnsDeleted ? last : answer(change);
    }
    const stored = withMeta(change.after as KubeObject, { resourceVersion });
    this.#write(change.before ? "MODIFIED" : "ADDED", change, stored);
    return stored;
  }

  #write(type: Entry["type"], change: Change, object: KubeObject): void {
    const storage = storageKey(change.target.resource);
    const table = this.#tables.get(storage) ?? new Map<string, KubeObject>();
    this.#tables.set(storage, table);
    const key = objectKey(object.metadata.namespace ?? "", object.metadata.name ?? "");
    if (type === "DELETED") table.delete(key);
    else table.set(key, object);
    this.#sorted.delete(storage);
    const entry = { revision: this.#revision, storage, type, object, before: change.before };
    this.history.push(entry);
    this.#unseen.push(entry);
    this.#tell();
  }

  /** Tells listeners one entry at a time, so that a listener that commits cannot turn the order around. */
  #tell(): void {
    if (this.#telling) return;
    this.#telling = true;
    try {
      for (let entry = this.#unseen.shift(); entry !== undefined; entry = this.#unseen.shift()) {
        for (const listener of [...this.#listeners]) listener(entry);
      }
    } finally {
      this.#telling = false;
    }
  }
}

/** The object as a version of its resource shows it (conversion strategy None). */
export function inVersion(object: KubeObject, resource: Resource): KubeObject {
  const apiVersion = apiVersionOf(resource);
  return object.apiVersion === apiVersion ? object : { ...object, apiVersion };
}

function existing(resource: Resource, name: string, current: KubeObject): ApiError {
  const error = alreadyExists(resource, name);
  if (!current.metadata.deletionTimestamp) return error;
  return new ApiError(409, "AlreadyExists", `object is being deleted: ${error.message}`, detailsOf(resource, name));
}

/** What a write answers when it stored nothing new: the object, or the `Status` of a complete deletion. */
function answer(change: Change): JsonObject {
  if (change.operation !== "DELETE" || change.effect !== "remove") return change.after ?? {};
  const { resource } = change.target;
  const { name = "", uid } = change.before?.metadata ?? {};
  const details = { ...detailsOf(resource, name), uid };
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details };
}
