import { equals, mergePatch } from "../../shared/core/diff.ts";
import { type ErrorCode, OperatorError } from "../../shared/core/error.ts";
import { type JsonObject, type JsonValue, member } from "../../shared/core/json.ts";
import type { Key, KubeObject, Names, ObjectMeta } from "../../shared/core/object.ts";
import type { Cluster, ListQuery, Page, Read } from "../../shared/ports/cluster.ts";
import { frozen } from "./frozen.ts";

/** What a source would tell of a change. */
export interface Change {
  readonly type: "add" | "update" | "delete";
  readonly object: KubeObject;
}

/** One call of the port, as it was meant. */
export interface ClusterCall {
  readonly to: "api";
  readonly verb: "get" | "list" | "patch" | "patch status" | "secret";
  readonly name: string;
  readonly patch?: JsonObject;
}

/** A fault for the first call of a verb; `after` lets the effect happen first. */
export interface ClusterFault {
  readonly verb: ClusterCall["verb"];
  readonly code: ErrorCode;
  readonly after?: boolean;
}

type Stored = KubeObject & { readonly metadata: ObjectMeta };

/**
 * The API server as far as the port `Cluster` shows it, in memory and exact: resourceVersion as a precondition, status
 * as a subresource, generation, finalizers, deletionTimestamp, pages with tokens, times in whole seconds. What it gives
 * is frozen and shared: nobody may change an object that he read.
 */
export class MemoryCluster implements Cluster {
  readonly changes: Change[] = [];
  readonly secrets = new Map<string, Readonly<Record<string, string>>>();
  faults: ClusterFault[] = [];
  /** Told of a call before it takes effect and after; what it throws is what the caller gets. `effect` may be had later. */
  probe: (call: ClusterCall, when: "before" | "after", effect: () => unknown) => void = () => {};
  readonly #trace: { push(call: ClusterCall): void };
  readonly #objects = new Map<string, Stored>();
  readonly #tokens = new Map<string, readonly string[]>();
  readonly #now: () => number;
  /** Specs by their JSON, shared with all that go on from here; undefined where nothing does. */
  #specs: Map<string, JsonValue> | undefined;
  #revision = 100;
  #uids = 0;

  constructor(now: () => number, trace: { push(call: ClusterCall): void }) {
    this.#now = now;
    this.#trace = trace;
  }

  async get(names: Names, key: Key, signal?: AbortSignal): Promise<Read | undefined> {
    if (signal?.aborted) throw new OperatorError("Unavailable", "the caller is gone");
    return this.getNow(names, key);
  }

  async list(names: Names, query: ListQuery): Promise<Page> {
    return this.listNow(names, query);
  }

  async patch(_names: Names, key: Key, patch: JsonObject, subresource?: "status"): Promise<KubeObject> {
    return this.patchNow(key, patch, subresource);
  }

  async readSecret(namespace: string, name: string): Promise<Readonly<Record<string, string>> | undefined> {
    return this.readSecretNow(namespace, name);
  }

