import { isOperatorError } from "../../core/error.ts";
import type { OperatorRecord } from "../../core/record.ts";
import { isJudged, noteHealth, owesPoll, whyUnhealthy } from "../../flink/health.ts";
import type { JobLook } from "../../flink/looks.ts";
import { type FlinkMemory, memoryOf, toMemory } from "../../flink/memory.ts";
import type { Asking } from "./asking.ts";
import type { Wanted } from "./wanted.ts";

/** What the health of a job is judged by. */
export interface Examined {
  readonly job: JobLook;
  readonly wanted: Wanted | undefined;
  /** Milliseconds since the epoch by the API server's clock. */
  readonly now: number;
}

/** The record with how the job does in it, and what is wrong with it, as a clause. */
export interface Examination {
  readonly record: OperatorRecord | undefined;
  readonly unhealthy: string | undefined;
}

/** Judges how a job does that was deployed and is not being scaled; one call, where it has changed since the last look. */
export async function lookAtHealth(
  asking: Asking,
  record: OperatorRecord | undefined,
  { job: look, wanted, now }: Examined,
): Promise<Examination> {
  const memory = memoryOf(record);
  const limits = wanted?.health;
  const isSteady = memory?.phase === "deployed" && memory.scaling === undefined;
  if (record === undefined || limits === undefined || look.found !== "job" || !isSteady) {
    return { record, unhealthy: undefined };
  }
  const { job, checkpoints } = look;
  const { health: before, ...rest } = memory;
  const noted = (after: FlinkMemory) => ({ ...record, memory: toMemory(after) });
  const onTrial = wanted?.rollbackAfterMs !== undefined && memory.stable !== memory.spec;
  if (!isJudged(before, job, { now, onTrial })) return { record: noted(rest), unhealthy: undefined };
  const poll = owesPoll(before, job) ? { count: await countOf(asking, job.jobId) } : undefined;
  const health = noteHealth(before, { job, poll, now, limits });
  return {
    record: noted({ ...rest, health }),
    unhealthy: whyUnhealthy(health, checkpoints, { job, now, limits }),
  };
}

/** Flink before 2 has both counters, 2 the first alone; what cannot be asked is no count. */
async function countOf({ flink, endpoint, signal }: Asking, jobId: string): Promise<number | undefined> {
  try {
    const { numRestarts, fullRestarts } = await flink.restarts(endpoint, jobId, signal);
    return numRestarts ?? fullRestarts;
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return undefined;
  }
}
