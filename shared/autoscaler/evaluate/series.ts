import { averageOf, type Point, rateOf } from "../arithmetic/statistics.ts";
import type { JobSample, ProcessSample } from "../sample/job-sample.ts";
import type { VertexSample } from "../sample/vertex-sample.ts";

/** The numbers of one vertex over a window, oldest first, each at the moment that it is of; NaN where one is unknown or absent. */
export function seriesOf(samples: readonly JobSample[], vertex: string, metric: keyof VertexSample): readonly Point[] {
  return samples.map(({ at, vertices: { [vertex]: sample } }) => ({
    at: at - (sample?.age ?? 0),
    value: sample?.[metric] ?? Number.NaN,
  }));
}

/**
 * The mean share of time for which the subtask that speaks for a vertex is busy: by the counters of the first and the last
 * sample that have them, whatever lies between them; else the mean of the samples (2.9).
 */
export function vertexLoad(samples: readonly JobSample[], vertex: string): number {
  const counted = samples.flatMap(({ vertices: { [vertex]: sample } }) =>
    Number.isFinite(sample?.runTime) ? [sample] : [],
  );
  const [first, last] = [counted[0], counted.at(-1)];
  const runTime = (last?.runTime ?? 0) - (first?.runTime ?? 0);
  if (first === undefined || last === undefined || !(runTime > 0)) return vertexAverage(samples, vertex, "load");
  const skew = averageOf(counted.map((sample) => sample?.skew ?? 1));
  return Math.min(1, (skew * (last.accumulatedBusyTime - first.accumulatedBusyTime)) / runTime);
}

/** How much a counter of a vertex grows per second over a window (2.6). */
export function vertexRate(samples: readonly JobSample[], vertex: string, metric: keyof VertexSample): number {
  return rateOf(seriesOf(samples, vertex, metric));
}

/** The mean of a gauge of a vertex over a window (2.6). */
export function vertexAverage(
  samples: readonly JobSample[],
  vertex: string,
  metric: keyof VertexSample,
  atLeast = 1,
): number {
  return averageOf(
    seriesOf(samples, vertex, metric).map(({ value }) => value),
    atLeast,
  );
}

/** The mean of a number of the processes over a window (2.6). */
export function processAverage(samples: readonly JobSample[], metric: keyof ProcessSample): number {
  return averageOf(samples.map(({ processes }) => processes[metric]));
}
