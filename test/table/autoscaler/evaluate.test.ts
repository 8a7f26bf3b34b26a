import { describe, expect, it } from "vitest";
import { isProcessingBacklog } from "../../../shared/autoscaler/evaluate/backlog.ts";
import {
  busyTimeOf,
  capacityByBusyTime,
  chooseCapacity,
  processedRateOf,
} from "../../../shared/autoscaler/evaluate/capacity.ts";
import { inheritedRate, sourceCatchUpRate, sourceDemand } from "../../../shared/autoscaler/evaluate/demand.ts";
import { edgeRate, outputRatio } from "../../../shared/autoscaler/evaluate/edge-rate.ts";
import {
  isOutside,
  requiredCapacity,
  thresholdsOf,
  utilizationBand,
} from "../../../shared/autoscaler/evaluate/required-capacity.ts";
import { type JobGraph, makeJobGraph } from "../../../shared/autoscaler/graph/job-graph.ts";
import { usualOptions } from "../../../shared/autoscaler/options/read-options.ts";

const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
const minute = 60_000;

describe("2.7: records along an edge", () => {
  const graph = makeJobGraph(
    Object.entries({ a: [], b: [], c: [], single: ["a"], join: ["b", "c"], mixed: ["a", "c"], sink: ["join"] }).map(
      ([id, from]) => ({
        id,
        parallelism: 1,
        maxParallelism: 1,
        inputs: from.map((one) => ({ from: one, strategy: "HASH" as const })),
      }),
    ),
  ) as JobGraph;
  const ratesOf = (recordsIn: Record<string, number>, recordsOut: Record<string, number> = {}) => ({
    recordsIn: (id: string) => recordsIn[id] ?? nan,
    recordsOut: (id: string) => recordsOut[id] ?? nan,
  });

  it.each([
    { from: "a", to: "single", rates: ratesOf({ single: 40 }, { a: 90 }), is: 40, why: "what the only reader reads" },
    { from: "join", to: "sink", rates: ratesOf({}, { join: 90 }), is: nan, why: "also where that is unknown" },
    {
      from: "a",
      to: "mixed",
      rates: ratesOf({ mixed: 50 }, { a: 90, c: 20 }),
      is: 90,
      why: "c writes to two: what a writes",
    },
    {
      from: "b",
      to: "join",
      rates: ratesOf({ join: 50 }, { b: 90, c: 20 }),
      is: 90,
      why: "the same, since c writes to two",
    },
  ])("$from → $to is $is: $why", ({ from, to, rates, is }) => {
    expect(edgeRate(graph, rates, from, to)).toBe(is);
  });

  it("what is read less what the other inputs write, if those write to nobody else", () => {
    const pair = makeJobGraph([
      ...["x", "y"].map((id) => ({ id, parallelism: 1, maxParallelism: 1, inputs: [] })),
      {
        ...{ id: "join", parallelism: 1, maxParallelism: 1 },
        inputs: ["x", "y"].map((from) => ({ from, strategy: "HASH" as const })),
      },
    ]) as JobGraph;
    expect(edgeRate(pair, ratesOf({ join: 50 }, { x: 90, y: 20 }), "x", "join")).toBe(30);
    expect(edgeRate(pair, ratesOf({ join: 50 }, { x: 90 }), "x", "join"), "what y writes is unknown").toBe(90);
  });

  it.each([
    { edge: 30, input: 10, is: 3, why: "three for each" },
    { edge: 30, input: 0, is: 0, why: "nothing comes in" },
    { edge: 0, input: 10, is: 0, why: "nothing goes out" },
    { edge: -5, input: 10, is: 0, why: "less than nothing is nothing" },
    { edge: nan, input: 10, is: 0, why: "unknown is 0 in the reference" },
    { edge: 30, input: nan, is: 0, why: "the same" },
  ])("a ratio of $is: $why", ({ edge, input, is }) => {
    expect(outputRatio(edge, input)).toBe(is);
  });
});

