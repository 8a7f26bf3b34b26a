import { describe, expect, it } from "vitest";
import { vertexLoad, vertexRate } from "../../../shared/autoscaler/evaluate/series.ts";
import { usualOptions } from "../../../shared/autoscaler/options/read-options.ts";
import { type CountedContext, skewOf, toCountedSample } from "../../../shared/autoscaler/sample/counted-sample.ts";
import { dateOf, dateOfAll } from "../../../shared/autoscaler/sample/counter-date.ts";
import { forgetResets, type JobSample, toProcessSample } from "../../../shared/autoscaler/sample/job-sample.ts";
import { lookAt } from "../../../shared/autoscaler/sample/look.ts";
import type { Aggregate, VertexReading } from "../../../shared/autoscaler/sample/reading.ts";
import { needsProcesses, toSkew, whoseTurn } from "../../../shared/autoscaler/sample/turns.ts";
import type { VertexSample } from "../../../shared/autoscaler/sample/vertex-sample.ts";

const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
const minute = 60_000;
const of = (value: number): Aggregate => ({ min: value, max: value, avg: value, sum: value });

describe("REST fact 1: the moment that counters are of", () => {
  const moment = { now: 100_000, runningSince: 10_000 };
  it.each([
    { runTime: 2 * 60_000, is: 70_000, why: "began at 10 s, and two subtasks have run for 60 s each: the poll before" },
    { runTime: 2 * 90_000, is: 100_000, why: "just fetched" },
    { runTime: 2 * 92_000, is: 100_000, why: "a clock that is 2 s ahead" },
    { runTime: 2 * 96_000, is: undefined, why: "in the future: of a run before this one" },
    { runTime: 0, is: 10_000, why: "of its first moment" },
    { runTime: nan, is: undefined, why: "nobody knows" },
  ])("$is: $why", ({ runTime, is }) => {
    expect(dateOf({ startedAt: 10_000, runTime, parallelism: 2 }, moment)).toBe(is);
  });

  it("what one poll has fetched is of one moment, that in the middle", () => {
    const clocks = [58, 60, 61].map((s) => ({ startedAt: 10_000, runTime: s * 1_000, parallelism: 1 }));
    expect(dateOfAll(clocks, moment)).toBe(70_000);
    expect(dateOfAll([...clocks.slice(1), { startedAt: 10_000, runTime: nan, parallelism: 1 }], moment)).toBe(71_000);
    expect(dateOfAll([], moment)).toBeUndefined();
  });
});

const context: CountedContext = {
  ...{ isSource: false, parallelism: 2, options: usualOptions(), earlier: nan, before: undefined },
};
/** Two subtasks that have run for a while, busy for a share of it, and read 100 records a second. */
const readingAt = (seconds: number, share = 0.5, rest: Partial<VertexReading> = {}): VertexReading => ({
  ...{ recordsIn: 100 * seconds, recordsOut: 200 * seconds, accumulatedBusyTime: 2_000 * seconds * share },
  ...{ runTime: 2_000 * seconds, accumulatedBackPressure: 0, age: 0 },
  ...rest,
});

describe("2.3: a sample of a vertex by counters", () => {
  const before = toCountedSample(readingAt(60), context);

  it.each([
    { name: "the first", reading: readingAt(60), before: undefined, load: 0.5, why: "since the start of the run" },
    { name: "the next", reading: readingAt(120, 0.75), before, load: 1, why: "90 s of busy time, 30 of them before" },
    { name: "after an hour", reading: readingAt(3_660), before, load: 0.5, why: "whatever lies between two looks" },
    { name: "nothing new", reading: readingAt(60), before, load: 0.5, why: "no poll came between: what held holds" },
    { name: "a reset", reading: readingAt(10, 0.2), before, load: 0.2, why: "what has been counted since then" },
    { name: "no counters", reading: readingAt(nan), before, load: nan, why: "some subtask has not told its own" },
    {
      name: "skew",
      reading: readingAt(120, 0.5, { skew: { max: 1.5, min: 0.5 } }),
      before,
      load: 0.75,
      why: "the busiest speaks",
    },
    {
      name: "much skew",
      reading: readingAt(120, 0.5, { skew: { max: 4, min: 0 } }),
      before,
      load: 1,
      why: "no subtask is busy for more than its time",
    },
  ])("the load of $name is $load: $why", ({ reading, before: earlier, load }) => {
    expect(toCountedSample(reading, { ...context, before: earlier }).load).toBe(load);
  });

  it("which subtask speaks, is an option", () => {
    const skew = { max: 1.5, min: 0.25 };
    expect((["MAX", "AVG", "MIN"] as const).map((one) => skewOf(skew, one))).toEqual([1.5, 1, 0.25]);
    expect(skewOf(undefined, "MAX")).toBe(1);
  });

  it("of a source: lag, and what it was able to read while it had one", () => {
    const source = { ...context, isSource: true, earlier: 77 };
    const first = toCountedSample(readingAt(60, 0.5, { pendingRecords: of(0) }), source);
    expect(first).toMatchObject({ lag: 0, observedRate: 77 });
    const half = readingAt(120, 0.5, { pendingRecords: of(6_000), accumulatedBackPressure: 60_000 });
    const behind = toCountedSample(half, { ...source, before: first });
    expect(behind, "100 a second in half of its time").toMatchObject({ lag: 6_000, observedRate: 200 });
    expect(toCountedSample(half, { ...source, before: behind }), "nothing new").toMatchObject({ observedRate: 77 });
    const none = { ...half, pendingRecords: of(nan) };
    expect(toCountedSample(none, source).lag, "a lag that is not told is not 0").toBeNaN();
  });

  it("a source by its operator's records, where it counts none itself, as Flink 1 does", () => {
    const read = readingAt(60, 0.5, { recordsIn: 0, sourceIn: of(6_000) });
    expect(toCountedSample(read, { ...context, isSource: true }).recordsIn).toBe(6_000);
  });
});

