/** Restarts that nobody asked for: when the last one began, in milliseconds since the epoch, and how many came in a row. */
export interface Restarted {
  readonly at: number;
  readonly times: number;
}

const firstDelayMs = 10_000;
const longestDelayMs = 600_000;

/** When the next restart may begin, in milliseconds since the epoch: 10 s after the last one, twice as long with each, 10 min at most. */
export function restartDueAt(restarted: Restarted | undefined): number {
  if (restarted === undefined) return 0;
  return restarted.at + Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(restarted.times - 1, 10));
}

/** The same once one more has begun; what held for an hour begins a new row. */
export function restartedAgain(restarted: Restarted | undefined, now: number): Restarted {
  const isInRow = restarted !== undefined && now - restarted.at < 3_600_000;
  return { at: now, times: isInRow ? restarted.times + 1 : 1 };
}
