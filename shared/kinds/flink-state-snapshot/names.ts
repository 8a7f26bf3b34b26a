import type { Names } from "../../core/object.ts";
import { flinkApi } from "../../flink/api.ts";

/** 1.2. */
export const names: Names = {
  ...flinkApi,
  kind: "FlinkStateSnapshot",
  plural: "flinkstatesnapshots",
  singular: "flinkstatesnapshot",
  shortNames: ["flinksnp"],
};
