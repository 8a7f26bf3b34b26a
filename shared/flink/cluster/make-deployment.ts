import type { KubeObject } from "../../core/object.ts";
import type { Blueprint, Pods } from "./blueprint.ts";
import { makePod, type Process } from "./make-pod.ts";
import { makeMetadata, selectorOf } from "./metadata.ts";

/**
 * The Deployment of a role (3.3).
 *
 * Pods of two attempts never run side by side (`Recreate`): two JobManagers of different specs would fight for one job.
 *
 * Caveats: it cannot be applied over a Deployment of somebody else's that has a rolling update; that one is deleted first.
 */
export function makeDeployment(cluster: Blueprint, pods: Pods, name: string, process: Process): KubeObject {
  const selector = selectorOf(cluster, pods.role);
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: makeMetadata(cluster, name, {
      labels: { ...pods.labels, ...selector },
      annotations: { ...pods.annotations, ...cluster.deploymentAnnotations },
    }),
    spec: {
      replicas: pods.replicas,
      strategy: { type: "Recreate" },
      selector: { matchLabels: selector },
      template: makePod(cluster, pods, process),
    },
  };
}
