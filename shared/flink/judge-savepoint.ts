import type { Intent, OperatorRecord } from "../core/record.ts";
import { clockSkewMs } from "./clock-skew.ts";
import { openSavepoint, savepointIntents, withoutSavepoint } from "./intents.ts";
import type { JobLook, StopLook } from "./looks.ts";
import { type FlinkMemory, memoryOf, momentAfter, type TakenSavepoint, toMemory } from "./memory.ts";
import { owedAfter } from "./owed-savepoint.ts";
import { formatOf } from "./savepoint-format.ts";

/** What an open savepoint is judged against. */
export interface SavepointSeen {
  readonly savepoint: StopLook;
  readonly job: JobLook;
  readonly wanted: { readonly savepointGraceMs: number; readonly ignoresPendingSavepoint: boolean } | undefined;
  /** Milliseconds since the epoch by the API server's clock. */
  readonly now: number;
}

/** The record once all that was seen of a savepoint that was asked for is in it (D6). */
export function judgeSavepoint(record: OperatorRecord | undefined, seen: SavepointSeen): OperatorRecord | undefined {
  const [memory, intent] = [memoryOf(record), openSavepoint(record)];
  if (record === undefined || memory === undefined || intent === undefined) return record;
  const closed = withoutSavepoint(record);
  const path = pathOf(seen, intent.at);
  if (path !== undefined)
    return { ...closed, memory: toMemory({ ...memory, taken: takenBy(memory, intent, path, seen.now) }) };
  if (memory.phase === "stopped" || memory.phase === "starting") return closed;
  const why = whyFailed(seen, intent.at);
  if (why === undefined) return record;
  const { now, wanted } = seen;
  const owed = wanted && owedAfter(intent, now, wanted.savepointGraceMs);
  const failed = { ...memory, failure: { message: why, at: now, spec: "" }, ...(owed !== undefined && { owed }) };
  return { ...closed, memory: toMemory(failed) };
}

function takenBy({ nonces, taken }: FlinkMemory, intent: Intent, path: string, now: number): TakenSavepoint {
  const formatType = formatOf(intent);
  const what = { path, at: momentAfter(taken, now), ...(formatType !== undefined && { formatType }) };
  if (intent.key === savepointIntents.periodic) return { ...what, by: "PERIODIC" };
  const nonce = nonces?.savepoint;
  return { ...what, by: "MANUAL", ...(nonce !== undefined && { nonce }) };
}

/** A trigger is forgotten after five minutes, its savepoint is not. */
function pathOf({ savepoint, job }: SavepointSeen, sentAt: number): string | undefined {
  if (savepoint.found === "done") return savepoint.path;
  if (savepoint.found !== "forgotten" || job.found !== "job") return undefined;
  const latest = job.checkpoints?.savepoint;
  const isIts = latest?.type === "SAVEPOINT" && latest.triggerTimestamp > sentAt - clockSkewMs;
  return isIts ? latest.externalPath : undefined;
}

/** One that Flink is taking is never given up: Flink itself ends it after execution.checkpointing.timeout. */
function whyFailed(seen: SavepointSeen, sentAt: number): string | undefined {
  const { savepoint, wanted, now } = seen;
  if (savepoint.found === "failed") return savepoint.why;
  if (savepoint.found === "running" || isSentAgain(seen)) return undefined;
  const isLate = wanted !== undefined && now - sentAt > wanted.savepointGraceMs;
  return isLate
    ? "What became of it could not be asked within kubernetes.operator.savepoint.trigger.grace-period."
    : undefined;
}

/** True where the trigger is sent once more as soon as its doubt is over. */
function isSentAgain({ savepoint, job, wanted }: SavepointSeen): boolean {
  const runs = job.found === "job" && job.job.state === "RUNNING";
  return savepoint.found === "forgotten" && runs && wanted?.ignoresPendingSavepoint !== true;
}
