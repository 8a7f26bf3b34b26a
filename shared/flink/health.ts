import type { Checkpoints, JobOverview } from "../ports/flink-answers.ts";

/**
 * What is remembered of a job's health, whatever its age: Flink's own counter of restarts, sampled where the job has
 * changed, against one earlier sample.
 */
export interface Health {
  /** When the job was first seen to run, or to come back, in milliseconds since the epoch by the API server's clock. */
  readonly since: number;
  /** `last-modification` of the job as of the last look that asked for the counter. */
  readonly modified: number;
  /** The last sample has all that the job had been through by then. */
  readonly settled: boolean;
  /** When the counter was asked for last; the next answer is as of then (REST fact 1). */
  readonly polledAt?: number;
  /** The sample that later ones are compared with. */
  readonly base?: { readonly at: number; readonly restarts: number };
  /** Restarts within the window, where they are too many. */
  readonly tooMany?: number;
}

/** From when on a job counts as unhealthy (2.11). */
export interface HealthLimits {
  /** Restarts that may come within the window. */
  readonly restarts: number;
  readonly windowMs: number;
  /** How long a job may go without a completed checkpoint; undefined for any time. */
  readonly checkpointsMs: number | undefined;
}

/** What a look at a job has shown. */
export interface HealthSeen {
  readonly job: Pick<JobOverview, "lastModification">;
  /** Undefined where it was not asked for; `count` is undefined where Flink does not tell. */
  readonly poll: { readonly count: number | undefined } | undefined;
  /** Milliseconds since the epoch by the API server's clock. */
  readonly now: number;
  readonly limits: HealthLimits;
}

/** How long a job may be on its way back, in milliseconds, and its time before that still count. */
const pauseMs = 60_000;

/**
 * True for a job whose health can be told: it runs, or it did a moment ago. One that is RESTARTING has run, if only between two
 * looks: what fails as soon as it starts is never seen to run. While a change is `onTrial`, which is rolled back where it does not
 * come up, only what was seen to run counts.
 */
export function isJudged(
  health: Health | undefined,
  { state, lastModification }: JobOverview,
  { now, onTrial }: { readonly now: number; readonly onTrial: boolean },
): boolean {
  if (state === "RUNNING") return true;
  const hasRun = health !== undefined;
  const comesBack = (state === "RESTARTING" && (hasRun || !onTrial)) || (state === "CREATED" && hasRun);
  return comesBack && now - lastModification <= pauseMs;
}

/** True where the counter of restarts may have moved: a steady job is not asked. */
export function owesPoll(health: Health | undefined, { lastModification }: HealthSeen["job"]): boolean {
  if (health === undefined) return false;
  return health.tooMany !== undefined || !health.settled || health.modified !== lastModification;
}

/** The health after one more look. */
export function noteHealth(before: Health | undefined, { job, poll, now, limits }: HealthSeen): Health {
  const modified = job.lastModification;
  if (before === undefined) return { since: now, modified, settled: true };
  if (poll === undefined) return before;
  const { polledAt, ...rest } = before;
  // Nobody knows of when the first answer is.
  if (polledAt === undefined) return { ...rest, modified, settled: false, polledAt: now };
  const sampled = poll.count === undefined ? rest : compare(rest, { at: polledAt, restarts: poll.count }, limits);
  const settled = before.modified === modified && sampled.tooMany === undefined;
  return { ...sampled, modified, settled, ...(!settled && { polledAt: now }) };
}

/** Restarts over more than the window count by the part of it that the window is (2.11). */
function compare(before: Health, sample: NonNullable<Health["base"]>, { restarts, windowMs }: HealthLimits): Health {
  const { base, tooMany: _before, ...rest } = before;
  // Another JobManager counts from nought.
  if (base === undefined || sample.restarts < base.restarts) return { ...rest, base: sample };
  const elapsed = sample.at - base.at;
  const within = Math.floor(((sample.restarts - base.restarts) * windowMs) / Math.max(elapsed, windowMs));
  const kept = elapsed >= windowMs ? sample : base;
  return { ...rest, base: kept, ...(within > restarts && { tooMany: within }) };
}

/** What is wrong with how a job does, as a clause; undefined for a healthy one. */
export function whyUnhealthy(
  health: Health,
  checkpoints: Checkpoints | undefined,
  {
    job,
    now,
    limits,
  }: { readonly job: Pick<JobOverview, "startTime">; readonly now: number; readonly limits: HealthLimits },
): string | undefined {
  const { windowMs, checkpointsMs } = limits;
  const seconds = (ms: number) => Math.round(ms / 1_000);
  if (health.tooMany !== undefined) {
    return `The job has restarted ${health.tooMany} times within ${seconds(windowMs)} s`;
  }
  if (checkpoints?.enabled !== true || checkpointsMs === undefined) return undefined;
  const completed = [checkpoints.completed, checkpoints.savepoint].map((one) => one?.latestAckTimestamp ?? 0);
  const last = Math.max(health.since, job.startTime, ...completed);
  return now - last > checkpointsMs ? `The job has completed no checkpoint for ${seconds(now - last)} s` : undefined;
}