describe("2.8: demand", () => {
  it.each([
    { given: sourceDemand(100, 20), is: 120, why: "what is read and what piles up" },
    { given: sourceDemand(100, -130), is: 0, why: "never below 0" },
    { given: sourceDemand(nan, 20), is: nan, why: "unknown" },
    { given: sourceDemand(100, nan), is: nan, why: "unknown" },
    { given: sourceCatchUpRate(360_000, 30 * minute), is: 200, why: "the lag over half an hour" },
    { given: sourceCatchUpRate(360_000, 0), is: 0, why: "no backlog is to be worked off" },
    { given: sourceCatchUpRate(360_000, 999), is: 0, why: "less than a second is none" },
    { given: inheritedRate([]), is: 0, why: "no inputs" },
    {
      given: inheritedRate([
        { rate: 100, ratio: 2 },
        { rate: 50, ratio: 0.5 },
      ]),
      is: 225,
      why: "each by its ratio",
    },
    { given: inheritedRate([{ rate: nan, ratio: 0 }]), is: nan, why: "unknown times nothing is unknown" },
  ])("$is: $why", ({ given, is }) => {
    expect(given).toBe(is);
  });
});

describe("2.9: capacity", () => {
  const window = { load: 0.8, busyTimeRate: 3_000, recordsInRate: 100, inPerSecond: 120, parallelism: 4 };
  it.each([
    { given: busyTimeOf(window, "MAX"), is: 800, why: "the mean of the gauge" },
    { given: busyTimeOf(window, "MIN"), is: 800, why: "the same" },
    { given: busyTimeOf(window, "AVG"), is: 750, why: "the counter over all subtasks" },
    { given: processedRateOf(window, "MAX"), is: 120, why: "the gauge beside the gauge" },
    { given: processedRateOf(window, "AVG"), is: 100, why: "the counter beside the counter" },
    { given: processedRateOf({ ...window, inPerSecond: nan }, "MAX"), is: 100, why: "a source has no gauge" },
    { given: processedRateOf({ ...window, inPerSecond: infinity }, "MAX"), is: 100, why: "nor an endless one" },
    { given: capacityByBusyTime(120, 800), is: 150, why: "at 80 %" },
    { given: capacityByBusyTime(0, 800), is: infinity, why: "nothing is processed: nobody knows how much could be" },
    { given: capacityByBusyTime(120, 0), is: infinity, why: "in no time" },
    { given: capacityByBusyTime(nan, 800), is: nan, why: "unknown" },
    { given: capacityByBusyTime(120, nan), is: nan, why: "unknown" },
  ])("$is: $why", ({ given, is }) => {
    expect(given).toBe(is);
  });

  it.each([
    { busy: 100, observed: nan, is: 100, why: "nothing was observed" },
    { busy: 114.9, observed: 100, is: 114.9, why: "a little more is believed" },
    { busy: 116, observed: 100, is: 100, why: "more than 15 % more is not" },
    { busy: 50, observed: 100, is: 50, why: "less is" },
    { busy: infinity, observed: 100, is: 100, why: "endless is not" },
    { busy: nan, observed: 100, is: 100, why: "nor is what is unknown" },
    { busy: nan, observed: nan, is: nan, why: "nothing is known" },
    { busy: 100, observed: infinity, is: 100, why: "a number is better than none" },
    { busy: infinity, observed: infinity, is: infinity, why: "an idle source" },
  ])("$busy beside $observed is $is: $why", ({ busy, observed, is }) => {
    expect(chooseCapacity(busy, observed, 0.15)).toBe(is);
  });
});

