import { at, isObject } from "../core/json.ts";
import type { KubeObject } from "../core/object.ts";
import { deployedSpec } from "./deployed-spec.ts";
import type { FlinkMemory } from "./memory.ts";
import { isOnRecord } from "./spec-change.ts";

/**
 * The resource as it was when its deployed spec was acted on, for a pass in which the present one cannot be (2.1); undefined
 * where the record does not vouch for that spec.
 *
 * Caveats: `lastReconciledSpec` calls a job suspended whose cluster is not there, and the record does not vouch for that
 * word. A change that is under way ends with a job that runs, unless the present spec suspends it.
 */
export function formerOf(object: KubeObject, memory: FlinkMemory): KubeObject | undefined {
  const spec = deployedSpec(object);
  if (spec === undefined || !isOnRecord(spec, memory)) return undefined;
  const metadata = { ...object.metadata, generation: memory.generation };
  const { job } = spec;
  if (!isObject(job) || job.state !== "suspended" || !isUnderWay(object, memory)) return { ...object, metadata, spec };
  return { ...object, metadata, spec: { ...spec, job: { ...job, state: "running" } } };
}

function isUnderWay({ spec, status }: KubeObject, { phase }: FlinkMemory): boolean {
  if (phase === "starting") return true;
  const isUpgrading = at(status, "reconciliationStatus", "state") === "UPGRADING";
  return isUpgrading && at(spec, "job", "state") !== "suspended";
}
