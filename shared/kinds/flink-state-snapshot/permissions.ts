import type { Permission } from "../../core/kind.ts";
import { flinkDeploymentNames } from "../../flink/api.ts";
import { deployments } from "../../flink/object-kinds.ts";

const ofTarget = "A snapshot is taken of the job that it names.";

/** What a pass does at the API server besides its own resource, and not one verb more. */
export const permissions: readonly Permission[] = [
  { group: flinkDeploymentNames.group, resource: flinkDeploymentNames.plural, verbs: ["get"], why: ofTarget },
  { group: flinkDeploymentNames.group, resource: "flinksessionjobs", verbs: ["get"], why: ofTarget },
  {
    group: deployments.group,
    resource: deployments.plural,
    verbs: ["get"],
    why: "Only a JobManager that is up is asked for a snapshot.",
  },
  {
    group: "",
    resource: "events",
    verbs: ["create"],
    why: "What fails, and what waits, is told as Kubernetes Events.",
  },
];
