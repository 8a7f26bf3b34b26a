import { equals, mergePatch } from "../../shared/core/diff.ts";
import { OperatorError } from "../../shared/core/error.ts";
import { at, type JsonObject } from "../../shared/core/json.ts";
import type { Key, KubeObject } from "../../shared/core/object.ts";
import { whyTaken } from "../../shared/core/owners.ts";
import type { DesiredObject, ObjectKind, ObjectQuery, Objects, Seen } from "../../shared/ports/objects.ts";
import type { ObjectStore } from "../../simulators/flink/object-store.ts";
import { frozen } from "./frozen.ts";

/** One call of the port. */
export interface ObjectCall {
  readonly to: "objects";
  readonly verb: "get" | "list" | "apply" | "create" | "patch" | "delete";
  /** Kind and name, or kind and labels. */
  readonly about: string;
}

/**
 * Dependents in memory: what Weir writes through the port, and what controllers and Flink write beside it. Foreground
 * deletion leaves a Deployment until its pods have gone, which is for the controllers to say.
 */
export class MemoryObjects implements Objects, ObjectStore {
  readonly #objects = new Map<string, KubeObject>();
  readonly #trace: { push(call: ObjectCall): void };
  readonly #now: () => number;
  #uids = 0;
  #versions = 0;
  /** Told of each call before it takes effect and after; what it throws is what the caller gets. `effect` may be had later. */
  probe: (call: ObjectCall, when: "before" | "after", effect: () => unknown) => void = () => {};

  constructor(now: () => number, trace: { push(call: ObjectCall): void }) {
    this.#now = now;
    this.#trace = trace;
  }

  get(kind: ObjectKind, { namespace, name }: Pick<Key, "namespace" | "name">): Promise<KubeObject | undefined> {
    return this.#call("get", `${kind.kind} ${name}`, () => this.find(kind.kind, namespace, name));
  }

