import { at, type JsonObject, member, textAt } from "../../core/json.ts";
import type { Examination } from "../../core/kind.ts";
import type { KubeObject } from "../../core/object.ts";
import type { Review, Violation } from "../../core/rule.ts";
import { layer } from "../../flink/layers.ts";
import { autoscalerProblems, shortWindow } from "../../flink/rules/autoscaler-rules.ts";
import { configurationOf, ownConfiguration } from "../../flink/rules/review-configuration.ts";
import { stateDemands, unmetDemands } from "../../flink/rules/state-demands.ts";
import { unsentOptions } from "../../flink/session-job-configuration.ts";

const path = "spec.deploymentName";

/**
 * What a session job breaks with the cluster that it names (FS-8 to FS-11); pure, the reading is done elsewhere.
 *
 * Assumptions: the job has passed its rules; `cluster` is the FlinkDeployment of that name and namespace, undefined where
 * there is none, and then the job is fine: it waits.
 */
export function judgeTarget(review: Review, cluster: KubeObject | undefined): Examination {
  if (cluster === undefined) {
    return {
      denials: [],
      warnings: [{ path, message: "names no FlinkDeployment yet; the job waits until there is one" }],
    };
  }
  if (at(cluster.spec, "job") !== undefined) {
    return {
      denials: [{ path, message: "names an application, which runs its own job; name a session cluster" }],
      warnings: [],
    };
  }
  const job = member(review.object.spec, "job") ?? {};
  const own = ownConfiguration(review.object.spec);
  const configuration = layer(configurationOf({ object: cluster, settings: review.settings }), own);
  return {
    denials: [
      ...unsentOptions(own, textAt(cluster.spec, "flinkVersion") ?? ""),
      ...unmetDemands(stateDemands, "deny", job, configuration),
      ...autoscalerProblems(configuration),
      ...withoutParallelism(job as JsonObject, cluster),
    ],
    warnings: [...unmetDemands(stateDemands, "warn", job, configuration), ...shortWindow(configuration)],
  };
}

/** FD-17 of a session job: the cluster's TaskManagers say how large the job is, or the job does. */
function withoutParallelism(job: JsonObject, cluster: KubeObject): Violation[] {
  if (typeof at(cluster.spec, "taskManager", "replicas") === "number" || Number(job.parallelism ?? 0) >= 1) return [];
  const message = "must be 1 or more, unless taskManager.replicas of the cluster says how many TaskManagers there are";
  return [{ path: "spec.job.parallelism", message }];
}
