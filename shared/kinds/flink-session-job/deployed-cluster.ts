import { ownRecord } from "../../core/kind.ts";
import type { KubeObject } from "../../core/object.ts";
import { formerOf } from "../../flink/former.ts";
import { memoryOf } from "../../flink/memory.ts";
import { specHash } from "../../flink/spec-change.ts";

/**
 * A session cluster with the spec that it runs by: one that is changed, and held for its jobs, answers under the old one until
 * they are secured, by another port for instance. As it is where nobody vouches for what runs.
 */
export function asDeployed(cluster: KubeObject): KubeObject {
  const memory = memoryOf(ownRecord(cluster));
  if (memory?.phase !== "deployed" || memory.spec === specHash(cluster.spec ?? {})) return cluster;
  return formerOf(cluster, memory) ?? cluster;
}