  /** `get` at once, for a model that answers later by itself; so are the three below. */
  getNow(names: Names, key: Key): Read | undefined {
    return this.#call({ to: "api", verb: "get", name: key.name }, () => {
      const object = this.find(key.name, key.namespace);
      return object === undefined || !isOf(names, object) ? undefined : { object, now: this.#seconds() };
    });
  }

  listNow(names: Names, query: ListQuery): Page {
    return this.#call({ to: "api", verb: "list", name: query.continue ?? "" }, () => {
      const all = [...this.#objects.keys()].sort();
      const rest = query.continue === undefined ? all : this.#tokens.get(query.continue);
      if (rest === undefined) throw new OperatorError("Missing", "the continue token expired");
      const objects = rest
        .map((id) => this.#objects.get(id))
        .filter((object) => object !== undefined)
        .filter((object) => isOf(names, object))
        .filter(({ metadata }) => query.namespace === "" || metadata.namespace === query.namespace);
      const items = objects.slice(0, query.limit);
      if (items.length === objects.length) return { items, now: this.#seconds() };
      const token = `from-${objects[query.limit]?.metadata.name}`;
      this.#tokens.set(token, objects.slice(query.limit).map(idOf));
      return { items, now: this.#seconds(), continue: token };
    });
  }

  patchNow(key: Key, patch: JsonObject, subresource?: "status"): KubeObject {
    const verb = subresource === undefined ? "patch" : "patch status";
    return this.#call({ to: "api", verb, name: key.name, patch }, () => {
      const object = this.find(key.name, key.namespace);
      if (object === undefined) throw new OperatorError("Missing", `${key.name} is gone`);
      const precondition = member(patch.metadata, "resourceVersion");
      if (typeof precondition !== "string" || precondition === "") throw new Error("a patch without a precondition");
      if (precondition !== object.metadata.resourceVersion) throw new OperatorError("Conflict", "it was changed");
      if (subresource === undefined) return this.#write(object, patch);
      return this.#store(object, { ...object, status: mergePatch(object.status, patch.status ?? {}) });
    });
  }

  readSecretNow(namespace: string, name: string): Readonly<Record<string, string>> | undefined {
    return this.#call({ to: "api", verb: "secret", name }, () => this.secrets.get(`${namespace}/${name}`));
  }

  /** The object as it stands, without a call; `namespace/name` tells it apart from one elsewhere, here as in all below. */
  find(name: string, namespace?: string): KubeObject | undefined {
    if (namespace !== undefined) return this.#objects.get(`${namespace}/${name}`);
    if (name.includes("/")) return this.#objects.get(name);
    for (const object of this.#objects.values()) if (object.metadata.name === name) return object;
    return undefined;
  }

  /** All objects as they stand. */
  all(): KubeObject[] {
    return [...this.#objects.values()];
  }

  /** What a user creates; uid, generation and resourceVersion are the server's. */
  create(object: KubeObject): KubeObject {
    this.#uids += 1;
    const creationTimestamp = this.#timestamp();
    const server = { uid: `uid-${this.#uids}`, generation: 1, creationTimestamp };
    return this.#store(undefined, { ...object, metadata: { ...object.metadata, ...server } });
  }

  /** A user's merge patch, status included, without a precondition. */
  edit(name: string, patch: JsonObject): void {
    const object = this.find(name);
    if (object === undefined) throw new Error(`there is no ${name}`);
    const { status, ...main } = patch;
    const written = Object.keys(main).length === 0 ? object : this.#write(object, main);
    if (status === undefined) return;
    this.#store(written, { ...written, status: mergePatch(written.status, status) });
  }

  /** What a PUT leaves that says all of an object, status included; who it is and how old stays the server's. */
  replace(object: KubeObject): KubeObject {
    const { namespace, name } = object.metadata;
    const before = this.find(name, namespace);
    if (before === undefined) throw new Error(`there is no ${name}`);
    const { uid, creationTimestamp, generation = 0, resourceVersion } = before.metadata as ObjectMeta;
    const moved = equals(object.spec, before.spec) ? 0 : 1;
    const server = { uid, creationTimestamp, generation: generation + moved, resourceVersion };
    return this.#store(before, { ...object, metadata: { ...object.metadata, ...server } as ObjectMeta });
  }

  /** What `kubectl delete` does: gone at once, or a deletionTimestamp where finalizers hold the object. */
  remove(name: string): void {
    const object = this.find(name);
    if (object === undefined) return;
    const { finalizers = [], generation = 0, deletionTimestamp } = object.metadata;
    if (finalizers.length === 0) this.#drop(object);
    else if (deletionTimestamp === undefined) {
      const metadata = { ...object.metadata, deletionTimestamp: this.#timestamp(), generation: generation + 1 };
      this.#store(object, { ...object, metadata });
    }
  }

  /** Goes on, still empty, from where another one is. */
  continue(other: MemoryCluster): void {
    this.changes.push(...other.changes);
    for (const [id, object] of other.#objects) this.#objects.set(id, object);
    other.#specs ??= new Map();
    this.#specs = other.#specs;
    this.#revision = other.#revision;
    this.#uids = other.#uids;
  }

  /** Makes every continue token give 410. */
  expireTokens(): void {
    this.#tokens.clear();
  }

  #write(object: KubeObject, patch: JsonObject): KubeObject {
    const { status: _status, ...rest } = patch;
    const merged = mergePatch(object as unknown as JsonObject, rest) as unknown as Stored;
    const { uid, creationTimestamp, deletionTimestamp, generation = 0, resourceVersion } = object.metadata;
    const isKept = merged.metadata.deletionTimestamp === deletionTimestamp;
    const fixed = { uid, creationTimestamp, resourceVersion, ...(!isKept && { deletionTimestamp }) };
    const moved = !equals(merged.spec, object.spec);
    const metadata = { ...merged.metadata, ...fixed, generation: generation + (moved ? 1 : 0) } as ObjectMeta;
    const { finalizers = [] } = metadata;
    if (deletionTimestamp === undefined) return this.#store(object, { ...merged, metadata });
    const known = new Set(object.metadata.finalizers);
    if (finalizers.some((one) => !known.has(one))) {
      throw new OperatorError("Rejected", "no new finalizers can be added if the object is being deleted");
    }
    if (finalizers.length > 0) return this.#store(object, { ...merged, metadata });
    return this.#drop(frozen({ ...merged, metadata }));
  }

  #store(before: KubeObject | undefined, object: KubeObject): KubeObject {
    if (before !== undefined && equals(before, object)) return before;
    this.#revision += 1;
    const metadata = { ...object.metadata, resourceVersion: String(this.#revision) };
    const stored = frozen({ ...this.#withKnownSpec(before, object), metadata });
    this.#objects.set(idOf(stored), stored);
    this.changes.push({ type: before === undefined ? "add" : "update", object: stored });
    return stored;
  }

  /** A spec that some world stored before which goes on from the same one is the same object: what is known of it is known. */
  #withKnownSpec(before: KubeObject | undefined, object: KubeObject): KubeObject {
    if (this.#specs === undefined || object.spec === undefined || object.spec === before?.spec) return object;
    const text = JSON.stringify(object.spec);
    const spec = this.#specs.get(text) ?? frozen(object.spec);
    if (this.#specs.size > mostSpecs) this.#specs.clear();
    this.#specs.set(text, spec);
    return { ...object, spec };
  }

  #drop(object: KubeObject): KubeObject {
    this.#objects.delete(idOf(object));
    this.changes.push({ type: "delete", object });
    return object;
  }

  #call<Value>(call: ClusterCall, effect: () => Value): Value {
    this.probe(call, "before", effect);
    this.#trace.push(call);
    const fault = this.faults.find(({ verb }) => verb === call.verb);
    if (fault !== undefined) this.faults = this.faults.toSpliced(this.faults.indexOf(fault), 1);
    if (fault !== undefined && fault.after !== true) throw new OperatorError(fault.code, "the API server failed");
    const value = effect();
    this.probe(call, "after", effect);
    if (fault !== undefined) throw new OperatorError(fault.code, "the API server failed", { applied: "maybe" });
    return value;
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000) * 1000;
  }

  #timestamp(): string {
    return new Date(this.#seconds()).toISOString().replace(".000Z", "Z");
  }
}

/** More than the deeds of a search come to. */
const mostSpecs = 1_000;

function idOf({ metadata }: KubeObject): string {
  return `${metadata.namespace}/${metadata.name}`;
}

/** Names are unique over all kinds here, so that a test can name an object without its kind. */
function isOf({ kind }: Names, object: KubeObject): boolean {
  return object.kind === undefined || object.kind === kind;
}