const at = (seconds: number, sample: Partial<VertexSample>): JobSample => ({
  at: seconds * 1_000,
  vertices: { work: { ...toCountedSample(readingAt(seconds), context), ...sample }, other: { ...idle } },
  processes: toProcessSample({}),
});
const idle: VertexSample = { load: 0, accumulatedBusyTime: 0, recordsIn: 0, recordsOut: 0, runTime: 0 };

describe("2.6: over a window, by counters", () => {
  it("a rate is made between the moments that counters are of, not between the looks", () => {
    const samples = [at(60, {}), { ...at(120, { age: 0 }), at: 420_000 }].map((sample, index) =>
      index === 0 ? sample : { ...sample, vertices: { ...sample.vertices, work: { ...work(sample), age: 300_000 } } },
    );
    expect(vertexRate(samples, "work", "recordsIn")).toBe(100);
  });

  it("the load is that of all of the window, however few of its samples were kept", () => {
    const busy = (seconds: number, load: number, ms: number) => at(seconds, { load, accumulatedBusyTime: ms });
    const samples = [busy(60, 1, 60_000), busy(70, 0.1, 62_000), busy(660, 0.9, 660_000)];
    expect(vertexLoad(samples, "work")).toBe(0.5);
    expect(vertexLoad([samples[0] as JobSample, samples[2] as JobSample], "work")).toBe(0.5);
    expect(vertexLoad([samples[0] as JobSample], "work"), "one sample has only its own").toBe(1);
    expect(vertexLoad([at(60, { runTime: nan, load: 0.3 })], "work")).toBe(0.3);
  });

  it("a look of the profile improved is as long as its counters say, and its load is what they say", () => {
    const late = { ...at(180, { age: 60_000, load: 0.1 }), at: 240_000 };
    const look = lookAt([at(60, { accumulatedBusyTime: 0 }), late], "work", 55_000);
    expect(look).toMatchObject({ from: 60_000, to: 180_000, read: 100, load: 0.75 });
  });

  it("no rate is made across a reset: what was counted before it is forgotten, of that vertex alone", () => {
    const samples = [at(60, {}), at(120, {})];
    const kept = forgetResets(samples, at(10, {}));
    expect(kept.map(({ vertices }) => Object.keys(vertices))).toEqual([["other"], ["other"]]);
    expect(forgetResets(samples, at(180, {}))).toBe(samples);
    expect(forgetResets(samples, at(180, { runTime: nan, recordsIn: nan })), "unknown is no reset").toBe(samples);
  });
});

function work(sample: JobSample): VertexSample {
  return sample.vertices.work as VertexSample;
}

describe("skew, and whose turn it is to tell of it", () => {
  it.each([
    { gauge: { min: 100, avg: 400, max: 800, sum: 0 }, is: { max: 2, min: 0.25 }, why: "shares of the mean" },
    { gauge: of(0), is: { max: 1, min: 1 }, why: "nothing is busy" },
    { gauge: of(nan), is: { max: 1, min: 1 }, why: "nobody knows" },
    { gauge: { ...of(10), max: infinity }, is: { max: 1, min: 1 }, why: "no number" },
  ])("$is: $why", ({ gauge, is }) => {
    expect(toSkew(gauge)).toEqual(is);
  });

  it("first those that nobody knows, then the one known the longest ago; nobody's where the mean speaks", () => {
    const memo = { at: 0, vertices: { a: { skewAt: 2 * minute }, b: {}, c: { skewAt: minute } } };
    expect(whoseTurn(["a", "b", "c"], memo, { busyTimeAggregator: "MAX" })).toBe("b");
    expect(whoseTurn(["a", "c"], memo, { busyTimeAggregator: "MIN" })).toBe("c");
    expect(whoseTurn(["a", "c"], undefined, { busyTimeAggregator: "MAX" })).toBe("a");
    expect(whoseTurn([], memo, { busyTimeAggregator: "MAX" })).toBeUndefined();
    expect(whoseTurn(["a"], memo, { busyTimeAggregator: "AVG" })).toBeUndefined();
  });

  it("processes are asked where something is decided by them", () => {
    expect(needsProcesses(usualOptions())).toBe(false);
    expect(needsProcesses({ ...usualOptions(), gcPressureThreshold: 0.5 })).toBe(true);
    expect(needsProcesses({ ...usualOptions(), heapUsageThreshold: 0.9 })).toBe(true);
    expect(needsProcesses({ ...usualOptions(), memoryTuning: true })).toBe(true);
  });
});
