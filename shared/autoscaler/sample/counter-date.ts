/** What a vertex tells of the time for which its subtasks have run; times are milliseconds (since the epoch). */
export interface CounterClock {
  /** When its subtasks began. */
  readonly startedAt: number;
  /** For how long all of them together were busy, held back or idle; NaN where that is not known. */
  readonly runTime: number;
  /** Subtasks that share in it. */
  readonly parallelism: number;
}

/** The look that a clock was read in. */
export interface ClockMoment {
  readonly now: number;
  readonly runningSince: number;
}

/** Milliseconds by which clocks of JobManager and TaskManagers may differ. */
const slack = 5_000;

/**
 * The moment that counters are of, which is not when they were asked for: Flink answers with what the poll before fetched, and
 * the counters of time say when that was. Undefined where they cannot be of this run.
 *
 * Assumptions: no subtask has ended; a TaskManager counts every millisecond of a subtask as busy, held back or idle.
 */
export function dateOf({ startedAt, runTime, parallelism }: CounterClock, moment: ClockMoment): number | undefined {
  const date = startedAt + runTime / parallelism;
  const isOfThisRun = date >= moment.runningSince - slack && date <= moment.now + slack;
  return isOfThisRun ? Math.min(date, moment.now) : undefined;
}

/** The moment in the middle of those of several vertices, which one poll has fetched; undefined where none tells. */
export function dateOfAll(clocks: readonly CounterClock[], moment: ClockMoment): number | undefined {
  const dates = clocks.flatMap((clock) => dateOf(clock, moment) ?? []).sort((one, other) => one - other);
  return dates[Math.floor(dates.length / 2)];
}
