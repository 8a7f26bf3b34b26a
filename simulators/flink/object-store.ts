import type { KubeObject } from "../../shared/core/object.ts";

/** Where the objects of the cluster are, as controllers see them. */
export interface ObjectStore {
  all(kind: string): readonly KubeObject[];
  find(kind: string, namespace: string, name: string): KubeObject | undefined;
  /** Writes what a controller writes: status, or an object of its own. */
  put(object: KubeObject): void;
  remove(kind: string, namespace: string, name: string): void;
}
