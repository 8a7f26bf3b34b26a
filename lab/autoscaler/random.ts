/** Random numbers of one seed; every call moves them on. */
export interface Random {
  /** In [0, 1). */
  readonly uniform: () => number;
  /** Mean 0, deviation 1. */
  readonly normal: () => number;
  /** A count whose mean is `mean`. */
  readonly poisson: (mean: number) => number;
}

/** Numbers that are the same for the same seed and stream on every machine; streams of one seed are independent. */
export function makeRandom(seed: number, stream: string): Random {
  let state = [...stream].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193),
    seed ^ 0x811c9dc5,
  );
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const poisson = (mean: number) => {
    let count = -1;
    for (let left = 1; left > Math.exp(-mean); left *= uniform()) count += 1;
    return count;
  };
  return { uniform, normal, poisson };
}

/** A factor around 1, whose logarithm is normal with that deviation. */
export function lognormal(random: Random, deviation: number): number {
  return Math.exp(deviation * random.normal());
}
