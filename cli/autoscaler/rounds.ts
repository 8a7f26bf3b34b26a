import type { Clock } from "../../shared/ports/clock.ts";
import type { Cycles } from "./cycles.ts";
import type { ListJobs } from "./list-jobs.ts";
import { makeOneAtATime } from "./one-at-a-time.ts";
import type { StandaloneJob } from "./standalone-job.ts";

/** What goes round. */
export interface RoundsOptions {
  readonly cycles: Cycles;
  readonly clock: Clock;
  /** Milliseconds between two rounds. */
  readonly interval: number;
  /** Jobs that are looked at at once, of all clusters together. */
  readonly parallelism: number;
  /** Ends what runs, at once. */
  readonly abort: AbortSignal;
}

/** One cluster in the rounds. */
export interface ClusterRounds {
  readonly list: ListJobs;
  /** Told why the cluster cannot be asked, and undefined when it can. */
  readonly onReach: (fault: string | undefined) => void;
  /** Milliseconds for which the cluster may be looked after; 0 while another autoscaler does. */
  readonly mayActFor: () => number;
}

/** Rounds over clusters. */
export interface Rounds {
  /** One round over all; false where a cluster could not be asked. */
  once(clusters: readonly ClusterRounds[], stop: AbortSignal): Promise<boolean>;
  /** Rounds until the signal says stop, of each cluster at its own pace. */
  until(clusters: readonly ClusterRounds[], stop: AbortSignal): Promise<void>;
}

/** Milliseconds that one cycle may take at most. */
const longestCycle = 120_000;

/**
 * Guarantees: a job is never in two cycles at once; a slow one holds up nobody but itself; one that is gone is forgotten, after
 * its cycle has ended, and only where its cluster said so. Both resolve when all that was begun has ended.
 */
export function makeRounds(options: RoundsOptions): Rounds {
  const { clock, interval, parallelism } = options;
  const work = makeOneAtATime(parallelism);
  const round = async (cluster: ClusterRounds, known: Set<string>, stop: AbortSignal) => {
    const jobs = await listed(cluster, options, stop);
    if (jobs === undefined) return false;
    const there = new Set(jobs.map(({ key }) => key));
    for (const key of [...known].filter((one) => !there.has(one))) {
      known.delete(key);
      work.start(key, () => options.cycles.forget(key, limited(options, cluster)));
    }
    for (const job of jobs) {
      await work.room();
      if (stop.aborted || cluster.mayActFor() === 0) break;
      known.add(job.key);
      if (work.isBusy(job.key)) continue;
      work.start(job.key, () => options.cycles.run({ ...job, now: clock.now() }, limited(options, cluster)));
    }
    return true;
  };
  return {
    once: async (clusters, stop) => {
      const reached = await Promise.all(clusters.map((cluster) => round(cluster, new Set(), stop)));
      await work.settled();
      return reached.every((one) => one);
    },
    until: async (clusters, stop) => {
      const going = clusters.map(async (cluster) => {
        const known = new Set<string>();
        while (!stop.aborted) {
          if (cluster.mayActFor() > 0) await round(cluster, known, stop);
          await clock.sleep(interval, stop);
        }
      });
      await Promise.all(going);
      await work.settled();
    },
  };
}

/** What is begun ends before anybody else may begin. */
function limited({ abort, clock }: RoundsOptions, { mayActFor }: ClusterRounds): AbortSignal {
  return AbortSignal.any([abort, clock.timeout(Math.min(longestCycle, mayActFor()))]);
}

/** The jobs of a cluster; undefined where it cannot be asked, which is told unless all is being stopped. */
async function listed(
  { list, onReach }: ClusterRounds,
  { abort, clock }: RoundsOptions,
  stop: AbortSignal,
): Promise<readonly StandaloneJob[] | undefined> {
  try {
    const jobs = await list(clock.now(), AbortSignal.any([abort, stop]));
    onReach(undefined);
    return jobs;
  } catch (error) {
    if (!stop.aborted) onReach(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
