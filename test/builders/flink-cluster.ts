import type { KubeObject } from "../../shared/core/object.ts";
import type { Blueprint } from "../../shared/flink/cluster/blueprint.ts";
import { makeCluster } from "../../shared/flink/cluster/make-cluster.ts";
import { planCluster } from "../../shared/flink/cluster/plan-cluster.ts";
import type { ClusterRequest, ClusterSpec } from "../../shared/flink/cluster/request.ts";
import type { FlinkConfiguration } from "../../shared/flink/configuration.ts";

/** Options that the effective configuration always holds: the sizes of both roles. */
export const sizes: FlinkConfiguration = {
  "jobmanager.memory.process.size": "2048m",
  "taskmanager.memory.process.size": "4096m",
  "kubernetes.taskmanager.cpu.amount": "2.0",
  "taskmanager.numberOfTaskSlots": "2",
};

/** A deploy attempt of the resource `flink-prod/app`. */
export function makeRequest(spec: ClusterSpec, configuration: FlinkConfiguration = {}): ClusterRequest {
  return {
    owner: { apiVersion: "flink.apache.org/v1beta1", kind: "FlinkDeployment", name: "app", uid: "uid-1" },
    namespace: "flink-prod",
    generation: 3,
    attempt: 5,
    spec: { flinkVersion: "v1_20", ...spec },
    configuration: { ...sizes, ...configuration },
    options: { mergesByName: false, startupProbe: true },
  };
}

/** The blueprint of a request that must be sound. */
export function planned(request: ClusterRequest): Blueprint {
  const { blueprint, problems } = planCluster(request);
  if (blueprint === undefined) throw new Error(JSON.stringify(problems));
  return blueprint;
}

/** The objects of a request that must be sound. */
export function built(request: ClusterRequest): KubeObject[] {
  return makeCluster(planned(request));
}

/** The one object of a kind and a name. */
export function one(objects: readonly KubeObject[], kind: string, name: string): KubeObject {
  const found = objects.filter((object) => object.kind === kind && object.metadata.name === name);
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} of ${kind} ${name}`);
  return found[0];
}
