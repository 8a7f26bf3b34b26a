import type { JsonValue } from "../../core/json.ts";
import type { ObjectMeta } from "../../core/object.ts";
import type { Role } from "../flink-notation.ts";
import type { Blueprint } from "./blueprint.ts";

type Texts = Readonly<Record<string, string>>;

/** Metadata as it is sent: with the owner, which the API server's garbage collector follows. */
export interface OwnedMeta extends ObjectMeta {
  readonly ownerReferences: readonly Readonly<Record<string, JsonValue>>[];
}

/** Labels of everything that belongs to a cluster (1.8). */
export function clusterLabels({ id, mode }: Blueprint): Texts {
  return { app: id, type: mode === "native" ? "flink-native-kubernetes" : "flink-standalone-kubernetes" };
}

/** Labels by which services and Deployments find the pods of a role; no label of a user can change them. */
export function selectorOf(cluster: Blueprint, role: Role): Texts {
  return { ...clusterLabels(cluster), component: role };
}

/** Metadata of an object of a cluster; it goes with the resource, and holds the resource until it is gone. */
export function makeMetadata(
  cluster: Blueprint,
  name: string,
  { labels = clusterLabels(cluster), annotations = {} }: { labels?: Texts; annotations?: Texts } = {},
): OwnedMeta {
  return {
    name,
    namespace: cluster.namespace,
    labels,
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    ownerReferences: [{ ...cluster.owner, controller: false, blockOwnerDeletion: true }],
  };
}
