import { isObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import type { FlinkMemory } from "../../flink/memory.ts";
import type { View } from "./view.ts";

/** The parts of a status that tell of the cluster as a whole, by their fields. */
export type ClusterStatus = Readonly<Record<"taskManager" | "clusterInfo", JsonValue | undefined>>;

/**
 * What the scale subresource shows, and what the cluster is (1.4): of the spec that is deployed, as far as it is known.
 *
 * Guarantees: none of it where nothing runs; what cannot be known in this pass stays as it was.
 */
export function clusterStatusOf(
  { object, wanted, stable }: Pick<View, "object" | "wanted" | "stable">,
  memory: FlinkMemory | undefined,
): ClusterStatus {
  const before: JsonObject = isObject(object.status) ? object.status : {};
  if (memory === undefined) return { taskManager: before.taskManager, clusterInfo: before.clusterInfo };
  const labelSelector = `component=taskmanager,app=${object.metadata.name}`;
  if (memory.phase === "stopped") return { taskManager: { labelSelector, replicas: 0 }, clusterInfo: undefined };
  const running = memory.rollback === undefined ? wanted : stable;
  const isKnown = running !== undefined && (memory.rollback !== undefined || memory.spec === running.spec);
  const { footprint } = isKnown ? running : {};
  const { build } = memory;
  return {
    taskManager: footprint === undefined ? before.taskManager : { labelSelector, replicas: footprint.taskManagers },
    clusterInfo: {
      ...(isObject(before.clusterInfo) ? before.clusterInfo : {}),
      ...(footprint && { "total-cpu": String(footprint.cpu), "total-memory": String(footprint.memory) }),
      ...(build && { "flink-version": build.version, "flink-revision": build.revision }),
    },
  };
}