describe("2.10: backlog", () => {
  it.each([
    { sources: [{ lag: 301, rate: 1 }], is: true, why: "more than five minutes" },
    { sources: [{ lag: 300, rate: 1 }], is: false, why: "just as much" },
    { sources: [{ lag: 5, rate: 0 }], is: true, why: "it would never end" },
    { sources: [{ lag: 0, rate: 0 }], is: false, why: "nothing waits" },
    { sources: [{ lag: 5, rate: nan }], is: false, why: "that source says nothing" },
    {
      sources: [
        { lag: 0, rate: 1 },
        { lag: 999, rate: 1 },
      ],
      is: true,
      why: "any source",
    },
    { sources: [], is: false, why: "no source" },
  ])("$is: $why", ({ sources, is }) => {
    expect(isProcessingBacklog(sources, 5 * minute)).toBe(is);
  });
});

describe("2.11: required capacity", () => {
  const catchUp = { catchUpDuration: 30 * minute, restartTime: 5 * minute };
  const demand = { demand: 12_000, catchUpRate: 200 };
  it.each([
    { given: requiredCapacity(demand, 1, { ...catchUp, restartTime: 0 }), is: 12_200, why: "all that comes" },
    { given: requiredCapacity(demand, 0.4, catchUp), is: 32_200, why: "2.25" },
    { given: requiredCapacity(demand, 0.7, catchUp), is: 19_343, why: "2.25: half of a record goes up" },
    {
      given: requiredCapacity(demand, 1.7, { ...catchUp, restartTime: 0 }),
      is: 12_200,
      why: "no more than always busy",
    },
    { given: requiredCapacity(demand, 0, catchUp), is: infinity, why: "never busy" },
    { given: requiredCapacity(demand, -1, catchUp), is: infinity, why: "nor less" },
    {
      given: requiredCapacity(demand, 1, { catchUpDuration: 0, restartTime: 9_000 }),
      is: 12_200,
      why: "nothing to catch up in",
    },
    { given: requiredCapacity({ ...demand, demand: nan }, 0, catchUp), is: nan, why: "unknown before endless" },
    { given: requiredCapacity({ ...demand, catchUpRate: nan }, 1, catchUp), is: nan, why: "unknown" },
    {
      given: requiredCapacity({ demand: 0.4, catchUpRate: 0 }, 1, catchUp),
      is: 0,
      why: "slower than a record a second",
    },
    { given: requiredCapacity({ demand: 1e30, catchUpRate: 0 }, 1, catchUp), is: 2 ** 63, why: "the end of numbers" },
    { given: requiredCapacity(demand, 1, { ...catchUp, restartTime: 59_999 }), is: 12_593, why: "59 whole seconds" },
  ])("$is: $why", ({ given, is }) => {
    expect(given).toBe(is);
  });

  it.each([
    { set: {}, backlog: false, band: { max: 1, min: 0.4 }, why: "0.3 to each side" },
    { set: { utilizationMax: 0.8 }, backlog: false, band: { max: 0.8, min: 0.4 }, why: "an end of its own" },
    { set: { utilizationMin: 0.6 }, backlog: false, band: { max: 1, min: 0.6 }, why: "the other" },
    { set: { utilizationMin: 0.6 }, backlog: true, band: { max: 1, min: 0 }, why: "as wide as can be" },
  ])("the band: $why", ({ set, backlog, band }) => {
    const given = utilizationBand({ ...usualOptions(), ...set }, backlog);
    expect(given.max).toBeCloseTo(band.max, 12);
    expect(given.min).toBeCloseTo(band.min, 12);
  });

  it("only the lower end makes good for a restart", () => {
    expect(thresholdsOf(demand, { max: 1, min: 0.4 }, catchUp)).toEqual({ scaleUp: 12_200, scaleDown: 32_200 });
  });

  it.each([
    { capacity: 12_199, is: true, why: "too little" },
    { capacity: 12_200, is: false, why: "just enough" },
    { capacity: 32_200, is: false, why: "just not too much" },
    { capacity: 32_201, is: true, why: "too much" },
    { capacity: nan, is: false, why: "unknown is inside" },
  ])("2.14: $capacity is outside: $is, $why", ({ capacity, is }) => {
    expect(isOutside(capacity, { scaleUp: 12_200, scaleDown: 32_200 })).toBe(is);
  });
});
