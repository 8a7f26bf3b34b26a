import { describe, expect, it } from "vitest";
import { type ScalingRecord, trimHistory, trimTracking } from "../../../shared/autoscaler/decide/history.ts";
import { findMemoryPressure } from "../../../shared/autoscaler/decide/memory-pressure.ts";
import { findQuotaBreach } from "../../../shared/autoscaler/decide/quota.ts";
import { expectedRestartTime, measureRestart } from "../../../shared/autoscaler/decide/restart-time.ts";
import { slotsAfter, taskManagersFor } from "../../../shared/autoscaler/decide/slots.ts";
import { type JobGraph, makeJobGraph } from "../../../shared/autoscaler/graph/job-graph.ts";
import { usualOptions } from "../../../shared/autoscaler/options/read-options.ts";

const nan = Number.NaN;
const usual = usualOptions();
const minute = 60_000;

describe("2.18: restart time", () => {
  const tracked = (...durations: readonly (number | undefined)[]) =>
    durations.map((duration, at) => ({ at, ...(duration !== undefined && { duration }) }));
  const on = { ...usual, restartTimeTracking: true };
  it.each([
    { of: tracked(90_000), options: usual, is: 5 * minute, why: "tracking is off" },
    { of: tracked(undefined), options: on, is: 5 * minute, why: "nothing was measured" },
    { of: tracked(90_000, 30_500, undefined), options: on, is: 90_000, why: "the longest" },
    { of: tracked(30_999), options: on, is: 30_000, why: "in whole seconds" },
    { of: tracked(-500), options: on, is: 5 * minute, why: "it ran before it was decided: clocks disagree" },
    { of: tracked(60 * minute), options: on, is: 15 * minute, why: "within the limit" },
  ])("$is ms: $why", ({ of, options, is }) => {
    expect(expectedRestartTime(of, options)).toBe(is);
  });

  const graph = makeJobGraph(
    ["a", "b"].map((id) => ({ id, parallelism: 4, maxParallelism: 128, inputs: [] })),
  ) as JobGraph;
  const record = (at: number, to: number): ScalingRecord => ({ at, from: 2, to, capacity: 1, expected: 2, demand: 1 });
  it.each([
    {
      name: "measured once all run as decided",
      of: tracked(1, undefined),
      a: 4,
      is: [
        { at: 0, duration: 1 },
        { at: 1, duration: 49 },
      ],
    },
    { name: "not before", of: tracked(1, undefined), a: 5, is: tracked(1, undefined) },
    { name: "not twice", of: tracked(1, 7), a: 4, is: tracked(1, 7) },
    { name: "not without a decision", of: [], a: 4, is: [] },
  ])("$name", ({ of, a, is }) => {
    expect(measureRestart(of, { a: [record(0, 9), record(1, a)], b: [record(0, 7)] }, graph, 50)).toEqual(is);
  });
});

describe("2.19: memory pressure", () => {
  const options = { gcPressureThreshold: 0.2, heapUsageThreshold: 0.9 };
  it.each([
    { gcPressure: 0.2, heapUsage: 0.9, is: undefined, why: "just within" },
    { gcPressure: 0.21, heapUsage: 0.99, is: "gcPressure", why: "garbage collection first" },
    { gcPressure: 0.1, heapUsage: 0.91, is: "heapUsage", why: "heap" },
    { gcPressure: nan, heapUsage: nan, is: undefined, why: "what nobody knows blocks nothing" },
  ])("$is: $why", ({ is, why: _, ...shares }) => {
    expect(findMemoryPressure(shares, options)?.of).toBe(is);
  });

  it("the usual thresholds never hold a job back for being full", () => {
    expect(findMemoryPressure({ gcPressure: 1, heapUsage: 1 }, usual)).toBeUndefined();
  });
});

describe("2.20: slots and quotas", () => {
  it.each([
    {
      of: [
        { from: 4, to: 8 },
        { from: 2, to: 3 },
      ],
      used: 4,
      is: 8,
      why: "slots are shared: the widest",
    },
    {
      of: [
        { from: 4, to: 8 },
        { from: 2, to: 3 },
      ],
      used: 6,
      is: 11,
      why: "they are not: all",
    },
    {
      of: [
        { from: 4, to: 8 },
        { from: 2, to: 3 },
      ],
      used: nan,
      is: 11,
      why: "unknown counts as none in use",
    },
    { of: [], used: 0, is: 0, why: "nothing" },
  ])("$is slots: $why", ({ of, used, is }) => {
    expect(slotsAfter(of, used)).toBe(is);
  });

  it("TaskManagers are whole", () => {
    expect(taskManagersFor(9, 4)).toBe(3);
  });

  const size = { slotsPerTaskManager: 2, taskManagerCpu: 1.5, taskManagerMemory: 1_000 };
  const quota = { quotaCpu: undefined, quotaMemory: undefined };
  const step = (from: number, to: number) => [{ from, to }];
  it.each([
    { groups: [step(2, 8)], set: { quotaCpu: 6 }, is: undefined, why: "four TaskManagers, six cores" },
    { groups: [step(2, 10)], set: { quotaCpu: 6 }, is: { of: "cpu", needed: 7.5, quota: 6 }, why: "five" },
    { groups: [step(2, 11)], set: { quotaCpu: 7.5 }, is: undefined, why: "the sixth, half full, does not count" },
    {
      groups: [step(2, 4), step(2, 6)],
      set: { quotaCpu: 6 },
      is: { of: "cpu", needed: 7.5, quota: 6 },
      why: "groups add up",
    },
    {
      groups: [step(2, 10)],
      set: { quotaMemory: 4_000 },
      is: { of: "memory", needed: 5_000, quota: 4_000 },
      why: "memory",
    },
    { groups: [[...step(8, 8), ...step(2, 8)]], set: { quotaCpu: 1 }, is: undefined, why: "the widest of a group" },
    { groups: [step(8, 4)], set: { quotaCpu: 1 }, is: undefined, why: "fewer are never too many" },
    { groups: [], set: { quotaCpu: 1 }, is: undefined, why: "no slot sharing group is known" },
    { groups: [step(2, 99)], set: {}, is: undefined, why: "no quota" },
  ])("$why", ({ groups, set, is }) => {
    expect(findQuotaBreach({ ...size, ...quota, ...set, groups })).toEqual(is);
  });
});

describe("2.22: history", () => {
  const record = (at: number): ScalingRecord => ({ at, from: 1, to: 2, capacity: 1, expected: 2, demand: 1 });
  const limits = { historyMaxAge: 10, historyMaxCount: 2 };
  it.each([
    { name: "by age", of: [9, 10, 11], now: 20, is: [10, 11] },
    { name: "by number", of: [10, 11, 12], now: 12, is: [11, 12] },
    { name: "all of it", of: [1], now: 20, is: undefined },
  ])("$name", ({ of, now, is }) => {
    const trimmed = trimHistory({ a: of.map(record), gone: [record(now)] }, new Set(["a"]), now, limits);
    expect(trimmed.a?.map(({ at }) => at)).toEqual(is);
    expect(trimmed.gone, "a vertex that is gone").toBeUndefined();
  });

  it("of restarts the newest stays, however old", () => {
    expect(trimTracking([{ at: 1 }, { at: 2 }], 99, limits)).toEqual([{ at: 2 }]);
    expect(trimTracking([{ at: 90 }, { at: 91 }, { at: 92 }], 99, limits)).toEqual([{ at: 91 }, { at: 92 }]);
  });
});
