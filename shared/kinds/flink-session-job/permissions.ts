import type { Permission } from "../../core/kind.ts";
import { flinkDeploymentNames } from "../../flink/api.ts";
import { ofSnapshots } from "../../flink/snapshot-resource.ts";

/** What a pass does at the API server besides its own resource, and not one verb more. */
export const permissions: readonly Permission[] = [
  {
    group: flinkDeploymentNames.group,
    resource: flinkDeploymentNames.plural,
    verbs: ["get"],
    why: "A session job runs on the cluster of a FlinkDeployment.",
  },
  ofSnapshots,
  { group: "", resource: "events", verbs: ["create"], why: "What is done to a job is told as Kubernetes Events." },
];
