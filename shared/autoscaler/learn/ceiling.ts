/** The most subtasks that a vertex is given until a moment, because more of them did not come or did not help. */
export interface Ceiling {
  readonly parallelism: number;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** For how many milliseconds it was set, where more of them did not come; absent where they did not help. */
  readonly length?: number;
}

/**
 * The ceiling of a vertex whose rescale has not come about by `now`: there may be room soon, or never. It lasts for `first`
 * milliseconds, and twice as long as the one before where that has not ended for longer than `most`; never longer than that.
 */
export function ceilingAfter(
  earlier: Ceiling | undefined,
  parallelism: number,
  now: number,
  { first, most }: { readonly first: number; readonly most: number },
): Ceiling {
  const isAgain = earlier?.length !== undefined && now - earlier.until < most;
  const length = Math.min(most, isAgain ? 2 * (earlier.length ?? first) : first);
  return { parallelism, until: now + length, length };
}
