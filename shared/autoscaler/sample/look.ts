import type { JobSample } from "./job-sample.ts";
import type { VertexSample } from "./vertex-sample.ts";

/** What a vertex did over a look. */
export interface Look {
  /** When it began and ended, in milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  /** Records per second that were read and written. */
  readonly read: number;
  readonly written: number;
  /** Records per second by which the lag of a source grew; 0 for any other vertex. */
  readonly lagGrowth: number;
  /** Share of time for which it was busy; NaN where that is not known. */
  readonly load: number;
}

/**
 * The last look at a vertex that lasted `atLeast` milliseconds; undefined where a number at its end is not known, or there is no
 * earlier sample with all of them. A counter below what it has been in this run is incomplete, and not known.
 */
export function lookAt(samples: readonly JobSample[], vertex: string, atLeast: number): Look | undefined {
  const known = knownSamples(samples, vertex);
  const end = known.at(-1);
  const start = known.findLast(({ at }) => end !== undefined && at <= end.at - atLeast);
  if (start === undefined || end === undefined) return undefined;
  const perSecond = (of: (sample: VertexSample) => number) =>
    (1_000 * (of(end.of) - of(start.of))) / (end.at - start.at);
  return {
    ...{ from: start.at, to: end.at },
    read: perSecond(({ recordsIn }) => recordsIn),
    written: perSecond(({ recordsOut }) => recordsOut),
    lagGrowth: perSecond(({ lag = 0 }) => lag),
    load: loadBetween(start.of, end.of),
  };
}

/** What a vertex did from one moment to another, in records per second. */
export type Pace = Pick<Look, "read" | "written">;

/**
 * What a vertex did in a time, as if it had done the same all the time between two samples; undefined where they do not cover it.
 * So vertices are comparable whose counters Flink tells of different moments.
 */
export function paceDuring(samples: readonly JobSample[], vertex: string, { from, to }: Span): Pace | undefined {
  const known = completeSamples(samples, vertex);
  const [start, end] = [countersAt(known, from), countersAt(known, to)];
  if (start === undefined || end === undefined || !(to > from)) return undefined;
  const perSecond = (before: number, after: number) => (1_000 * (after - before)) / (to - from);
  return {
    read: perSecond(start.recordsIn, end.recordsIn),
    written: perSecond(start.recordsOut, end.recordsOut),
  };
}

type Span = Pick<Look, "from" | "to">;

function countersAt(known: readonly Complete[], moment: number) {
  const after = known.find(({ at }) => at >= moment);
  const before = known.findLast(({ at }) => at <= moment);
  if (after === undefined || before === undefined) return undefined;
  const share = after.at > before.at ? (moment - before.at) / (after.at - before.at) : 0;
  const between = (of: (sample: VertexSample) => number) => of(before.of) + share * (of(after.of) - of(before.of));
  return { recordsIn: between(({ recordsIn }) => recordsIn), recordsOut: between(({ recordsOut }) => recordsOut) };
}

/** For how many milliseconds a vertex has been looked at; undefined where a number at their end is not known. */
export function knownFor(samples: readonly JobSample[], vertex: string): number | undefined {
  const known = knownSamples(samples, vertex);
  const [start, end] = [known[0], known.at(-1)];
  return start === undefined || end === undefined ? undefined : end.at - start.at;
}

/** Samples of a vertex with all of their numbers; none where the newest is not among them. */
function knownSamples(samples: readonly JobSample[], vertex: string): readonly Complete[] {
  const known = completeSamples(samples, vertex);
  return known.at(-1)?.of === samples.at(-1)?.vertices[vertex] ? known : [];
}

/** By the counters of time where both samples have them, else what the last one tells of the minute before it. */
function loadBetween(start: VertexSample, end: VertexSample): number {
  const runTime = (end.runTime ?? Number.NaN) - (start.runTime ?? Number.NaN);
  if (!(runTime > 0)) return end.load;
  return Math.min(1, ((end.skew ?? 1) * (end.accumulatedBusyTime - start.accumulatedBusyTime)) / runTime);
}

interface Complete {
  /** The moment that its counters are of. */
  readonly at: number;
  readonly of: VertexSample;
}

function completeSamples(samples: readonly JobSample[], vertex: string): readonly Complete[] {
  const complete: Complete[] = [];
  const tellsLag = samples.some(({ vertices }) => vertices[vertex]?.lag !== undefined);
  let [highestIn, highestOut] = [0, 0];
  for (const { at, vertices } of samples) {
    const of = vertices[vertex];
    if (of === undefined || Number.isNaN(of.lag ?? (tellsLag ? Number.NaN : 0))) continue;
    if (!(of.recordsIn >= highestIn && of.recordsOut >= highestOut)) continue;
    [highestIn, highestOut] = [of.recordsIn, of.recordsOut];
    complete.push({ at: at - (of.age ?? 0), of });
  }
  return complete;
}
