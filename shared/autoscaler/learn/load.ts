/** What came to the sources of a job over one look, in records per second by vertex. */
export interface LoadPoint {
  /** The end of the look, in milliseconds since the epoch: of several sources, the moment that all have been seen until. */
  readonly at: number;
  readonly rates: Readonly<Record<string, number>>;
}

/** Looks that are remembered. */
const mostLooks = 16;

/** The looks with a new one, not older than `window` milliseconds. */
export function addLoad(loads: readonly LoadPoint[], load: LoadPoint, window: number): readonly LoadPoint[] {
  return [...loads.filter(({ at }) => at < load.at && at >= load.at - window), load].slice(-mostLooks);
}

/** Second differences that a single jump adds to at most: it may be in the middle of a look, which is in between then. */
const bendsOfJump = 3;

/**
 * The deviation of a series around its own course: from the median of its second differences, which neither a trend nor a
 * single jump adds to; of a short series from a lower one of them, so that this holds too. 0 for fewer than six numbers.
 */
export function noiseOf(values: readonly number[]): number {
  const bends = values
    .slice(2)
    .map((value, index) => Math.abs(value - 2 * (values[index + 1] ?? value) + (values[index] ?? value)))
    .sort((one, other) => one - other);
  const middle = Math.floor((bends.length - 1) / 2);
  return (1.4826 * (bends[Math.min(middle, bends.length - 1 - bendsOfJump)] ?? 0)) / Math.sqrt(6);
}

/** How much a series has surely grown with each of its last three steps; 0 unless it grew with each. */
export function trendOf(values: readonly number[]): number {
  const last = values.slice(-4);
  if (last.length < 4) return 0;
  const steps = last.slice(1).map((value, index) => value - (last[index] ?? value));
  return Math.max(0, Math.min(...steps));
}

/** The mean of the last numbers of a series; NaN for none. */
export function meanOfLast(values: readonly number[], count: number): number {
  const last = values.slice(-count);
  return last.reduce((sum, value) => sum + value, 0) / last.length;
}

/**
 * The most that a series has surely reached in its last `count` numbers: the highest mean of the last one, two, … of them, each
 * less `certainty` times its error.
 */
export function sureLevel(values: readonly number[], count: number, certainty: number): number {
  const noise = noiseOf(values);
  const levels = Array.from({ length: Math.max(1, Math.min(count, values.length)) }, (_, index) => {
    return meanOfLast(values, index + 1) - (certainty * noise) / Math.sqrt(index + 1);
  });
  return Math.max(0, ...levels);
}
