import type { Intent, OperatorRecord } from "../../core/record.ts";
import { clockSkewMs } from "../../flink/clock-skew.ts";
import { failed, memoryOf, openTrigger, type SnapshotMemory, toMemory } from "./memory.ts";
import type { View } from "./view.ts";

/** What an open trigger is judged against. */
export type Seen = Pick<View, "trigger" | "target" | "job" | "readiness" | "now">;

/** The record once all that was seen of the open trigger is in it (D6); undefined stays undefined. */
export function judgeTrigger(record: OperatorRecord | undefined, seen: Seen): OperatorRecord | undefined {
  const [memory, intent] = [memoryOf(record), openTrigger(record)];
  if (record === undefined || memory?.phase !== "in-progress" || intent === undefined) return record;
  const after = judge(memory, intent, seen);
  return after === undefined ? record : { ...record, intents: [], memory: toMemory(after) };
}

function judge(memory: SnapshotMemory, intent: Intent, seen: Seen): SnapshotMemory | undefined {
  const { trigger, target, readiness, now } = seen;
  if (trigger.found === "done") return completed(memory, trigger.path, now);
  if (trigger.found === "failed") return failed(memory, trigger.why, now);
  if (trigger.found === "running" || trigger.found === "unreachable") return undefined;
  const path = trigger.found === "forgotten" ? findSavepoint(memory, intent, seen) : undefined;
  if (path !== undefined) return { ...completed(memory, path, now), guessed: true };
  if (readiness.is === "never") return { ...memory, phase: "abandoned", error: readiness.why, at: now };
  const isAnother = target.found === "present" && target.memory !== undefined && target.memory.jobId !== memory.jobId;
  return isAnother
    ? failed(memory, "The job was started anew before the snapshot was known to be complete.", now)
    : undefined;
}

function completed({ error: _error, ...memory }: SnapshotMemory, path: string | undefined, at: number): SnapshotMemory {
  return { ...memory, phase: "completed", at, ...(path !== undefined && { path }) };
}

/**
 * A trigger is forgotten after five minutes, its savepoint is not: the last one is told of also when checkpoints have driven
 * it out of the history. They do not tell who asked for one, so that it may be another's. A checkpoint is simply asked for
 * once more.
 */
function findSavepoint({ snapshot }: SnapshotMemory, { at }: Intent, { job }: Seen): string | undefined {
  const checkpoints = job.found === "job" ? job.checkpoints : undefined;
  const known = [
    ...(checkpoints?.history ?? []),
    ...(checkpoints?.savepoint === undefined ? [] : [checkpoints.savepoint]),
  ];
  const mine = known.find(
    ({ type, status, triggerTimestamp }) =>
      type === "SAVEPOINT" && status === "COMPLETED" && triggerTimestamp > at - clockSkewMs,
  );
  return snapshot === "savepoint" ? mine?.externalPath : undefined;
}
