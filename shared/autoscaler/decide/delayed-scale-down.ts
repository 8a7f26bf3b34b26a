/** A lower parallelism that would have been enough at a moment. */
export interface LowerParallelism {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly parallelism: number;
  /** Whether the vertex was outside of its band then. */
  readonly isOutside: boolean;
}

/** Scaling down that waits until it has been enough for long (2.16). */
export interface DelayedScaleDown {
  /** When a lower parallelism was enough for the first time. */
  readonly first: number;
  /** Those since then that may yet be the highest of the interval: later and later, lower and lower. */
  readonly queue: readonly LowerParallelism[];
}

/** What becomes of a wish to scale down. */
export interface Delayed {
  readonly entry: DelayedScaleDown;
  /** The highest parallelism of the whole interval, once it has passed; undefined before. */
  readonly due: LowerParallelism | undefined;
  /** When the interval has passed. */
  readonly until: number;
}

/** Notes a wish, and says whether a lower parallelism has been enough for a whole interval of milliseconds. */
export function delayScaleDown(
  earlier: DelayedScaleDown | undefined,
  wish: LowerParallelism,
  interval: number,
): Delayed {
  const first = earlier?.first ?? wish.at;
  const queue = [...(earlier?.queue ?? []).filter(({ parallelism }) => parallelism > wish.parallelism), wish];
  const from = wish.at - interval;
  if (from < first) return { entry: { first, queue }, due: undefined, until: first + interval };
  const within = queue.filter(({ at }) => at >= from);
  return { entry: { first, queue: within }, due: within[0], until: first + interval };
}
