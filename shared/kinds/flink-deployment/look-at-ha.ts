import { isObject, member } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import type { HaLook } from "../../flink/looks.ts";
import type { FlinkMemory } from "../../flink/memory.ts";
import { configMaps } from "../../flink/object-kinds.ts";
import type { Objects } from "../../ports/objects.ts";

/** Prefixes of the keys under which a dispatcher keeps what it is to run. */
const graphPrefixes = ["jobGraph-", "executionPlan-"];

/** The leader election of Flink 2 takes the label away that says what a ConfigMap is for; its name stays. */
function isHaMap({ metadata }: KubeObject, clusterId: string): boolean {
  if (metadata.labels?.["configmap-type"] === "high-availability") return true;
  const rest = metadata.name.startsWith(`${clusterId}-`) ? metadata.name.slice(clusterId.length + 1) : "";
  return /^(cluster|[0-9a-f]{32})-config-map$/.test(rest);
}

/** Ids of the jobs that metadata tells of, whoever started them. */
export function jobsIn(ha: HaLook, clusterId: string): readonly string[] {
  const maps = ha.found === "present" ? ha.maps : [];
  const ids = maps.map(({ name }) => name.slice(clusterId.length + 1).replace("-config-map", ""));
  return ids.filter((id) => id !== "cluster");
}

function jobMapOf(namespace: string, clusterId: string, jobId: string) {
  return { namespace, name: `${clusterId}-${jobId}-config-map` };
}

/**
 * Flink's high-availability metadata of a cluster (3.3); what is being deleted counts as gone. That of the job on record is asked
 * for by its name as well, since what tells of its last checkpoint must not hide behind a label that somebody took away.
 */
export async function lookAtHa(
  objects: Objects,
  { metadata }: KubeObject,
  memory: Pick<FlinkMemory, "jobId" | "checkpointed"> | undefined,
  signal: AbortSignal,
): Promise<HaLook> {
  const { name, namespace = "" } = metadata;
  const { jobId, checkpointed } = memory ?? {};
  const listed = await objects.list(configMaps, { namespace, labels: { app: name } }, signal);
  const isOwn = ({ metadata }: KubeObject) => jobId !== undefined && metadata.name.includes(jobId);
  const isHidden = jobId !== undefined && !listed.some(isOwn);
  const unlabelled = isHidden ? await objects.get(configMaps, jobMapOf(namespace, name, jobId), signal) : undefined;
  const all = unlabelled === undefined ? listed : [...listed, unlabelled];
  const maps = all.filter((one) => one.metadata.deletionTimestamp === undefined && isHaMap(one, name));
  if (maps.length === 0) return { found: "none" };
  const own = maps.filter(isOwn);
  const keysOf = (map: KubeObject) => {
    const data = member(map, "data");
    return isObject(data) ? Object.keys(data) : [];
  };
  const checkpoint = own.some((map) => keysOf(map).some((key) => key.startsWith("checkpointID-")));
  return {
    found: "present",
    job: own.length > 0 && (checkpoint || checkpointed !== true),
    checkpoint,
    maps: maps.map((map) => ({
      name: map.metadata.name,
      uid: map.metadata.uid ?? "",
      graphs: keysOf(map).filter((key) => graphPrefixes.some((prefix) => key.startsWith(prefix))),
    })),
  };
}
