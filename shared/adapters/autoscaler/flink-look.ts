import type { JobContext } from "../../autoscaler/cycle/job-context.ts";
import type { Looked, MetricsSource } from "../../autoscaler/cycle/ports.ts";
import type { LookMemo } from "../../autoscaler/sample/reading.ts";
import { OperatorError } from "../../core/error.ts";
import type { FlinkMetrics, MeasuredJob } from "../../ports/flink-metrics.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";
import type { Place } from "./flink-vertices.ts";

/** A job that has been RUNNING. */
export type RunningJob = MeasuredJob & { readonly runningSince: number };

/** One way to look at a running job. */
export type Look<Job extends JobContext> = (
  place: Place,
  measured: RunningJob,
  job: Job,
  memo: LookMemo | undefined,
) => Promise<Looked>;

/** A source of metrics that measures the job first, with one call, and leaves the rest to `look`; faults of Flink are answers. */
export function makeSource<Job extends JobContext>(
  metrics: FlinkMetrics,
  endpointOf: (job: Job) => FlinkEndpoint,
  look: Look<Job>,
): MetricsSource<Job> {
  return {
    look: async (job, signal, memo) => {
      if (job.jobId === undefined) return { kind: "not-ready", why: "it has no id yet" };
      try {
        const place = { metrics, endpoint: endpointOf(job), jobId: job.jobId, signal };
        const measured = await metrics.measure(place.endpoint, place.jobId, signal);
        if (measured === undefined) return { kind: "not-ready", why: "the JobManager does not know it" };
        const { runningSince } = measured;
        if (runningSince === undefined) return { kind: "not-ready", why: "it has never been RUNNING" };
        return await look(place, { ...measured, runningSince }, job, memo);
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        return { kind: "unavailable", why: error.message };
      }
    },
  };
}
