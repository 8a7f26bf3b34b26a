import type { ResourceDefinition } from "../../core/kind.ts";
import { columns } from "./columns.ts";
import { names } from "./names.ts";
import { rules } from "./rules.ts";
import { spec, status } from "./schema.ts";

/** What the API server must know of a FlinkStateSnapshot. */
export const flinkStateSnapshotDefinition: ResourceDefinition = {
  names,
  summary: "One savepoint or checkpoint of a job, taken on request or recorded.",
  schema: { spec, status },
  columns,
  rules,
};
