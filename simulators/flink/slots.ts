import { at } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import type { ObjectStore } from "./object-store.ts";

/**
 * Slots of the cluster of a JobManager's Deployment: a native one has as many TaskManagers as it asks for, a standalone one
 * those of their Deployment, of which none come any more once it is deleted.
 */
export function slotsOf(
  store: ObjectStore,
  { metadata: { name, namespace = "", labels = {} } }: KubeObject,
  configuration: ReadonlyMap<string, string>,
): number {
  if (labels.type === "flink-native-kubernetes") return Number.POSITIVE_INFINITY;
  const taskManagers = store.find("Deployment", namespace, `${name}-taskmanager`);
  if (taskManagers?.metadata.deletionTimestamp !== undefined) return 0;
  const replicas = Number(at(taskManagers?.spec, "replicas") ?? 0);
  return replicas * Number(configuration.get("taskmanager.numberOfTaskSlots") ?? 1);
}
