import { describe, expect, it } from "vitest";
import { findUnrealised, isUseless } from "../../../shared/autoscaler/decide/verify.ts";
import { makeJobGraph } from "../../../shared/autoscaler/graph/job-graph.ts";
import { usualOptions } from "../../../shared/autoscaler/options/read-options.ts";
import type { JobSample } from "../../../shared/autoscaler/sample/job-sample.ts";
import { toKnownSample } from "../../../shared/autoscaler/sample/known-sample.ts";
import { lookAt, paceDuring } from "../../../shared/autoscaler/sample/look.ts";
import type { VertexSample } from "../../../shared/autoscaler/sample/vertex-sample.ts";
import { readingOf, tooSmall } from "./cycle-rig.ts";
import { graphOf } from "./situations.ts";

const minute = 60_000;
const { NaN: nan } = Number;

/** Samples of one vertex, a minute apart. */
function samplesOf(...vertices: readonly Partial<VertexSample>[]): JobSample[] {
  return vertices.map((rest, index) => ({
    at: index * minute,
    vertices: { v: { load: 0.5, accumulatedBusyTime: 0, recordsIn: 600 * index, recordsOut: 1_200 * index, ...rest } },
    processes: { slotsUsed: nan, gcPressure: nan, heapUsage: nan, heapUsed: nan, managedUsed: nan, metaspaceUsed: nan },
  }));
}

describe("a look at a vertex", () => {
  it("is what happened since the last sample that is old enough", () => {
    const look = { from: minute, to: 2 * minute, read: 10, written: 20, lagGrowth: 0, load: 0.7 };
    expect(lookAt(samplesOf({}, {}, { load: 0.7 }), "v", 55_000)).toEqual(look);
    expect(lookAt(samplesOf({}, {}, { load: 0.7 }), "v", 61_000)).toEqual({ ...look, from: 0 });
  });

  it.each([
    { why: "one sample is no look", samples: samplesOf({}) },
    { why: "nor are two of the same minute", samples: samplesOf({}, {}), atLeast: 2 * minute },
    { why: "a counter is unknown now", samples: samplesOf({}, {}, { recordsIn: nan }) },
    { why: "a counter has fallen: some subtasks are missing", samples: samplesOf({}, {}, { recordsIn: 599 }) },
    {
      why: "it rises again, and is still incomplete",
      samples: samplesOf({}, {}, {}, { recordsIn: 700 }, { recordsIn: 900 }),
    },
    { why: "what is written has fallen", samples: samplesOf({}, {}, { recordsOut: 600 }) },
    { why: "a lag that was known is not", samples: samplesOf({ lag: 7 }, { lag: 7 }, { lag: nan }) },
    { why: "a lag that others have is absent", samples: samplesOf({ lag: 7 }, { lag: 7 }, {}) },
    { why: "there is no such vertex", samples: samplesOf({}, {}).map((one) => ({ ...one, vertices: {} })) },
  ])("none where $why", ({ samples, atLeast = minute }) => {
    expect(lookAt(samples, "v", atLeast)).toBeUndefined();
  });

  it("spans what was missing once it is known again", () => {
    const samples = samplesOf({ lag: 0 }, { recordsIn: 100, lag: 0 }, { lag: nan }, { lag: 1_800 });
    expect(lookAt(samples, "v", minute)).toMatchObject({ from: minute, read: 1_700 / 120, lagGrowth: 15 });
  });

  it("counts by the moments that counters are of, and by their own time", () => {
    const counted = { runTime: 0, age: 10_000, skew: 1.2 };
    const late = { runTime: 100_000, accumulatedBusyTime: 50_000, age: 40_000, skew: 1.2, recordsIn: 600 };
    const look = lookAt(samplesOf(counted, {}, late), "v", minute);
    expect(look).toMatchObject({ from: -10_000, to: 80_000, read: 600 / 90, load: 0.6 });
  });

  it("a source that never told a lag has none", () => {
    expect(lookAt(samplesOf({}, {}), "v", minute)?.lagGrowth).toBe(0);
  });
});

