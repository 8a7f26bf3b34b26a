import { roundMetric } from "../arithmetic/decimal.ts";
import type { AutoscalerOptions } from "../options/options.ts";
import type { Skew, VertexReading } from "./reading.ts";
import { lagOf, observedRateOf, recordsInOf, type VertexSample } from "./vertex-sample.ts";

/** What a sample by counters is made of besides its reading. */
export interface CountedContext {
  readonly isSource: boolean;
  readonly parallelism: number;
  readonly options: Pick<AutoscalerOptions, "busyTimeAggregator" | "observedRateLagThreshold">;
  /** What the earlier observations of a source say in the middle. */
  readonly earlier: number;
  /** The last sample of the vertex whose counters are known. */
  readonly before: VertexSample | undefined;
}

/** What came about between two samples; all of it since the start of the run where there is none before. */
interface Growth {
  readonly records: number;
  readonly busy: number;
  readonly heldBack: number;
  readonly runTime: number;
}

/** True where counters have begun anew since a sample. */
export function isReset(before: VertexSample, now: VertexSample): boolean {
  return (now.runTime ?? Number.NaN) < (before.runTime ?? Number.NaN) || now.recordsIn < before.recordsIn;
}

/** The load of the subtask that speaks for a vertex, as a share of the mean. */
export function skewOf(skew: Skew | undefined, aggregator: AutoscalerOptions["busyTimeAggregator"]): number {
  return { MAX: skew?.max ?? 1, AVG: 1, MIN: skew?.min ?? 1 }[aggregator];
}

/**
 * The sample of a vertex by counters alone: its load is what it was busy of the time that has passed by its own account since
 * the sample before, however long ago that was.
 */
export function toCountedSample(reading: VertexReading, context: CountedContext): VertexSample {
  const { isSource, options, before } = context;
  const counted: VertexSample = {
    load: Number.NaN,
    accumulatedBusyTime: roundMetric(reading.accumulatedBusyTime),
    recordsIn: roundMetric(recordsInOf(reading, isSource)),
    recordsOut: roundMetric(reading.recordsOut),
    runTime: roundMetric(reading.runTime ?? Number.NaN),
    age: roundMetric(reading.age ?? 0),
    skew: roundMetric(skewOf(reading.skew, options.busyTimeAggregator)),
    ...(isSource && { accumulatedBackPressure: roundMetric(reading.accumulatedBackPressure ?? Number.NaN) }),
  };
  const grown = growthOf(before && !isReset(before, counted) ? before : undefined, counted);
  const isNew = grown.runTime > 0 || before === undefined;
  const load = isNew ? limited((counted.skew ?? 1) * (grown.busy / grown.runTime)) : known(counted, before.load);
  const sample = { ...counted, load: roundMetric(load) };
  if (!isSource) return sample;
  const lag = lagOf(reading.pendingRecords);
  const observedRate = isNew ? observed(grown, lag, context) : known(counted, context.earlier);
  return { ...sample, lag: roundMetric(lag), observedRate: roundMetric(observedRate) };
}

function growthOf(before: VertexSample | undefined, now: VertexSample): Growth {
  const grown = (of: (sample: VertexSample) => number | undefined) => (of(now) ?? 0) - (before ? (of(before) ?? 0) : 0);
  return {
    records: grown(({ recordsIn }) => recordsIn),
    busy: grown(({ accumulatedBusyTime }) => accumulatedBusyTime),
    heldBack: grown(({ accumulatedBackPressure }) => accumulatedBackPressure),
    runTime: grown(({ runTime }) => runTime),
  };
}

/** What held before, where nothing new has been counted; NaN where nobody knows. */
function known({ runTime }: VertexSample, before: number): number {
  return Number.isNaN(runTime) ? Number.NaN : before;
}

/** No subtask is busy for less than none of its time, or for more than all of it. */
function limited(load: number): number {
  return Math.min(1, Math.max(0, load));
}

function observed(grown: Growth, lag: number, { parallelism, earlier, options }: CountedContext): number {
  const seconds = grown.runTime / parallelism / 1_000;
  const backPressure = (1_000 * grown.heldBack) / grown.runTime;
  const moment = { rate: grown.records / seconds, lag, backPressure, earlier };
  return observedRateOf(moment, options.observedRateLagThreshold);
}
