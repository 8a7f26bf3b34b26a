import { describe, expect, it } from "vitest";
import { candidatesFor, withinStep } from "../../../shared/autoscaler/decide/reach.ts";
import { achievableRates, spreadRates } from "../../../shared/autoscaler/evaluate/flow.ts";
import type { VertexDescription } from "../../../shared/autoscaler/graph/job-graph.ts";
import type { AutoscalerOptions } from "../../../shared/autoscaler/options/options.ts";
import { usualOptions } from "../../../shared/autoscaler/options/read-options.ts";
import { graphOf } from "./situations.ts";

const join = graphOf({ a: [], b: [], join: ["a", "b"], sink: ["join"] });
const ratios: Readonly<Record<string, number>> = { "a join": 2, "b join": 1, "join sink": 0.5 };
const ratio = (from: string, to: string) => ratios[`${from} ${to}`] ?? Number.NaN;
const wanted = spreadRates(join, (id) => ({ a: 100, b: 300 })[id] ?? 0, ratio);
const roomy = { a: 1_000, b: 1_000, join: 1_000, sink: 1_000 };

describe("what comes to every vertex", () => {
  it("is what comes to the sources, times the ratios on the way", () => {
    expect(Object.fromEntries(wanted)).toEqual({ a: 100, b: 300, join: 500, sink: 250 });
  });

  it("is unknown, and not 0, behind a ratio that is unknown", () => {
    const blind = spreadRates(
      join,
      () => 100,
      (from, to) => (from === "b" ? Number.NaN : ratio(from, to)),
    );
    expect(Object.fromEntries(blind)).toEqual({ a: 100, b: 100, join: Number.NaN, sink: Number.NaN });
  });

  it.each([
    { why: "all can do it", most: roomy, can: { a: 100, b: 300, join: 500, sink: 250 } },
    {
      why: "a source that cannot holds back what is behind it",
      most: { ...roomy, b: 150 },
      can: { a: 100, b: 150, join: 350, sink: 175 },
    },
    {
      why: "a sink that cannot holds back all before it",
      most: { ...roomy, sink: 50 },
      can: { a: 20, b: 60, join: 100, sink: 50 },
    },
    {
      why: "the narrowest counts",
      most: { ...roomy, join: 250, sink: 50 },
      can: { a: 20, b: 60, join: 100, sink: 50 },
    },
    {
      why: "an unknown one holds nothing back",
      most: { ...roomy, join: Number.NaN },
      can: { a: 100, b: 300, join: 500, sink: 250 },
    },
    { why: "one that can do nothing stops all", most: { ...roomy, sink: 0 }, can: { a: 0, b: 0, join: 0, sink: 0 } },
  ])("achievable: $why", ({ most, can }) => {
    expect(Object.fromEntries(achievableRates(join, wanted, new Map(Object.entries(most)), ratio))).toEqual(can);
  });

  it("an idle job holds nothing back", () => {
    const idle = spreadRates(join, () => 0, ratio);
    expect([...achievableRates(join, idle, new Map(Object.entries(roomy)), ratio).values()]).toEqual([0, 0, 0, 0]);
  });
});

describe("what a vertex may be given", () => {
  const candidates = (
    set: Partial<AutoscalerOptions> = {},
    of: Partial<VertexDescription> = {},
    now = 0,
    strict = false,
  ) => {
    const vertex = graphOf({ source: [], work: strict ? [] : ["source"] }, of).vertices.get("work");
    if (vertex === undefined) throw new Error("no vertex");
    const all = candidatesFor(vertex, { ...usualOptions(), ...set }, { parallelism: 9, until: 10 }, now);
    return [all[0], all.at(-1), all.length];
  };

  it.each([
    { why: "bounds of the options", set: { minParallelism: 2, maxParallelism: 20 }, now: 10, is: [2, 20, 19] },
    { why: "widened by what it has", set: { minParallelism: 8, maxParallelism: 4 }, now: 10, is: [6, 6, 1] },
    { why: "no more than key groups", of: { maxParallelism: 32 }, now: 10, is: [1, 32, 32] },
    { why: "no more than partitions", of: { partitions: 12 }, strict: true, now: 10, is: [1, 12, 12] },
    { why: "no more than its ceiling while that holds", is: [1, 9, 9] },
    { why: "a ceiling takes nothing away", of: { parallelism: 30 }, is: [1, 30, 30] },
    { why: "divisors, and what it has", set: { alignmentMode: "EVENLY_SPREAD" as const }, now: 10, is: [1, 128, 9] },
    { why: "by the older option too", set: { keyGroupAdjustMode: "EVENLY_SPREAD" as const }, now: 10, is: [1, 128, 9] },
  ])("$why", ({ set, of, now, strict, is }) => {
    expect(candidates(set, of, now, strict)).toEqual(is);
  });

  it.each([
    { why: "by default all but the lowest two fifths", set: {}, is: [4, 20] },
    { why: "five times as many at most", set: { maxScaleUpFactor: 1 }, is: [4, 20] },
    { why: "a factor below 1", set: { maxScaleUpFactor: 0.5, maxScaleDownFactor: 0.1 }, is: [9, 15] },
  ])("in one step: $why", ({ set, is }) => {
    const all = Array.from({ length: 20 }, (_, index) => index + 1);
    const step = withinStep(all, 10, { ...usualOptions(), ...set });
    expect([step[0], step.at(-1)]).toEqual(is);
  });
});
