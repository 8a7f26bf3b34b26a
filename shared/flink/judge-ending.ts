import type { Intent, OperatorRecord } from "../core/record.ts";
import type { Checkpoint } from "../ports/flink-answers.ts";
import { clockSkewMs } from "./clock-skew.ts";
import { noteFailedStop } from "./failed-stop.ts";
import { cancelIntent, intentOf, stopIntent, withoutEnding } from "./intents.ts";
import type { JobLook, StopLook } from "./looks.ts";
import { type FlinkMemory, memoryOf, momentAfter, type TakenSavepoint, toMemory } from "./memory.ts";
import { formatOf } from "./savepoint-format.ts";
import { stateAtEnd } from "./state-at-end.ts";

/** What the open intents are judged against. */
export interface Seen {
  readonly stop: StopLook;
  readonly job: JobLook;
  /** What the spec asks for. */
  readonly wanted: { readonly namesMode: boolean; readonly spec: string } | undefined;
  /** Milliseconds since the epoch by the API server's clock. */
  readonly now: number;
  /** Milliseconds after which what was not seen to be taken was not taken. */
  readonly quarantineMs: number;
}

/** The record once all that was seen of an end that was asked for is in it (D6); undefined stays undefined. */
export function judgeEnding(record: OperatorRecord | undefined, seen: Seen): OperatorRecord | undefined {
  const memory = memoryOf(record);
  if (record === undefined || memory?.phase !== "stopping" || memory.state !== undefined) return record;
  const after = judgeStop(record, memory, seen) ?? judgeCancel(record, memory, seen);
  return after === undefined ? record : { ...withoutEnding(record), memory: toMemory(after) };
}

function judgeStop(record: OperatorRecord, memory: FlinkMemory, seen: Seen): FlinkMemory | undefined {
  const { stop, job, now, wanted } = seen;
  const intent = intentOf(record, stopIntent);
  if (intent === undefined) return undefined;
  if (stop.found === "done") return withSavepoint(memory, intent, stop.path, now);
  if (stop.found === "failed") {
    return noteFailedStop(memory, { message: stop.why, at: now, spec: wanted?.spec ?? "" });
  }
  if (stop.found !== "forgotten") return undefined;
  const taken = job.found === "job" && job.job.state === "FINISHED" ? job.checkpoints?.savepoint : undefined;
  if (taken?.externalPath !== undefined && isOfStop(taken, intent.at)) {
    return withSavepoint(memory, intent, taken.externalPath, now);
  }
  return afterQuarantine(memory, seen, intent.at);
}

function withSavepoint(memory: FlinkMemory, intent: Intent, path: string, now: number): FlinkMemory {
  const at = momentAfter(memory.taken, now);
  const formatType = formatOf(intent);
  const taken: TakenSavepoint = { path, at, by: "UPGRADE", ...(formatType !== undefined && { formatType }) };
  return { ...memory, state: { from: "savepoint", path }, taken };
}

/**
 * Where the state is of a job that ended otherwise than it was asked to: its last checkpoint where it still tells, and
 * nobody knows where it is gone without a word.
 */
function afterQuarantine(memory: FlinkMemory, seen: Seen, sentAt: number): FlinkMemory | undefined {
  const { job, wanted, now, quarantineMs } = seen;
  if (now - sentAt < quarantineMs) return undefined;
  if (job.found === "missing") {
    const why = "the job is gone from its JobManager; look for its savepoint in the savepoint directory";
    return { ...memory, state: { from: "unknown", why } };
  }
  const isStopped = job.found === "job" && job.job.state === "FINISHED";
  if (isStopped) {
    const why = "the job was stopped, and its JobManager does not tell the savepoint; look in the savepoint directory";
    return { ...memory, state: { from: "unknown", why } };
  }
  const state = stateAtEnd(job, memory.origin, wanted?.namesMode !== false);
  return state === undefined ? undefined : { ...memory, state };
}

/** A trigger is forgotten after five minutes, its savepoint is not. */
function isOfStop({ type, triggerTimestamp }: Checkpoint, sentAt: number): boolean {
  return (type === undefined || type === "SYNC_SAVEPOINT") && triggerTimestamp > sentAt - clockSkewMs;
}

function judgeCancel(record: OperatorRecord, memory: FlinkMemory, seen: Seen): FlinkMemory | undefined {
  const intent = intentOf(record, cancelIntent);
  if (intent === undefined) return undefined;
  const state = stateAtEnd(seen.job, memory.origin, seen.wanted?.namesMode !== false);
  if (state !== undefined) return { ...memory, state };
  return seen.job.found === "missing" ? afterQuarantine(memory, seen, intent.at) : undefined;
}
