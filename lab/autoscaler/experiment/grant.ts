import { type JobModel, vertexId } from "../model/job.ts";
import type { JobState } from "../model/state.ts";
import { rescale } from "../model/step.ts";
import { sum } from "../model/sum.ts";
import { lognormal, type Random } from "../random.ts";

/** A time in which a cluster has no slots but those that a job takes; seconds since the beginning. */
export interface Refusal {
  readonly from: number;
  readonly seconds: number;
}

/** What a cluster has for a job. */
export interface Cluster {
  /** Where the length of restarts comes from; absent: each takes as long as any other. */
  readonly random: Random | undefined;
  /** Absent: there is always room. */
  readonly refusal?: Refusal | undefined;
}

/** The parallelism of each vertex. */
export function parallelismOf({ vertices }: JobState): readonly number[] {
  return vertices.map(({ parallelism }) => parallelism);
}

/**
 * The job with what was wished, as far as there are slots for it, which restarts it; undefined where it has all that already.
 * Vertices share slots, so that each has as many subtasks as there are slots, at most: so does Flink's adaptive scheduler.
 */
export function granted(
  job: JobModel,
  state: JobState,
  wish: Readonly<Record<string, number>>,
  { random, refusal }: Cluster,
): JobState | undefined {
  const present = parallelismOf(state);
  const slots = isRefusing(refusal, state.at) ? Math.max(...present) : Number.POSITIVE_INFINITY;
  const wanted = job.vertices.map(({ maxParallelism }, index) =>
    Math.min(maxParallelism, slots, Math.max(1, wish[vertexId(index)] ?? present[index] ?? 1)),
  );
  if (wanted.every((p, index) => p === present[index])) return undefined;
  return rescale(state, wanted, restartSeconds(sum(wanted) > sum(present), random));
}

function isRefusing(refusal: Refusal | undefined, at: number): boolean {
  return refusal !== undefined && at >= refusal.from && at < refusal.from + refusal.seconds;
}

/**
 * How long a restart takes: under a minute up and 1 to 3 minutes down, as one large user reports (reference 7, 27), here lognormal
 * around 40 s and 90 s.
 */
function restartSeconds(isUp: boolean, random: Random | undefined): number {
  return (isUp ? 40 : 90) * (random ? lognormal(random, 0.3) : 1);
}
