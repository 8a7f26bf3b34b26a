/** The value in the middle; of an even number the mean of the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/** A median and the interval that holds it with 95 % confidence. */
export interface Estimate {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Percentile bootstrap of the median, 2,000 resamples drawn with a fixed seed, so that the same samples give the same interval. */
export function estimate(values: readonly number[], seed = 1): Estimate {
  const random = makeRandom(seed);
  const draw = () => values[Math.floor(random() * values.length)] ?? Number.NaN;
  const medians = Array.from({ length: 2_000 }, () => median(values.map(draw))).sort((a, b) => a - b);
  return { median: median(values), low: medians[50] ?? Number.NaN, high: medians[1_949] ?? Number.NaN };
}

/** Mulberry32: numbers in [0, 1) from a 32 bit seed. */
function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A control pair may differ by this share; beyond it the machine was too busy for the run to count. */
export const controlTolerance = 0.05;

/** True when two series of the very same thing came out the same. */
export function isQuiet(control: Estimate): boolean {
  return Math.abs(control.median - 1) <= controlTolerance;
}