  list(kind: ObjectKind, { namespace, labels = {}, fields = {} }: ObjectQuery): Promise<readonly KubeObject[]> {
    const matches = (object: KubeObject) =>
      object.metadata.namespace === namespace &&
      Object.entries(labels).every(([key, value]) => object.metadata.labels?.[key] === value) &&
      Object.entries(fields).every(([path, value]) => at(object, ...path.split(".")) === value);
    return this.#call("list", `${kind.kind} ${Object.values({ ...labels, ...fields }).join(",")}`, () =>
      this.all(kind.kind).filter(matches),
    );
  }

  apply(kind: ObjectKind, object: DesiredObject): Promise<KubeObject> {
    return this.#call("apply", `${kind.kind} ${object.metadata.name}`, () => {
      const before = this.find(kind.kind, object.metadata.namespace, object.metadata.name);
      if (before !== undefined) refuseTaken(before, object);
      return this.#write(
        before === undefined ? this.#born(object) : { ...before, ...object, metadata: kept(before, object) },
      );
    });
  }

  create(kind: ObjectKind, object: DesiredObject): Promise<KubeObject> {
    const { namespace, name } = object.metadata;
    return this.#call("create", `${kind.kind} ${name}`, () => {
      const before = this.find(kind.kind, namespace, name);
      if (before !== undefined) refuseTaken(before, object);
      if (before !== undefined) throw new OperatorError("Conflict", `${name} exists`);
      return this.#write(this.#born(object));
    });
  }

  patch(
    kind: ObjectKind,
    { namespace, name }: Pick<Key, "namespace" | "name">,
    patch: JsonObject,
  ): Promise<KubeObject> {
    return this.#call("patch", `${kind.kind} ${name}`, () => {
      const before = this.find(kind.kind, namespace, name);
      if (before === undefined) throw new OperatorError("Missing", `${name} is gone`);
      const asked = at(patch, "metadata", "uid");
      if (asked !== undefined && asked !== before.metadata.uid)
        throw new OperatorError("Conflict", `${name} is another`);
      const version = at(patch, "metadata", "resourceVersion");
      if (version !== undefined && version !== before.metadata.resourceVersion)
        throw new OperatorError("Conflict", `${name} has changed`);
      return this.#write(mergePatch(before as unknown as JsonObject, patch) as unknown as KubeObject);
    });
  }

  delete(kind: ObjectKind, { namespace, name }: Pick<Key, "namespace" | "name">, seen: Seen): Promise<void> {
    return this.#call("delete", `${kind.kind} ${name}`, () => {
      const before = this.find(kind.kind, namespace, name);
      if (before === undefined) return;
      const { uid, resourceVersion } = before.metadata;
      if (seen.uid !== uid) throw new OperatorError("Conflict", `${name} is another object`);
      if (seen.resourceVersion !== undefined && seen.resourceVersion !== resourceVersion)
        throw new OperatorError("Conflict", `${name} has changed`);
      if (kind.kind !== "Deployment") return this.remove(kind.kind, namespace, name);
      const deletionTimestamp = before.metadata.deletionTimestamp ?? this.#timestamp();
      this.#write({ ...before, metadata: { ...before.metadata, deletionTimestamp } });
    });
  }

  all(kind: string): readonly KubeObject[] {
    return [...this.#objects.values()].filter((object) => object.kind === kind);
  }

  find(kind: string, namespace: string, name: string): KubeObject | undefined {
    return this.#objects.get(`${kind}/${namespace}/${name}`);
  }

  put(object: KubeObject): void {
    const { kind = "", metadata } = object;
    const before = this.find(kind, metadata.namespace ?? "", metadata.name);
    this.#write(before === undefined ? this.#born(object) : object);
  }

  remove(kind: string, namespace: string, name: string): void {
    this.#objects.delete(`${kind}/${namespace}/${name}`);
  }

  /** What garbage collection takes along: whatever belongs to a resource that is gone. Gives it. */
  collect(isGone: (uid: string) => boolean): readonly KubeObject[] {
    const collected = [...this.#objects.values()].filter(({ metadata }) => {
      const { ownerReferences = [] } = metadata as { readonly ownerReferences?: readonly { readonly uid: string }[] };
      return ownerReferences.some(({ uid }) => isGone(uid));
    });
    for (const { kind = "", metadata } of collected) this.remove(kind, metadata.namespace ?? "", metadata.name);
    return collected;
  }

  #born(object: KubeObject): KubeObject {
    this.#uids += 1;
    const server = { uid: `object-${this.#uids}`, generation: 1, creationTimestamp: this.#timestamp() };
    return { ...object, metadata: { ...object.metadata, ...server } };
  }

  #write(object: KubeObject): KubeObject {
    const key = `${object.kind}/${object.metadata.namespace}/${object.metadata.name}`;
    const before = this.#objects.get(key);
    const { resourceVersion } = before?.metadata ?? {};
    const asStored = {
      ...object,
      metadata: { ...object.metadata, ...(resourceVersion !== undefined && { resourceVersion }) },
    };
    if (before !== undefined && equals(before, asStored)) return before;
    this.#versions += 1;
    const stored = frozen({ ...object, metadata: { ...object.metadata, resourceVersion: String(this.#versions) } });
    this.#objects.set(key, stored);
    return stored;
  }

  #timestamp(): string {
    return new Date(Math.floor(this.#now() / 1_000) * 1_000).toISOString().replace(".000Z", "Z");
  }

  async #call<Value>(verb: ObjectCall["verb"], about: string, effect: () => Value): Promise<Value> {
    const call: ObjectCall = { to: "objects", verb, about };
    this.probe(call, "before", effect);
    this.#trace.push(call);
    const value = effect();
    this.probe(call, "after", effect);
    return value;
  }
}

function refuseTaken(before: KubeObject, object: DesiredObject): void {
  const why = whyTaken(before, object);
  if (why !== undefined) throw new OperatorError("Rejected", why, { reason: "NameTaken" });
}

function kept(before: KubeObject, { metadata }: DesiredObject): KubeObject["metadata"] {
  const { uid, generation, creationTimestamp, deletionTimestamp } = before.metadata;
  const server = { uid, generation, creationTimestamp, deletionTimestamp };
  return { ...metadata, ...Object.fromEntries(Object.entries(server).filter(([, value]) => value !== undefined)) };
}
