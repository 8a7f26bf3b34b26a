import type { Intent, OperatorRecord } from "../core/record.ts";
import { clockSkewMs } from "./clock-skew.ts";
import { openSavepoint, savepointIntents, withoutSavepoint } from "./intents.ts";
import type { JobLook, StopLook } from "./looks.ts";
import { type FlinkMemory, memoryOf, momentAfter, type TakenSavepoint, toMemory } from "./memory.ts";

/** What an open savepoint is judged against. */
export interface SavepointSeen {
  readonly savepoint: StopLook;
  readonly job: JobLook;
  readonly wanted: { readonly savepointGraceMs: number } | undefined;
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
  return { ...closed, memory: toMemory({ ...memory, failure: { message: why, at: seen.now, spec: "" } }) };
}

function takenBy({ nonces, taken }: FlinkMemory, { key }: Intent, path: string, now: number): TakenSavepoint {
  const at = momentAfter(taken, now);
  if (key === savepointIntents.periodic) return { path, at, by: "PERIODIC" };
  const nonce = nonces?.savepoint;
  return { path, at, by: "MANUAL", ...(nonce !== undefined && { nonce }) };
}

/** A trigger is forgotten after five minutes, its savepoint is not. */
function pathOf({ savepoint, job }: SavepointSeen, sentAt: number): string | undefined {
  if (savepoint.found === "done") return savepoint.path;
  if (savepoint.found !== "forgotten" || job.found !== "job") return undefined;
  const latest = job.checkpoints?.savepoint;
  const isIts = latest?.type === "SAVEPOINT" && latest.triggerTimestamp > sentAt - clockSkewMs;
  return isIts ? latest.externalPath : undefined;
}

function whyFailed({ savepoint, wanted, now }: SavepointSeen, sentAt: number): string | undefined {
  if (savepoint.found === "failed") return savepoint.why;
  const isLate = wanted !== undefined && now - sentAt > wanted.savepointGraceMs;
  return isLate ? "It was not complete within kubernetes.operator.savepoint.trigger.grace-period." : undefined;
}
