import { at } from "../core/json.ts";
import type { KubeObject } from "../core/object.ts";
import { deployedSpec, isDeployed } from "./deployed-spec.ts";

/**
 * True where the user asks for another beginning than the deployment had that the status tells of: by another
 * `spec.job.initialSavepointPath`, or by a new `spec.job.savepointRedeployNonce`. The path which that one began with says nothing
 * of what came after.
 */
export function asksAnew(object: KubeObject): boolean {
  const before = deployedSpec(object);
  const fields = ["initialSavepointPath", "savepointRedeployNonce"] as const;
  return fields.some((field) => at(object.spec, "job", field) !== at(before, "job", field));
}

/**
 * Number of the first deploy that is on record, at `now` in milliseconds since the epoch: job ids come from it, and one that a
 * lost record may have counted is not used again. Flink would know that job, or go on from its metadata.
 */
export function firstAttempt(object: KubeObject, now: number): number {
  return isDeployed(object) ? Math.floor(now / 1_000) : 1;
}
