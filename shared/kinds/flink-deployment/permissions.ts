import type { Permission } from "../../core/kind.ts";
import { sessionJobNames } from "../../flink/api.ts";
import { configMaps, deployments, events, ingresses, pods, services } from "../../flink/object-kinds.ts";
import { ofSnapshots } from "../../flink/snapshot-resource.ts";

const applied = ["create", "patch"] as const;

/** What a pass does at the API server besides its own resource, and not one verb more. */
export const permissions: readonly Permission[] = [
  {
    group: deployments.group,
    resource: deployments.plural,
    verbs: ["get", "create", "patch", "delete"],
    why: "JobManager and standalone TaskManagers are Deployments: looked at, made, scaled, and deleted to stop the cluster.",
  },
  {
    group: services.group,
    resource: services.plural,
    verbs: ["get", ...applied],
    why: "Each cluster has Services for its REST and its own calls; they go with their owner. One of somebody else's is left alone.",
  },
  {
    group: configMaps.group,
    resource: configMaps.plural,
    verbs: ["get", "list", ...applied, "delete"],
    why: "Flink's configuration is applied as a ConfigMap; its high-availability metadata is found by labels and by name, and removed.",
  },
  {
    group: ingresses.group,
    resource: ingresses.plural,
    verbs: ["get", ...applied, "delete"],
    why: "Where spec.ingress asks for one; it goes with its owner, or as soon as the spec has none.",
  },
  {
    group: sessionJobNames.group,
    resource: sessionJobNames.plural,
    verbs: ["list"],
    why: "A session cluster that is to be deleted, or changed without high availability, waits for its session jobs.",
  },
  {
    group: pods.group,
    resource: pods.plural,
    verbs: ["list"],
    why: "Why a JobManager, or the TaskManagers that its job waits for, do not come up is in the status of their pods.",
  },
  ofSnapshots,
  {
    group: events.group,
    resource: events.plural,
    verbs: ["list", "create"],
    why: "What is done to a cluster is told as Kubernetes Events; why a pod does not get its volumes is only in those about it.",
  },
];
