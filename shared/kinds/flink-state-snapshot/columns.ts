import type { Column } from "../../core/kind.ts";
import { ageColumn } from "../../flink/columns.ts";

/** The Apache operator's, then the age. */
export const columns: readonly Column[] = [
  { name: "Path", type: "string", jsonPath: ".status.path", description: "Where the snapshot is." },
  {
    name: "Result Timestamp",
    type: "string",
    jsonPath: ".status.resultTimestamp",
    description: "When it was completed.",
  },
  { name: "Snapshot State", type: "string", jsonPath: ".status.state", description: "How far it is." },
  ageColumn,
];
