import type { KubeObject } from "../../shared/core/object.ts";
import type { ObjectStore } from "./object-store.ts";

/** Objects in memory, for a cluster that nobody but its controllers looks at. */
export class ObjectMap implements ObjectStore {
  readonly #objects = new Map<string, KubeObject>();

  all(kind: string): readonly KubeObject[] {
    return [...this.#objects.values()].filter((one) => one.kind === kind);
  }

  find(kind: string, namespace: string, name: string): KubeObject | undefined {
    return this.#objects.get(keyOf(kind, namespace, name));
  }

  put(object: KubeObject): void {
    const { kind = "", metadata } = object;
    this.#objects.set(keyOf(kind, metadata.namespace, metadata.name), object);
  }

  remove(kind: string, namespace: string, name: string): void {
    this.#objects.delete(keyOf(kind, namespace, name));
  }
}

const keyOf = (kind: string, namespace = "", name: string) => `${kind}/${namespace}/${name}`;
