import type { Names } from "../../core/object.ts";
import { flinkDeploymentNames } from "../../flink/api.ts";

/** 1.2. */
export const names: Names = flinkDeploymentNames;
