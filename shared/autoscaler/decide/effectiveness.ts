/** What a scale-up was to bring and what it brought, in records per second (2.15). */
export interface ScaleUpEffect {
  /** The capacity before it. */
  readonly before: number;
  /** The capacity that was expected of it. */
  readonly expected: number;
  /** The capacity now. */
  readonly now: number;
}

/** The share of the expected gain that came; NaN where one of the numbers is unknown or nothing was expected. */
export function effectOf({ before, expected, now }: ScaleUpEffect): number {
  return (now - before) / (expected - before);
}

/** True unless at least that share came, also where nobody knows. */
export function isIneffective(effect: number, threshold: number): boolean {
  return !(effect >= threshold);
}
