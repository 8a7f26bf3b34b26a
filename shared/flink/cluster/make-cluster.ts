import type { KubeObject } from "../../core/object.ts";
import type { Blueprint } from "./blueprint.ts";
import { makeConfigMap, makePodTemplateConfigMap } from "./make-config-map.ts";
import { makeIngress } from "./make-ingress.ts";
import { makeJobManager } from "./make-job-manager.ts";
import { makeServices } from "./make-services.ts";
import { makeTaskManager } from "./make-task-manager.ts";

/**
 * All objects of a cluster in the order in which they are applied: what a pod needs to start comes before the pod.
 *
 * Guarantees: pure and total; the same blueprint gives the same objects; each names its kind, its cluster by labels, and
 * the resource as its owner.
 */
export function makeCluster(cluster: Blueprint): KubeObject[] {
  const objects = [
    makeConfigMap(cluster),
    cluster.mode === "native" ? makePodTemplateConfigMap(cluster) : undefined,
    ...makeServices(cluster),
    makeJobManager(cluster),
    makeTaskManager(cluster),
    makeIngress(cluster),
  ];
  return objects.filter((object) => object !== undefined);
}
