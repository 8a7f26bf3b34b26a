import { at } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import type { FlinkConfiguration } from "../../flink/configuration.ts";
import { isHighlyAvailable } from "../../flink/high-availability.ts";
import type { Defaults } from "../../flink/options/option.ts";
import { readOptions } from "../../flink/options/read-options.ts";
import type { ClusterLook } from "./view.ts";

/** The cluster as its own status tells; `configuration` is that of the cluster. */
export function lookAtCluster(
  cluster: KubeObject | undefined,
  configuration: FlinkConfiguration,
  defaults: Defaults,
): ClusterLook {
  if (cluster === undefined) return { found: "missing" };
  const { spec, status, metadata } = cluster;
  if (at(spec, "job") !== undefined && at(spec, "job") !== null) return { found: "application" };
  const word = at(status, "jobManagerDeploymentStatus");
  const state = at(status, "reconciliationStatus", "state");
  const isDeleted = metadata.deletionTimestamp !== undefined;
  const held = isDeleted && waitsForJobs(configuration, defaults);
  return {
    found: "session",
    ready: word === "READY" && (state === "DEPLOYED" || state === "ROLLED_BACK") && !isDeleted,
    leaving: isDeleted && !held,
    held,
    status: typeof word === "string" ? word : "MISSING",
    ha: isHighlyAvailable(configuration),
  };
}

function waitsForJobs(configuration: FlinkConfiguration, defaults: Defaults): boolean {
  return readOptions(configuration, { defaults, scope: "resource" }).values.blocksOnSessionJobs;
}
