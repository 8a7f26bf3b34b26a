/** A number at a moment, in milliseconds since the epoch; NaN where it is unknown. */
export interface Point {
  readonly at: number;
  readonly value: number;
}

/**
 * How much a counter grows per second, between its first and its last known value; NaN for fewer than two of them (2.6).
 *
 * Caveats: a counter that was reset in between is not noticed, so that a rate may be negative.
 */
export function rateOf(points: readonly Point[]): number {
  const known = points.filter(({ value }) => !Number.isNaN(value));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || known.length < 2) return Number.NaN;
  return (1_000 * (last.value - first.value)) / Math.max(last.at - first.at, 1);
}

/**
 * The mean of what is finite; NaN for fewer than `atLeast` of that. Where nothing is finite it is without bound if one value
 * is, else NaN (2.6).
 */
export function averageOf(values: readonly number[], atLeast = 1): number {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) {
    return values.some((value) => Math.abs(value) === Number.POSITIVE_INFINITY) ? Number.POSITIVE_INFINITY : Number.NaN;
  }
  return finite.length < atLeast ? Number.NaN : finite.reduce((sum, value) => sum + value, 0) / finite.length;
}
