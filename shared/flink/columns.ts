import type { Column } from "../core/kind.ts";

/** The Apache operator's columns of a resource with a job, in its order (1.2). */
export const jobColumns: readonly Column[] = [
  {
    name: "Job Status",
    type: "string",
    jsonPath: ".status.jobStatus.state",
    description: "State of the job as Flink reports it.",
  },
  {
    name: "Lifecycle State",
    type: "string",
    jsonPath: ".status.lifecycleState",
    description: "Where the resource stands.",
  },
];

/** Time since creation, which a kind with columns of its own must ask for. */
export const ageColumn: Column = {
  name: "Age",
  type: "date",
  jsonPath: ".metadata.creationTimestamp",
  description: "Time since creation.",
};

/** Whether the resource is as wanted, with `-o wide`. */
export const readyColumn: Column = {
  name: "Ready",
  type: "string",
  jsonPath: '.status.conditions[?(@.type=="Ready")].status',
  description: "Whether what is declared runs.",
  priority: 1,
};
