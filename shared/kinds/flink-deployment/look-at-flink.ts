import type { OperatorRecord } from "../../core/record.ts";
import { isScaledInPlace } from "../../flink/decide-rescale.ts";
import { intentOf, openSavepoint, stopIntent } from "../../flink/intents.ts";
import { judgeEnding } from "../../flink/judge-ending.ts";
import { judgeSavepoint } from "../../flink/judge-savepoint.ts";
import { lookAtExceptions } from "../../flink/look-at-exceptions.ts";
import { lookAtJob, lookAtStop } from "../../flink/look-at-job.ts";
import { lookAtScale, type ScaleLook } from "../../flink/look-at-scale.ts";
import type { JobLook, StopLook } from "../../flink/looks.ts";
import { memoryOf } from "../../flink/memory.ts";
import { whyFailed } from "../../flink/why-failed.ts";
import type { FailureCause, JobException } from "../../ports/flink-answers.ts";
import type { Asking } from "./asking.ts";
import { lookAtCluster } from "./look-at-cluster.ts";
import { lookAtHealth } from "./look-at-health.ts";
import type { Wanted } from "./wanted.ts";

/** What the open intents are judged by, besides what Flink says. */
export interface Judging {
  readonly wanted: Wanted | undefined;
  readonly now: number;
  readonly quarantineMs: number;
  /** Exceptions that are told of in one pass at most. */
  readonly most: number;
}

/** What Flink says of the job, and the record once all of that is in it (D6). */
export interface FlinkLook {
  readonly job: JobLook;
  readonly failure: FailureCause | undefined;
  readonly unhealthy: string | undefined;
  readonly exceptions: readonly JobException[];
  readonly size: ScaleLook;
  readonly stop: StopLook;
  readonly savepoint: StopLook;
  readonly record: OperatorRecord | undefined;
}

const unasked = { found: "unasked" } as const satisfies JobLook & StopLook & ScaleLook;

/** Asks for the job, for what is open about it, and for nothing else. */
export async function lookAtFlink(
  asking: Asking,
  record: OperatorRecord | undefined,
  { wanted, now, quarantineMs, most }: Judging,
): Promise<FlinkLook> {
  const { flink, endpoint, asks, signal } = asking;
  const jobId = memoryOf(record)?.jobId;
  const operationOf = (triggerId: string | undefined): Promise<StopLook> =>
    asks && jobId !== undefined && triggerId !== undefined
      ? lookAtStop(flink, endpoint, jobId, triggerId, signal)
      : Promise.resolve(unasked);
  const job = asks ? await lookAtJob(flink, endpoint, { jobId, now }, signal) : unasked;
  const stop = await operationOf(intentOf(record, stopIntent)?.content);
  const savepoint = await operationOf(openSavepoint(record)?.content);
  const ended = judgeEnding(record, { stop, job, wanted, now, quarantineMs });
  const judged = judgeSavepoint(ended, { savepoint, job, wanted, now });
  const isNew = job.found === "job" && job.job.state === "FAILED" && memoryOf(judged)?.ended === undefined;
  const failure = isNew ? await whyFailed(flink, endpoint, jobId ?? "", signal) : undefined;
  const size =
    job.found === "job" && isSized(judged, wanted) ? await lookAtScale(flink, endpoint, jobId ?? "", signal) : unasked;
  const health = await lookAtHealth(asking, judged, { job, wanted, now });
  const told = await lookAtExceptions(asking, health.record, { job, most, now });
  const known = await lookAtCluster(asking, told.record, job);
  return { job, failure, size, stop, savepoint, ...health, ...told, record: known };
}

function isSized(record: OperatorRecord | undefined, wanted: Wanted | undefined): boolean {
  return isScaledInPlace(memoryOf(record), wanted) && wanted?.resize?.way === "requirements";
}
