import { describe, expect, it } from "vitest";
import { averageOf, rateOf } from "../../../shared/autoscaler/arithmetic/statistics.ts";
import { makeJobGraph } from "../../../shared/autoscaler/graph/job-graph.ts";
import { usualOptions } from "../../../shared/autoscaler/options/read-options.ts";
import { type JobSample, toJobSample, toProcessSample } from "../../../shared/autoscaler/sample/job-sample.ts";
import { chooseNames } from "../../../shared/autoscaler/sample/metric-names.ts";
import { type Aggregate, mergeAggregates, type VertexReading } from "../../../shared/autoscaler/sample/reading.ts";
import {
  lagOf,
  loadOf,
  observedRateOf,
  readRateOf,
  recordsInOf,
} from "../../../shared/autoscaler/sample/vertex-sample.ts";

const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
const of = (value: number): Aggregate => ({ min: value, max: value, avg: value, sum: value });
const reading = (rest: Partial<VertexReading> = {}): VertexReading => ({
  recordsIn: 0,
  recordsOut: 0,
  accumulatedBusyTime: 0,
  ...rest,
});

describe("2.2: which metrics are asked for", () => {
  const source = ["busyTimeMsPerSecond", "backPressuredTimeMsPerSecond", "idleTimeMsPerSecond"];
  const operator = (name: string) =>
    ["numRecordsInPerSecond", "numRecordsIn", "numRecordsOut"].map((m) => `${name}.${m}`);

  it("of a source", () => {
    const lags = ["Source__a.pendingRecords", "Source__b.pendingRecords"];
    const { names, missing } = chooseNames([...source, ...operator("Source__a"), ...operator("map"), ...lags], true);
    expect(Object.fromEntries(names)).toEqual({
      busyTime: ["busyTimeMsPerSecond"],
      backPressure: ["backPressuredTimeMsPerSecond"],
      sourceInPerSecond: ["Source__a.numRecordsInPerSecond"],
      sourceIn: ["Source__a.numRecordsIn"],
      sourceOut: ["Source__a.numRecordsOut"],
      pendingRecords: lags,
    });
    expect(missing).toEqual([]);
  });

  it("of another vertex", () => {
    const { names, missing } = chooseNames(["busyTimeMsPerSecond", "numRecordsInPerSecond", "x.pendingRecords"], false);
    expect([...names.keys()]).toEqual(["busyTime", "inPerSecond"]);
    expect(missing).toEqual([]);
  });

  it("what is missing is told; lag and written records may be", () => {
    expect(chooseNames([], true).missing).toEqual(["busyTime", "backPressure", "sourceInPerSecond", "sourceIn"]);
    expect(chooseNames([], false).missing).toEqual(["busyTime"]);
  });

  it("several names for one thing have no average", () => {
    const merged = mergeAggregates([of(1), { min: 2, max: 9, avg: 4, sum: 8 }]);
    expect(merged).toEqual({ min: 1, max: 9, avg: nan, sum: 9 });
    expect(mergeAggregates([of(3)])).toEqual(of(3));
    expect(mergeAggregates([])).toBeUndefined();
  });
});

describe("2.3: a sample of a vertex", () => {
  it.each([
    { name: "lag", given: lagOf({ ...of(7), sum: 12 }), is: 12, why: "over all subtasks" },
    { name: "no lag", given: lagOf(undefined), is: 0, why: "what does not exist is 0, as in the reference" },
    { name: "load by the hottest", given: loadOf({ min: 1, max: 900, avg: 400, sum: 0 }, "MAX"), is: 0.9, why: "skew" },
    { name: "load by the mean", given: loadOf({ min: 1, max: 900, avg: 400, sum: 0 }, "AVG"), is: 0.4, why: "no skew" },
    { name: "load by the idlest", given: loadOf({ min: 1, max: 900, avg: 400, sum: 0 }, "MIN"), is: 0.001, why: "" },
    { name: "negative load", given: loadOf(of(-1), "MAX"), is: 0, why: "is clipped" },
    { name: "unknown load", given: loadOf(of(nan), "MAX"), is: nan, why: "stays unknown" },
    { name: "endless load", given: loadOf(of(infinity), "MAX"), is: nan, why: "is unknown" },
    { name: "no load", given: loadOf(undefined, "MAX"), is: nan, why: "is unknown" },
  ])("$name is $is: $why", ({ given, is }) => {
    expect(given).toBe(is);
  });

  it.each([
    { why: "a vertex by its own counter", is: 5, source: false, of: { recordsIn: 5, sourceIn: of(9) } },
    { why: "a source that counts, too", is: 5, source: true, of: { recordsIn: 5, sourceIn: of(9) } },
    { why: "a source by what its operator reads", is: 9, source: true, of: { sourceIn: of(9), sourceOut: of(8) } },
    { why: "or writes, where that reads nothing", is: 8, source: true, of: { sourceIn: of(0), sourceOut: of(8) } },
    { why: "or where that is not told", is: 8, source: true, of: { sourceOut: of(8) } },
    { why: "no source never", is: 0, source: false, of: { sourceIn: of(9) } },
    { why: "never below 0", is: 0, source: true, of: { recordsIn: -3 } },
    { why: "nothing is nothing", is: 0, source: true, of: {} },
  ])("records read: $why", ({ is, source, of: given }) => {
    expect(recordsInOf(reading(given), source)).toBe(is);
  });

  it("what a source reads per second: what it reads, else what it writes, else nobody knows", () => {
    expect(readRateOf(reading({ sourceInPerSecond: of(4), sourceOutPerSecond: of(3) }))).toBe(4);
    expect(readRateOf(reading({ sourceInPerSecond: of(0), sourceOutPerSecond: of(3) }))).toBe(3);
    expect(readRateOf(reading())).toBeNaN();
  });
});

