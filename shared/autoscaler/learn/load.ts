/** What came to the sources of a job over one look, in records per second by vertex. */
export interface LoadPoint {
  /** The end of the look, in milliseconds since the epoch. */
  readonly at: number;
  readonly rates: Readonly<Record<string, number>>;
}

/** Looks that are remembered. */
const mostLooks = 16;

/** The looks with a new one, not older than `window` milliseconds. */
export function addLoad(loads: readonly LoadPoint[], load: LoadPoint, window: number): readonly LoadPoint[] {
  return [...loads.filter(({ at }) => at < load.at && at >= load.at - window), load].slice(-mostLooks);
}

/**
 * The deviation of a series around its own course: from the median of its second differences, which neither a trend nor a
 * single jump adds to. 0 for fewer than four numbers.
 */
export function noiseOf(values: readonly number[]): number {
  if (values.length < 4) return 0;
  const bends = values
    .slice(2)
    .map((value, index) => Math.abs(value - 2 * (values[index + 1] ?? value) + (values[index] ?? value)))
    .sort((one, other) => one - other);
  return (1.4826 * (bends[Math.floor((bends.length - 1) / 2)] ?? 0)) / Math.sqrt(6);
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
