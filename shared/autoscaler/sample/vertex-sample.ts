import { roundMetric } from "../arithmetic/decimal.ts";
import { wholeSeconds } from "../arithmetic/java-number.ts";
import type { AutoscalerOptions } from "../options/options.ts";
import type { Aggregate, VertexReading } from "./reading.ts";

/** One sample of a vertex (2.3); NaN where a number is unknown, absent where the vertex has no such thing. */
export interface VertexSample {
  /** Records that wait before a source. */
  readonly lag?: number;
  /** Share of its time for which the subtask that speaks for the vertex is busy. */
  readonly load: number;
  /** Milliseconds for which all subtasks together were busy since the start. */
  readonly accumulatedBusyTime: number;
  /** Records read since the start. */
  readonly recordsIn: number;
  /** Records written since the start. */
  readonly recordsOut: number;
  /** Records read per second, by Flink's own gauge; not of sources. */
  readonly inPerSecond?: number;
  /** Records per second that a source is able to read, as seen while it has a lag. */
  readonly observedRate?: number;
  /** Milliseconds for which all subtasks together have run since the start; absent where gauges were read. */
  readonly runTime?: number;
  /** Milliseconds of these for which they were held back; of sources. */
  readonly accumulatedBackPressure?: number;
  /** By how many milliseconds these counters are older than the sample. */
  readonly age?: number;
  /** The load of the subtask that speaks for the vertex, as a share of the mean. */
  readonly skew?: number;
}

/** Records that wait before a source; none where nothing is told of them. */
export function lagOf(pendingRecords: Aggregate | undefined): number {
  return pendingRecords?.sum ?? 0;
}

/** Share of time for which a vertex is busy, from milliseconds of a second; NaN where that is not told. */
export function loadOf(busyTime: Aggregate | undefined, aggregator: AutoscalerOptions["busyTimeAggregator"]): number {
  const busy = busyTime?.[({ MAX: "max", AVG: "avg", MIN: "min" } as const)[aggregator]];
  return busy !== undefined && Number.isFinite(busy) ? Math.max(0, busy) / 1_000 : Number.NaN;
}

/** Records read since the start; a source that counts none itself is told by its operators' counters (2.3). */
export function recordsInOf(reading: VertexReading, isSource: boolean): number {
  const { recordsIn, sourceIn, sourceOut } = reading;
  if (!isSource || recordsIn !== 0) return Math.max(0, recordsIn);
  return Math.max(0, firstOtherThanNone(sourceIn, sourceOut) ?? recordsIn);
}

/** Records that a source reads per second, by its gauges: what it reads, else what it writes; NaN where neither is told. */
export function readRateOf({ sourceInPerSecond, sourceOutPerSecond }: VertexReading): number {
  return Math.max(0, firstOtherThanNone(sourceInPerSecond, sourceOutPerSecond) ?? Number.NaN);
}

/** The first sum that is not 0, else the last one that is told. */
function firstOtherThanNone(...aggregates: readonly (Aggregate | undefined)[]): number | undefined {
  const sums = aggregates.flatMap((one) => (one === undefined ? [] : [one.sum]));
  return sums.find((sum) => sum !== 0) ?? sums.at(-1);
}

/** A source at one moment, for what it is able to read. */
export interface SourceMoment {
  /** Records per second that it reads. */
  readonly rate: number;
  /** Records that wait. */
  readonly lag: number;
  /** Milliseconds of a second for which it is held back, on average over its subtasks. */
  readonly backPressure: number;
  /** What its earlier observations say in the middle; NaN where there are too few. */
  readonly earlier: number;
}

/**
 * Records per second that a source is able to read (2.9): without bound where it reads nothing; what it reads in the time for
 * which it is not held back, while it has a lag; otherwise what it was observed to be able to before.
 */
export function observedRateOf({ rate, lag, backPressure, earlier }: SourceMoment, lagThreshold: number): number {
  if (Number.isNaN(rate)) return Number.NaN;
  if (rate === 0) return Number.POSITIVE_INFINITY;
  const isCatchingUp = lag >= wholeSeconds(lagThreshold) * rate;
  if (!isCatchingUp || !(backPressure < 1_000)) return earlier;
  return rate / (1 - backPressure / 1_000);
}

/** What a sample of a vertex is made of besides its reading. */
export interface SampleContext {
  readonly isSource: boolean;
  readonly options: Pick<AutoscalerOptions, "busyTimeAggregator" | "observedRateLagThreshold">;
  /** What the earlier observations of a source say in the middle. */
  readonly earlier: number;
}

/** The sample of a vertex, every number as it is stored (2.3). */
export function toVertexSample(reading: VertexReading, { isSource, options, earlier }: SampleContext): VertexSample {
  const lag = lagOf(reading.pendingRecords);
  const shared = {
    load: roundMetric(loadOf(reading.busyTime, options.busyTimeAggregator)),
    accumulatedBusyTime: roundMetric(reading.accumulatedBusyTime),
    recordsIn: roundMetric(recordsInOf(reading, isSource)),
    recordsOut: roundMetric(reading.recordsOut),
  };
  if (!isSource) return { ...shared, inPerSecond: roundMetric(reading.inPerSecond?.sum ?? Number.NaN) };
  const backPressure = reading.backPressure?.avg ?? Number.NaN;
  const moment = { rate: readRateOf(reading), lag, backPressure, earlier };
  const observedRate = roundMetric(observedRateOf(moment, options.observedRateLagThreshold));
  return { ...shared, lag: roundMetric(lag), observedRate };
}

const none: Aggregate = { min: 0, max: 0, avg: 0, sum: 0 };

/** What stands for the metrics of a vertex that has finished, which is not asked any more: nothing, also of its counters (2.3). */
export const finishedReading: VertexReading = {
  ...{ recordsIn: 0, recordsOut: 0, accumulatedBusyTime: 0 },
  ...{ busyTime: none, backPressure: none, inPerSecond: none, sourceInPerSecond: none, pendingRecords: none },
};
