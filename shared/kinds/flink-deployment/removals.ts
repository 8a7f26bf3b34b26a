import type { Plan } from "../../core/action.ts";
import { configMaps, deployments } from "../../flink/object-kinds.ts";
import { lateness, paceOf } from "../../flink/patience.ts";
import type { Restore } from "../../flink/restore.ts";
import type { ObjectAction } from "../../ports/objects.ts";
import type { View } from "./view.ts";

/**
 * What stops the pods of a cluster: the deletion of each of its Deployments that stands and is not being deleted. A JobManager
 * that is taken away because it never came up is so only as it was seen: coming up is a change.
 */
export function removals({
  object,
  jobManager,
  taskManager,
  memory,
}: Pick<View, "object" | "jobManager" | "taskManager" | "memory">): ObjectAction[] {
  const { name, namespace = "" } = object.metadata;
  const seenOf = ({ uid, resourceVersion }: { readonly uid: string; readonly resourceVersion?: string }) =>
    memory?.unstarted === true && resourceVersion !== undefined ? { uid, resourceVersion } : { uid };
  const parts = [
    { name, look: jobManager },
    { name: `${name}-taskmanager`, look: taskManager },
  ];
  return parts.flatMap(({ name, look }) =>
    look.found === "present" && !look.deleting
      ? [{ type: "kubernetes/delete" as const, kind: deployments, key: { namespace, name }, seen: seenOf(look) }]
      : [],
  );
}

/** Nothing but to wait until the pods of a cluster are gone, which the user is told where it takes too long. */
export function awaitPods({ memory, wanted, now }: Pick<View, "memory" | "wanted" | "now">): Plan<never> {
  const { at: since = now } = memory ?? {};
  const late = lateness(since, now, wanted?.cleanupTimeoutMs, "resource.cleanup.timeout");
  const hint = late === undefined ? "" : ` ${late} Look at their finalizers and nodes.`;
  return { why: `The cluster's pods are on their way down.${hint}`, actions: [], revisit: paceOf(since, now) };
}

/**
 * What keeps a job that is stopped from being taken up again by the metadata that it left: all of it goes, unless it is what
 * the next deploy goes on from, and then only the graph of the old job (2.7).
 */
export function forgetJob({ object, ha }: Pick<View, "object" | "ha">, state: Restore): ObjectAction[] {
  const { namespace = "" } = object.metadata;
  const maps = ha.found === "present" ? ha.maps : [];
  return maps.flatMap(({ name, uid, graphs }): ObjectAction[] => {
    const key = { namespace, name };
    if (state.from !== "last-state") return [{ type: "kubernetes/delete", kind: configMaps, key, seen: { uid } }];
    if (graphs.length === 0) return [];
    const patch = { data: Object.fromEntries(graphs.map((graph) => [graph, null])) };
    return [{ type: "kubernetes/patch", kind: configMaps, key, patch }];
  });
}

/**
 * What keeps a JobManager from taking up a job of an earlier life of its name: the metadata of every other job than the one
 * that is being started.
 */
export function forgetOthers({ object, ha }: Pick<View, "object" | "ha">, jobId: string): ObjectAction[] {
  const { name: id, namespace = "" } = object.metadata;
  const maps = ha.found === "present" ? ha.maps : [];
  return maps.flatMap(({ name, uid, graphs }): ObjectAction[] => {
    const key = { namespace, name };
    const ofJob = name !== `${id}-cluster-config-map` && !name.includes(jobId);
    if (ofJob) return [{ type: "kubernetes/delete", kind: configMaps, key, seen: { uid } }];
    const others = graphs.filter((graph) => !graph.includes(jobId));
    if (others.length === 0) return [];
    const patch = { data: Object.fromEntries(others.map((graph) => [graph, null])) };
    return [{ type: "kubernetes/patch", kind: configMaps, key, patch }];
  });
}
