import { tunesMemory } from "../../shared/flink/autoscaler-options.ts";
import { findObstacle } from "./find-obstacle.ts";
import type { Configuration } from "./settings.ts";
import { type Cluster, keyOf, type StandaloneJob } from "./standalone-job.ts";

/** Lists the jobs of a cluster that have not ended; throws what its REST throws. */
export type ListJobs = (now: number, signal: AbortSignal) => Promise<readonly StandaloneJob[]>;

/** What holds for all jobs of a cluster. */
export interface ListOptions {
  /** What holds where a job's own configuration says nothing. */
  readonly usual: Configuration;
  /** Milliseconds between two rounds; undefined where there is only one. */
  readonly samplePeriod: number | undefined;
}

/** Milliseconds for which the configuration of a job is not read again: only another JobManager has another one. */
const readFor = 300_000;

const ended: ReadonlySet<string> = new Set(["FINISHED", "FAILED", "CANCELED"]);

/**
 * The jobs of a cluster, each with its own configuration over that of the process (1.7). A job whose tasks are still being
 * started is CREATED.
 *
 * Guarantees: one call, and one for each job whose configuration was not read within five minutes.
 */
export function makeListJobs(cluster: Cluster, { usual, samplePeriod }: ListOptions): ListJobs {
  const read = new Map<string, { readonly at: number; readonly configuration: Configuration }>();
  return async (now, signal) => {
    const { endpoint, rest } = cluster;
    const overview = (await rest.overview(endpoint, signal)).filter(({ state }) => !ended.has(state));
    const there = new Set(overview.map(({ jobId }) => jobId));
    for (const jobId of read.keys()) if (!there.has(jobId)) read.delete(jobId);
    const jobs: StandaloneJob[] = [];
    for (const { jobId, state, name } of overview) {
      const last = read.get(jobId);
      const own =
        last !== undefined && now - last.at < readFor
          ? last
          : { at: now, configuration: await rest.jobConfiguration(endpoint, jobId, signal) };
      read.set(jobId, own);
      const options = withoutTuning({ ...usual, ...own.configuration });
      const obstacle = findObstacle(own.configuration);
      const job = { key: keyOf(cluster, jobId), jobId, status: state, ...options, now, cluster, name };
      jobs.push({ ...job, samplePeriod, obstacle });
    }
    return jobs;
  };
}

const tuningKey = "job.autoscaler.memory.tuning.enabled";

/** Processes that run keep their memory, and nothing here starts any; so nobody asks what they use of it. */
function withoutTuning(configuration: Configuration): Pick<StandaloneJob, "configuration" | "warnings"> {
  if (!tunesMemory(configuration)) return { configuration };
  const warning = { path: tuningKey, message: "has no effect but with the operator" };
  return { configuration: { ...configuration, [tuningKey]: "false" }, warnings: [warning] };
}
