import type { Point } from "../arithmetic/statistics.ts";
import type { ScalingRecord } from "../decide/history.ts";
import type { JobSample } from "../sample/job-sample.ts";
import type { AutoscalerState } from "../state/state.ts";
import type { JobCourse } from "./plot.ts";

/** What is remembered of a job: what it was looked at for, and its past rescales. */
export type Remembered = Pick<AutoscalerState, "samples" | "history" | "desired" | "learned">;

/**
 * A job over time by what is remembered of it: rate and lag for as long as looks are kept, its size for as long as rescales are.
 *
 * Guarantees: total; a moment that no calendar has is left out.
 * Caveats: a vertex that was never scaled has a size only where something is desired of the job, or the profile `improved` saw it.
 */
export function courseOf(title: string, remembered: Remembered): JobCourse {
  const looks = remembered.samples.filter(({ at }) => isMoment(at));
  const measured = looks.flatMap((sample, index) => measure(looks[index - 1], sample));
  const loads = (remembered.learned?.loads ?? []).filter(
    ({ at }) => isMoment(at) && !(at >= (measured[0]?.at ?? at + 1)),
  );
  const earlier = loads.map(({ at, rates }) => ({ at, value: sumOf(Object.values(rates)) }));
  const rate = [...earlier, ...measured.map((one) => ({ at: one.at, value: one.rate }))];
  const lag = measured.map((one) => ({ at: one.at, value: one.lag }));
  const sizes = sizesOf(remembered);
  const decisions = decisionsOf(sizes);
  return { title, rate, lag, parallelism: stepsOf(sizes, decisions, rate), decisions };
}

interface Measured {
  readonly at: number;
  /** Records per second that came to all sources. */
  readonly rate: number;
  /** Seconds of these that wait. */
  readonly lag: number;
}

/** What came in between two looks: what was read, and by how much more waits than did. */
function measure(before: JobSample | undefined, now: JobSample): readonly Measured[] {
  if (before === undefined || !(now.at > before.at)) return [];
  const sources = Object.entries(now.vertices).filter(([, { lag }]) => lag !== undefined);
  const rates = sources.map(([id, { recordsIn, lag = 0, age = 0 }]) => {
    const then = before.vertices[id];
    const seconds = (now.at - age - before.at + (then?.age ?? 0)) / 1_000;
    const grown = recordsIn - (then?.recordsIn ?? Number.NaN) + lag - (then?.lag ?? Number.NaN);
    return seconds > 0 ? Math.max(0, grown / seconds) : Number.NaN;
  });
  const rate = sources.length === 0 ? Number.NaN : sumOf(rates);
  const waiting = sumOf(sources.map(([, { lag = 0 }]) => lag));
  return [{ at: now.at, rate, lag: waiting === 0 ? 0 : waiting / rate }];
}

/** The size of a vertex over time. */
interface VertexSize {
  /** Oldest first. */
  readonly records: readonly ScalingRecord[];
  /** What holds from a moment on, whatever was before. */
  readonly last: number;
  readonly lastFrom: number;
}

/** By the last decision, else as last seen, else as last recorded. */
function sizesOf({ history, desired, learned }: Remembered): readonly VertexSize[] {
  const curves = learned?.curves ?? {};
  const ids = new Set([history, desired?.parallelism ?? {}, curves].flatMap((of) => Object.keys(of)));
  return [...ids].flatMap((id) => {
    const records = (history[id] ?? []).filter(({ at }) => isMoment(at));
    const last = desired?.parallelism[id] ?? records.at(-1)?.to ?? curves[id]?.at(-1)?.parallelism;
    const lastFrom = desired?.parallelism[id] === undefined ? Number.POSITIVE_INFINITY : desired.decidedAt;
    return last === undefined ? [] : [{ records, last, lastFrom }];
  });
}

function sizeAt({ records, last, lastFrom }: VertexSize, moment: number): number {
  if (moment >= lastFrom) return last;
  return records.findLast(({ at }) => at <= moment)?.to ?? records[0]?.from ?? last;
}

function sizeBefore(size: VertexSize, moment: number): number {
  return size.records.find(({ at }) => at === moment)?.from ?? sizeAt(size, moment - 1);
}

/** Rescales of the same moment are one decision; one that was taken back without being recorded is one, too. */
function decisionsOf(sizes: readonly VertexSize[]): JobCourse["decisions"] {
  const moments = sizes.flatMap(({ records, lastFrom }) => [...records.map(({ at }) => at), lastFrom]).filter(isMoment);
  return [...new Set(moments)]
    .sort((one, other) => one - other)
    .map((at) => ({
      at,
      from: sumOf(sizes.map((size) => sizeBefore(size, at))),
      to: sumOf(sizes.map((size) => sizeAt(size, at))),
    }))
    .filter(({ from, to }) => from !== to);
}

/** The size of all vertices together: when looking began, around each decision, and when it ended. */
function stepsOf(
  sizes: readonly VertexSize[],
  decisions: JobCourse["decisions"],
  rate: readonly Point[],
): readonly Point[] {
  if (sizes.length === 0) return [];
  const around = decisions.flatMap(({ at, from, to }) => [
    { at, value: from },
    { at, value: to },
  ]);
  const ends = [rate[0], rate.at(-1)].flatMap((point) =>
    point === undefined ? [] : [{ at: point.at, value: sumOf(sizes.map((size) => sizeAt(size, point.at))) }],
  );
  return [...around, ...ends].sort((one, other) => one.at - other.at);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** True for what a `Date` can be. */
function isMoment(at: number): boolean {
  return Math.abs(at) <= 8.64e15;
}
