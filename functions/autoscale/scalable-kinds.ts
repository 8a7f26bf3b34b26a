import type { Names } from "../../shared/core/object.ts";
import { flinkDeploymentNames, sessionJobNames } from "../../shared/flink/api.ts";

const scalable: ReadonlySet<string> = new Set([flinkDeploymentNames.kind, sessionJobNames.kind]);

/** True for kinds whose resources may have a job that is scaled by itself. */
export function isScalable({ names }: { readonly names: Names }): boolean {
  return scalable.has(names.kind);
}