describe("what a vertex did during the look at another", () => {
  const samples = samplesOf({}, { recordsIn: 600, age: 10_000 }, { recordsIn: 1_800 });
  it.each([
    { why: "between two of its samples", from: 50_000, to: 120_000, read: 1_200 / 70 },
    { why: "as if it did the same all the time between them", from: 85_000, to: 120_000, read: 1_200 / 70 },
    { why: "over some of them", from: 25_000, to: 85_000, read: (300 + 600) / 60 },
    { why: "unknown before its first sample", from: -1, to: 50_000 },
    { why: "unknown after its last one", from: 50_000, to: 120_001 },
    { why: "in no time nothing is known", from: 50_000, to: 50_000 },
  ])("$why", ({ from, to, read }) => {
    const pace = paceDuring(samples, "v", { from, to });
    if (read === undefined) expect(pace).toBeUndefined();
    else expect(pace?.read).toBeCloseTo(read);
  });

  it("nothing of a vertex that there is not", () => {
    expect(paceDuring(samples, "w", { from: 0, to: minute })).toBeUndefined();
  });
});

describe("a sample in which unknown is not zero", () => {
  const reading = readingOf(tooSmall, minute);
  const graph = makeJobGraph(reading.graph) ?? graphOf({ a: [] });
  const { pendingRecords: _, ...blind } = reading.vertices.source ?? {
    recordsIn: 0,
    recordsOut: 0,
    accumulatedBusyTime: 0,
  };
  const without = { ...reading, vertices: { ...reading.vertices, source: blind } };
  const options = usualOptions();

  it("has the lag that is told", () => {
    expect(toKnownSample(reading, graph, [], options).vertices.source?.lag).toBe(minute / 10);
  });

  it("has none of a source that never told one", () => {
    expect(toKnownSample(without, graph, [], options).vertices.source).not.toHaveProperty("lag");
  });

  it("does not know one that was told before", () => {
    const earlier = toKnownSample(reading, graph, [], options);
    const missing = toKnownSample(without, graph, [earlier], options);
    expect(missing.vertices.source?.lag).toBeNaN();
    expect(toKnownSample(without, graph, [missing], options).vertices.source?.lag).toBeNaN();
  });
});

describe("what came of a rescale", () => {
  const graph = graphOf({ a: [], b: ["a"] });
  const decided = (a: number, b: number) => ({ decidedAt: 0, parallelism: { a, b } });
  const none: ReadonlySet<string> = new Set();

  it.each([
    { why: "it runs as decided", desired: decided(6, 6), found: [] },
    { why: "it does not", desired: decided(6, 9), found: [{ vertex: "b", decided: 9, running: 6 }] },
    { why: "a vertex that is not scaled does not count", desired: decided(6, 9), excluded: new Set(["b"]), found: [] },
    { why: "nothing was decided", desired: undefined, found: [] },
  ])("$why", ({ desired, excluded = none, found }) => {
    expect(findUnrealised(desired, graph, excluded)).toEqual(found);
  });

  const last = { at: 0, from: 4, to: 6, capacity: 1_000, expected: 1_500, demand: 0 };
  it.each([
    { why: "half of what was expected came", of: { capacity: 1_250 }, useless: false },
    { why: "as good as nothing came", of: { capacity: 1_040 }, useless: true },
    { why: "it does less than before", of: { capacity: 900 }, useless: true },
    { why: "it may do more: it pauses", of: { capacity: 1_040, load: 0.8 }, useless: false },
    { why: "nobody knows how busy it is", of: { capacity: 1_040, load: nan }, useless: false },
    { why: "nobody knows what it does", of: { capacity: nan }, useless: false },
    { why: "that was another rescale", of: { capacity: 1_040, parallelism: 7 }, useless: false },
  ])("$why", ({ of, useless }) => {
    expect(isUseless(last, { parallelism: 6, load: 1, ...of }, 0.1)).toBe(useless);
  });

  it("a shrink is never useless", () => {
    expect(isUseless({ ...last, from: 8 }, { parallelism: 6, load: 1, capacity: 1_000 }, 0.1)).toBe(false);
    expect(isUseless(undefined, { parallelism: 6, load: 1, capacity: 1_000 }, 0.1)).toBe(false);
  });
});
