import { at } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import type { ObjectStore } from "./object-store.ts";
import { isFailing, isNative, namesOf } from "./task-managers.ts";

/**
 * Slots of the cluster of a JobManager's Deployment: a native one has as many TaskManagers as it asks for, unless it lacks some
 * of those that it had to begin with; a standalone one those of their Deployment, of which none come where its pods do not
 * come up, and none any more once it is deleted.
 */
export function slotsOf(
  store: ObjectStore,
  deployment: KubeObject,
  configuration: ReadonlyMap<string, string>,
): number {
  const { name, namespace = "" } = deployment.metadata;
  const each = Number(configuration.get("taskmanager.numberOfTaskSlots") ?? 1);
  if (isNative(deployment)) {
    const wanted = namesOf(name, configuration);
    const there = wanted.filter((pod) => store.find("Pod", namespace, pod) !== undefined);
    return there.length === wanted.length ? Number.POSITIVE_INFINITY : there.length * each;
  }
  const taskManagers = store.find("Deployment", namespace, `${name}-taskmanager`);
  if (taskManagers?.metadata.deletionTimestamp !== undefined || isFailing(taskManagers)) return 0;
  return Number(at(taskManagers?.spec, "replicas") ?? 0) * each;
}
