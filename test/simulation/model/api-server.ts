import { isObject, type JsonObject } from "../../../shared/core/json.ts";
import type { Key, KubeObject, Names } from "../../../shared/core/object.ts";
import type { Page, Read } from "../../../shared/ports/cluster.ts";
import { type Change, MemoryCluster } from "../../world/memory-cluster.ts";

/** The API server of a run, with the past that a stale read shows. */
export class ApiServer {
  readonly cluster: MemoryCluster;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
    this.cluster = new MemoryCluster(now, { push: () => {} });
  }

  /** A patch as the API server takes it: one without a precondition wins over whatever was written meanwhile. */
  patch(key: Key, patch: JsonObject, subresource?: "status"): KubeObject {
    const resourceVersion = this.cluster.find(key.name, key.namespace)?.metadata.resourceVersion ?? "none";
    const metadata = { resourceVersion, ...(isObject(patch.metadata) ? patch.metadata : {}) };
    return this.cluster.patchNow(key, { ...patch, metadata }, subresource);
  }

  /** An object as it was so many of its versions ago; it may not have been there yet, or be there no more today. */
  readPast({ namespace, name }: Key, versions: number): Read | undefined {
    const known = this.cluster.changes.filter(
      ({ object: { metadata } }) => metadata.name === name && metadata.namespace === namespace,
    );
    const then = known[known.length - 1 - versions];
    return then === undefined || then.type === "delete" ? undefined : { object: then.object, now: this.#seconds() };
  }

  /** All objects of a kind as they were so many changes ago, on one page. */
  listPast({ kind }: Names, versions: number): Page {
    const { changes } = this.cluster;
    const then = standing(changes.slice(0, Math.max(0, changes.length - versions)));
    return { items: then.filter((object) => object.kind === undefined || object.kind === kind), now: this.#seconds() };
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000) * 1000;
  }
}

/** The objects that a history of changes leaves. */
function standing(changes: readonly Change[]): KubeObject[] {
  const objects = new Map<string, KubeObject>();
  for (const { type, object } of changes) {
    const id = `${object.metadata.namespace}/${object.metadata.name}`;
    if (type === "delete") objects.delete(id);
    else objects.set(id, object);
  }
  return [...objects.values()];
}
