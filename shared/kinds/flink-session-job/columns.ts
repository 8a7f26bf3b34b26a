import type { Column } from "../../core/kind.ts";
import { ageColumn, jobColumns, readyColumn } from "../../flink/columns.ts";

/** The Apache operator's, then the guide's `DEPLOYMENT NAME` and Weir's own. */
export const columns: readonly Column[] = [
  ...jobColumns,
  {
    name: "Deployment Name",
    type: "string",
    jsonPath: ".spec.deploymentName",
    description: "FlinkDeployment whose session cluster runs the job.",
  },
  ageColumn,
  readyColumn,
];
