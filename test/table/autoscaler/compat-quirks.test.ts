import { describe, expect, it } from "vitest";
import { decideJob } from "../../../shared/autoscaler/decide/decide-job.ts";
import { delayScaleDown } from "../../../shared/autoscaler/decide/delayed-scale-down.ts";
import { trimHistory, trimTracking } from "../../../shared/autoscaler/decide/history.ts";
import { expectedRestartTime } from "../../../shared/autoscaler/decide/restart-time.ts";
import { chooseCapacity } from "../../../shared/autoscaler/evaluate/capacity.ts";
import { edgeRate } from "../../../shared/autoscaler/evaluate/edge-rate.ts";
import { gaugesOf } from "../../../shared/autoscaler/explain/gauges.ts";
import { type JobGraph, makeJobGraph } from "../../../shared/autoscaler/graph/job-graph.ts";
import { usualOptions } from "../../../shared/autoscaler/options/read-options.ts";
import { toJobSample } from "../../../shared/autoscaler/sample/job-sample.ts";
import { toKnownSample } from "../../../shared/autoscaler/sample/known-sample.ts";
import { chooseNames } from "../../../shared/autoscaler/sample/metric-names.ts";
import type { Aggregate } from "../../../shared/autoscaler/sample/reading.ts";
import { readRateOf, recordsInOf, toVertexSample } from "../../../shared/autoscaler/sample/vertex-sample.ts";
import { graphOf, jobSituation } from "./situations.ts";

const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
const minute = 60_000;
const of = (value: number): Aggregate => ({ min: value, max: value, avg: value, sum: value });
const counters = { recordsIn: 0, recordsOut: 0, accumulatedBusyTime: 0 };

describe("2.2: a gauge that may be missing", () => {
  it("records per second of a vertex that is no source are not required", () => {
    expect(chooseNames(["busyTimeMsPerSecond"], false).missing).toEqual([]);
  });
});

describe("2.3: a sample in odd situations", () => {
  const graph = graphOf({ ended: [], next: ["ended"] }, { isFinished: true });
  const reading = {
    ...{ at: 0, runningSince: 0, graph: [], processes: {} },
    vertices: { ended: { recordsIn: 900, recordsOut: 800, accumulatedBusyTime: 700 } },
  };

  it("all numbers of a vertex that has finished are 0, also its counters", () => {
    const { vertices } = toJobSample(reading, graph, [], usualOptions());
    const none = { load: 0, accumulatedBusyTime: 0, recordsIn: 0, recordsOut: 0 };
    expect(vertices.ended).toEqual({ ...none, lag: 0, observedRate: infinity });
    expect(vertices.next).toEqual({ ...none, inPerSecond: 0 });
  });

  it("but where counters are sampled it keeps its own", () => {
    const graph = makeJobGraph([
      { id: "ended", parallelism: 1, maxParallelism: 1, inputs: [], isFinished: true },
      { id: "next", parallelism: 1, maxParallelism: 1, inputs: [{ from: "ended", strategy: "HASH" }] },
    ]) as JobGraph;
    const next = { recordsIn: 900, recordsOut: 0, accumulatedBusyTime: 10, runTime: 20 };
    const both = { ...reading, vertices: { ...reading.vertices, next } };
    const { vertices } = toJobSample(both, graph, [], usualOptions());
    expect(vertices.ended).toMatchObject({ recordsIn: 900, recordsOut: 800, load: 0 });
  });

  it("but for the profile that takes what falls for unknown", () => {
    const { vertices } = toKnownSample(reading, graph, [], usualOptions());
    expect(vertices.ended).toMatchObject({ recordsIn: 900, recordsOut: 800, load: 0 });
  });

  it.each([
    {
      why: "a gauge of 0 is one where nothing is written either",
      given: readRateOf({ ...counters, sourceInPerSecond: of(0) }),
      is: 0,
    },
    { why: "a negative gauge is none", given: readRateOf({ ...counters, sourceInPerSecond: of(-4) }), is: 0 },
    {
      why: "an unknown one is no 0, and stays unknown",
      given: readRateOf({ ...counters, sourceInPerSecond: of(nan), sourceOutPerSecond: of(5) }),
      is: nan,
    },
    {
      why: "a counter that is unknown is not replaced",
      given: recordsInOf({ ...counters, recordsIn: nan, sourceIn: of(5) }, true),
      is: nan,
    },
  ])("$why", ({ given, is }) => {
    expect(given).toBe(is);
  });

  it("the lag is compared before it is rounded, and stored after", () => {
    const options = usualOptions();
    const source = {
      ...counters,
      busyTime: of(100),
      backPressure: of(0),
      sourceInPerSecond: of(0.1),
      pendingRecords: of(2.9999),
    };
    expect(toVertexSample(source, { isSource: true, options, earlier: 7 })).toMatchObject({ lag: 3, observedRate: 7 });
  });
});

describe("2.7: an edge beside inputs that are partly known", () => {
  it("what the others write may be more than what is read", () => {
    const graph = graphOf({ x: [], y: [], join: ["x", "y"] });
    const rates = { recordsIn: () => 50, recordsOut: (id: string) => (id === "y" ? 80 : 1) };
    expect(edgeRate(graph, rates, "x", "join")).toBe(-30);
  });

  it("the last of two edges between the same vertices counts", () => {
    const vertex = { parallelism: 1, maxParallelism: 1 };
    const twice = [
      { from: "a", strategy: "HASH" },
      { from: "a", strategy: "FORWARD" },
    ] as const;
    const graph = makeJobGraph([
      { id: "a", ...vertex, inputs: [] },
      { id: "b", ...vertex, inputs: twice },
    ]);
    expect(graph?.vertices.get("b")?.inputs.get("a")).toBe("FORWARD");
    expect(graph?.vertices.get("a")?.outputs.get("b")).toBe("FORWARD");
  });
});

