import type { ResourceDefinition } from "../../core/kind.ts";
import { columns } from "./columns.ts";
import { names } from "./names.ts";
import { rules } from "./rules.ts";
import { spec, status } from "./schema.ts";

/** What the API server must know of a FlinkSessionJob. */
export const flinkSessionJobDefinition: ResourceDefinition = {
  names,
  summary: "One job on the session cluster of a FlinkDeployment.",
  schema: { spec, status },
  columns,
  rules,
};