describe("2.9: what a source is observed to be able to read", () => {
  const lagging = { rate: 100, lag: 3_000, backPressure: 0, earlier: 77 };
  it.each([
    { ...lagging, is: 100, why: "a lag of 30 s: it reads all it can" },
    { ...lagging, lag: 2_999, is: 77, why: "a shorter lag: what was seen before holds on" },
    { ...lagging, backPressure: 500, is: 200, why: "in half of its time" },
    { ...lagging, backPressure: 1_000, is: 77, why: "in no time at all" },
    { ...lagging, backPressure: nan, is: 77, why: "nobody knows in how much of it" },
    { ...lagging, rate: 0, is: infinity, why: "nothing comes: it may be scaled down" },
    { ...lagging, rate: nan, is: nan, why: "nothing is known" },
  ])("$is: $why", ({ is, why: _, ...moment }) => {
    expect(observedRateOf(moment, 30_000)).toBe(is);
  });
});

describe("2.6: over a window", () => {
  const points = (...values: readonly number[]) => values.map((value, n) => ({ at: n * 10_000, value }));
  it.each([
    { values: [100, 250, 300], is: 10, why: "between the first and the last" },
    { values: [nan, 100, nan, 300, nan], is: 10, why: "that are known" },
    { values: [100, nan], is: nan, why: "one is no rate" },
    { values: [], is: nan, why: "none is none" },
    { values: [300, 100], is: -20, why: "a reset is not noticed" },
  ])("a rate of $is: $why", ({ values, is }) => {
    expect(rateOf(points(...values))).toBe(is);
  });

  it("no time between two values counts as a millisecond", () => {
    expect(
      rateOf([
        { at: 5, value: 1 },
        { at: 5, value: 2 },
      ]),
    ).toBe(1_000);
  });

  it.each([
    { values: [1, nan, 2, infinity, 6], atLeast: 1, is: 3, why: "what is unknown or endless does not count" },
    { values: [nan, infinity], atLeast: 1, is: infinity, why: "nothing but endless" },
    { values: [nan], atLeast: 1, is: nan, why: "nothing" },
    { values: [4], atLeast: 2, is: nan, why: "too few" },
    { values: [4, 6], atLeast: 2, is: 5, why: "just enough" },
    { values: [infinity, infinity], atLeast: 2, is: infinity, why: "the bound is for what is finite" },
  ])("a mean of $is: $why", ({ values, atLeast, is }) => {
    expect(averageOf(values, atLeast)).toBe(is);
  });
});

describe("2.4: the processes", () => {
  it("slots in use, garbage collection, heap by two maxima", () => {
    const [heapMax, heapUsed] = [
      { ...of(0), max: 1_000 },
      { ...of(0), max: 800 },
    ];
    const sample = toProcessSample({
      slotsTotal: 8,
      slotsAvailable: 3,
      gcTime: { ...of(0), max: 250 },
      heapMax,
      heapUsed,
    });
    expect(sample).toEqual({
      ...{ slotsUsed: 5, gcPressure: 0.25, heapUsage: 0.8, heapUsed: 800 },
      ...{ managedUsed: nan, metaspaceUsed: nan },
    });
  });

  it.each([
    { name: "the heap in use without its bound", reading: { heapUsed: of(800) } },
    { name: "the bound of the heap without what is in use", reading: { heapMax: of(1_000) } },
  ])("$name tells nothing", ({ reading }) => {
    expect(toProcessSample(reading)).toMatchObject({ heapUsage: nan, heapUsed: nan });
  });

  it("what does not exist is unknown", () => {
    expect(Object.values(toProcessSample({})).every(Number.isNaN)).toBe(true);
  });
});

describe("2.3: a sample of a job", () => {
  const graph = makeJobGraph([
    { id: "source", parallelism: 2, maxParallelism: 128, inputs: [] },
    { id: "work", parallelism: 2, maxParallelism: 128, inputs: [{ from: "source", strategy: "HASH" }] },
    { id: "ended", parallelism: 2, maxParallelism: 128, inputs: [], isFinished: true },
  ]);
  if (graph === undefined) throw new Error("no graph");
  const base = { at: 0, runningSince: 0, graph: [], processes: {} };
  const source = reading({ ...{ busyTime: of(500), sourceInPerSecond: of(100), pendingRecords: of(10) } });
  const observed = (at: number, observedRate: number): JobSample => ({
    at,
    vertices: { source: { load: 1, accumulatedBusyTime: 0, recordsIn: 0, recordsOut: 0, observedRate } },
    processes: toProcessSample({}),
  });

  it("carries forward what was observed, needs enough of it, and rounds", () => {
    const vertices = { source, work: reading({ inPerSecond: of(1.23456) }) };
    const once = toJobSample({ ...base, vertices }, graph, [observed(0, 5)], usualOptions());
    expect(once.vertices.source?.observedRate).toBeNaN();
    const twice = toJobSample({ ...base, vertices }, graph, [observed(0, 5), observed(1, 7)], usualOptions());
    expect(twice.vertices.source).toMatchObject({ observedRate: 6, load: 0.5, lag: 10 });
    expect(twice.vertices.work).toMatchObject({ inPerSecond: 1.235, load: nan });
  });

  it("a vertex that has finished is idle and is not asked; one of which nothing is read is unknown", () => {
    const { vertices } = toJobSample({ ...base, vertices: { source } }, graph, [], usualOptions());
    expect(vertices.ended).toMatchObject({ load: 0, lag: 0, recordsIn: 0 });
    expect(vertices.work).toMatchObject({ load: nan, recordsIn: nan });
  });
});