describe("2.9: which of two capacities", () => {
  it.each([
    { busy: 115, threshold: 0.15, is: 100, why: "15 % above 100 is 114.99999999999999 in binary" },
    { busy: 125, threshold: 0.25, is: 125, why: "just the threshold is not above it" },
    { busy: -5, threshold: 0.15, is: -5, why: "a negative one, of a counter that was reset" },
  ])("$busy beside 100 observed is $is: $why", ({ busy, threshold, is }) => {
    expect(chooseCapacity(busy, 100, threshold)).toBe(is);
  });
});

describe("2.14, 5.2: recommended parallelism", () => {
  const recommendedOf = (situation: ReturnType<typeof jobSituation>) => {
    const gauges = new Map(gaugesOf({ evaluation: situation.evaluation, decision: decideJob(situation) }));
    return gauges.get("AutoScaler.jobVertexID.b.RECOMMENDED_PARALLELISM.Current");
  };
  const pressed = jobSituation({ a: {}, b: {} }, { gcPressureThreshold: 0.1 });
  it.each([
    {
      name: "is the present one while all are within their bands",
      situation: jobSituation({ a: { capacity: 19_343 }, b: { capacity: 14_100 } }),
      is: 6,
    },
    {
      name: "is the wanted one as soon as one vertex is outside",
      situation: jobSituation({ a: { capacity: 12_100 }, b: { capacity: 14_100 } }),
      is: 10,
    },
    {
      name: "also where nothing is to be carried out",
      situation: jobSituation({ a: { capacity: 12_100 }, b: { capacity: 14_100 } }, { scalingEnabled: false }),
      is: 10,
    },
    {
      name: "is the present one of an excluded vertex",
      situation: jobSituation({ a: { capacity: 12_100 }, b: { capacity: 14_100 } }, {}, { excluded: new Set(["b"]) }),
      is: 6,
    },
    {
      name: "is the present one where memory is short",
      situation: {
        ...pressed,
        evaluation: { ...pressed.evaluation, processes: { ...pressed.evaluation.processes, gcPressure: 0.2 } },
      },
      is: 6,
    },
  ])("$name", ({ situation, is }) => {
    expect(recommendedOf(situation)).toBe(is);
  });

  it.each([
    { name: "with a change", capacity: 12_100, is: 22_183.333 },
    { name: "while all are within their bands", capacity: 14_100, is: 23_500 },
    { name: "of a scale-down that waits", capacity: 33_000, is: 22_000 },
    { name: "with nothing to change", capacity: 19_343, is: nan },
    { name: "of a vertex whose capacity is unknown", capacity: nan, is: nan },
  ])("2.12: what is expected of the wanted parallelism is told $name", ({ capacity, is }) => {
    const situation = jobSituation({ a: { capacity: 19_343 }, b: { capacity } });
    const gauges = new Map(gaugesOf({ evaluation: situation.evaluation, decision: decideJob(situation) }));
    expect(gauges.get("AutoScaler.jobVertexID.b.EXPECTED_PROCESSING_RATE.Current")).toBe(is);
  });

  it("is not known while the window fills", () => {
    const { evaluation } = jobSituation({ a: {}, b: {} });
    expect(new Map(gaugesOf({ evaluation })).get("AutoScaler.jobVertexID.b.RECOMMENDED_PARALLELISM.Current")).toBeNaN();
  });
});

describe("2.16: delayed scale-down at its ends", () => {
  const at = (minutes: number, parallelism: number) => ({ at: minutes * minute, parallelism, isOutside: true });

  it("an entry that was left lying is due at once, and counts only what is within the interval", () => {
    const old = { first: 0, queue: [at(0, 9), at(5, 7)] };
    expect(delayScaleDown(old, at(300, 3), 60 * minute)).toMatchObject({
      due: at(300, 3),
      entry: { queue: [at(300, 3)] },
    });
  });

  it("what is just as old as the interval counts", () => {
    const old = { first: 0, queue: [at(0, 9)] };
    expect(delayScaleDown(old, at(60, 3), 60 * minute).due).toEqual(at(0, 9));
  });

  it("the same parallelism again is as young as the last wish for it", () => {
    const old = { first: 0, queue: [at(0, 9), at(10, 4)] };
    expect(delayScaleDown(old, at(20, 4), 60 * minute).entry.queue).toEqual([at(0, 9), at(20, 4)]);
  });
});

describe("2.18, 2.22: what is remembered at its ends", () => {
  const on = { ...usualOptions(), restartTimeTracking: true };
  it.each([
    { name: "a restart of no time at all", restarts: [{ at: 0, duration: 0 }], is: 0 },
    { name: "less than a second is none", restarts: [{ at: 0, duration: 999 }], is: 0 },
    {
      name: "one before its decision beside one after it",
      restarts: [
        { at: 0, duration: -9_000 },
        { at: 1, duration: 7_000 },
      ],
      is: 7_000,
    },
    { name: "none at all", restarts: [], is: 300_000 },
  ])("$name: $is ms", ({ restarts, is }) => {
    expect(expectedRestartTime(restarts, on)).toBe(is);
  });

  it("no room for any record leaves none, but the newest restart", () => {
    const none = { historyMaxAge: 10, historyMaxCount: 0 };
    const record = { at: 5, from: 1, to: 2, capacity: 1, expected: 2, demand: 1 };
    expect(trimHistory({ a: [record] }, new Set(["a"]), 5, none)).toEqual({});
    expect(trimTracking([{ at: 4 }, { at: 5 }], 5, none)).toEqual([{ at: 5 }]);
  });
});
