import type { Column } from "../../core/kind.ts";
import { ageColumn, jobColumns, readyColumn } from "../../flink/columns.ts";

/** The Apache operator's, then Weir's own. */
export const columns: readonly Column[] = [
  ...jobColumns,
  ageColumn,
  readyColumn,
  {
    name: "JobManager",
    type: "string",
    jsonPath: ".status.jobManagerDeploymentStatus",
    description: "State of the JobManager's Deployment.",
    priority: 1,
  },
  {
    name: "Flink Version",
    type: "string",
    jsonPath: ".spec.flinkVersion",
    description: "Version of Flink.",
    priority: 1,
  },
];
