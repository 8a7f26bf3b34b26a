import { at, isObject } from "../../core/json.ts";
import { deployedSpec } from "../../flink/deployed-spec.ts";
import type { FlinkMemory } from "../../flink/memory.ts";
import { specHash } from "../../flink/spec-change.ts";
import type { View } from "./view.ts";

const jobId = /^[0-9a-f]{32}$/;

/**
 * What can be told of a cluster that runs without a record, from its Deployment and the status; undefined where they do not
 * tell enough to stop its job without losing its state.
 */
export function adoptedMemory({ object, jobManager, wanted, now }: View): FlinkMemory | undefined {
  const spec = deployedSpec(object);
  const id = at(object.status, "jobStatus", "jobId");
  if (jobManager.found !== "present" || jobManager.attempt === undefined || spec === undefined || wanted === undefined)
    return undefined;
  const isSession = !isObject(spec.job);
  if (!isSession && (typeof id !== "string" || !jobId.test(id))) return undefined;
  const nonces = {
    restart: spec.restartNonce,
    redeploy: at(spec, "job", "savepointRedeployNonce"),
    savepoint: at(spec, "job", "savepointTriggerNonce"),
  };
  const numbers = Object.entries(nonces).filter(([, value]) => typeof value === "number");
  return {
    attempt: jobManager.attempt,
    phase: "deployed",
    ...(!isSession && { jobId: String(id) }),
    spec: specHash(spec),
    version: String(spec.flinkVersion ?? wanted.version),
    ha: wanted.ha,
    nonces: Object.fromEntries(numbers),
    generation: object.metadata.generation ?? 0,
    at: now,
    ingress: { hash: "" },
    origin: { from: "unknown", why: "it was started before Weir knew of it" },
  };
}
