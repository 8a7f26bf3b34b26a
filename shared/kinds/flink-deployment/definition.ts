import type { ResourceDefinition } from "../../core/kind.ts";
import { columns } from "./columns.ts";
import { names } from "./names.ts";
import { rules } from "./rules.ts";
import { spec, status } from "./schema.ts";

/** What the API server must know of a FlinkDeployment. */
export const flinkDeploymentDefinition: ResourceDefinition = {
  names,
  summary: "One Flink cluster: an application with its job, or a session cluster for FlinkSessionJobs.",
  schema: { spec, status },
  columns,
  rules,
  scale: {
    specReplicasPath: ".spec.taskManager.replicas",
    statusReplicasPath: ".status.taskManager.replicas",
    labelSelectorPath: ".status.taskManager.labelSelector",
  },
};
