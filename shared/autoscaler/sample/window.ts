/** What says where the window of a job stands (2.5); times are milliseconds since the epoch. */
export interface WindowMoment {
  /** When the stored samples were taken, oldest first, without the one that is being taken. */
  readonly times: readonly number[];
  readonly now: number;
  /** When the job entered RUNNING. */
  readonly runningSince: number;
  readonly options: { readonly metricsWindow: number; readonly stabilizationInterval: number };
}

/** Where the window of a job stands. */
export interface WindowState {
  /** The job was started after the oldest sample: what is stored is of another run. */
  readonly isRestarted: boolean;
  /** From then on samples are those of a job that has settled. */
  readonly stableAt: number;
  readonly isStabilizing: boolean;
  /** When the window is full, as far as one can tell. */
  readonly fullAt: number;
  readonly isFull: boolean;
}

/** Judges a window before the new sample is added to it. */
export function judgeWindow({ times, now, runningSince, options }: WindowMoment): WindowState {
  const isRestarted = times[0] !== undefined && runningSince > times[0];
  const stableAt = runningSince + options.stabilizationInterval;
  const firstStable = isRestarted ? undefined : times.find((time) => time >= stableAt);
  const fullAt = (firstStable ?? now) + options.metricsWindow;
  return { isRestarted, stableAt, isStabilizing: now < stableAt, fullAt, isFull: now >= fullAt };
}

interface Timed {
  readonly at: number;
}

/**
 * The samples with a new one: those of an earlier run are dropped, and from a full window what is older than `kept` milliseconds.
 * A new one of the same moment replaces the old one.
 */
export function addSample<Sample extends Timed>(
  samples: readonly Sample[],
  sample: Sample,
  { isRestarted, isFull }: WindowState,
  kept: number,
): readonly Sample[] {
  const earlier = isRestarted ? [] : samples.filter(({ at }) => at !== sample.at);
  const all = [...earlier, sample];
  return isFull ? all.filter(({ at }) => at >= sample.at - kept) : all;
}

/** Numbers that all samples of a window together may hold: the state of a job stays small however often it is looked at. */
const mostNumbers = 20_000;

/** Numbers in one sample of a vertex. */
const numbersInSample = 7;

/** Samples that a window may hold: 128, fewer for a job of many vertices, 8 at least. */
export function sampleLimit(vertices: number): number {
  return Math.min(128, Math.max(8, Math.floor(mostNumbers / (numbersInSample * Math.max(1, vertices)))));
}

/**
 * The samples, `limit` at most: again and again the one goes whose neighbours are nearest to each other, so that those that
 * are left cover the window evenly. The first and the last stay, which rates are made of, and so does the first stable one,
 * which says when the window is full.
 */
export function thinSamples<Sample extends Timed>(
  samples: readonly Sample[],
  limit: number,
  stableAt: number,
): readonly Sample[] {
  const left = [...samples];
  while (left.length > limit) {
    const firstStable = left.findIndex(({ at }) => at >= stableAt);
    let least = { index: -1, gap: Number.POSITIVE_INFINITY };
    for (let index = 1; index < left.length - 1; index += 1) {
      const gap = (left[index + 1]?.at ?? 0) - (left[index - 1]?.at ?? 0);
      if (index !== firstStable && gap < least.gap) least = { index, gap };
    }
    if (least.index < 0) return left;
    left.splice(least.index, 1);
  }
  return left;
}
