import { isDeleting } from "../../core/deletion-rules.ts";
import type { Gathering } from "../../core/kind.ts";
import { ownRecord } from "../../core/kind.ts";
import { finalizer } from "../../core/object.ts";

import { lookAtJob } from "../../flink/look-at-job.ts";
import type { FlinkEndpoint, FlinkRest } from "../../ports/flink-rest.ts";
import { judgeTrigger } from "./judge-trigger.ts";
import { lookAtDisposal, lookAtTrigger } from "./look-at-flink.ts";
import { lookAtTarget, type TargetPorts } from "./look-at-target.ts";
import type { TargetLook } from "./looks.ts";
import { memoryOf, openTrigger, type SnapshotMemory } from "./memory.ts";
import { disposes, readSpec } from "./read-spec.ts";
import { judgeReadiness } from "./readiness.ts";
import { untilRetry } from "./retry.ts";
import type { View } from "./view.ts";

/** The ports that a FlinkStateSnapshot reads through. */
export interface SnapshotPorts extends TargetPorts {
  readonly flink: FlinkRest;
}

const unasked = { found: "unasked" } as const;

/** Reads the target, its job and what became of what was sent; a snapshot that has come to its end reads nothing. */
export async function gather({ object, ports, settings, now, signal }: Gathering<SnapshotPorts>): Promise<View> {
  const record = ownRecord(object);
  const memory = memoryOf(record);
  const { wanted, violations } = readSpec(object, settings);
  const meant = memory?.phase === "failed" ? (wanted?.target ?? memory.target) : (memory?.target ?? wanted?.target);
  const asks = meant !== undefined && isOpen({ object, now, wanted }, memory);
  const { namespace = "" } = object.metadata;
  const target: TargetLook = asks ? await lookAtTarget(ports, namespace, meant, settings, signal) : unasked;
  const endpoint = endpointOf(target);
  const jobId = target.found === "present" ? target.memory?.jobId : undefined;
  const job =
    endpoint && jobId !== undefined ? await lookAtJob(ports.flink, endpoint, { jobId, now }, signal) : unasked;
  const isAsked = openTrigger(record) !== undefined && memory?.jobId === jobId;
  const trigger = endpoint && memory && isAsked ? await lookAtTrigger(ports.flink, endpoint, memory, signal) : unasked;
  const disposal = endpoint && memory ? await lookAtDisposal(ports.flink, endpoint, memory, signal) : unasked;
  const readiness = judgeReadiness(target, job);
  const judged = judgeTrigger(record, { trigger, target, job, readiness, now });
  const seen = { target, job, readiness, trigger, disposal };
  return { object, settings, now, record: judged, memory: memoryOf(judged), violations, wanted, ...seen };
}

/** Something is still to be done for which the target matters. */
function isOpen(view: Pick<View, "object" | "now" | "wanted">, memory: SnapshotMemory | undefined): boolean {
  if (memory?.phase === "in-progress") return true;
  const { object, wanted } = view;
  const isHeld = object.metadata.finalizers?.includes(finalizer) === true;
  if (isDeleting(view)) return isHeld && memory?.phase === "completed" && disposes(object.spec);
  return memory === undefined ? wanted?.exists === false : memory.phase === "failed" && untilRetry(view, memory) === 0;
}

/** Where there is somebody to ask: by the record of the target, not by its status. */
function endpointOf(target: TargetLook): FlinkEndpoint | undefined {
  if (target.found !== "present") return undefined;
  const { memory, cluster } = target;
  const runs = memory?.phase === "deployed" || memory?.phase === "stopping";
  return runs && cluster?.answers === true ? cluster.endpoint : undefined;
}
