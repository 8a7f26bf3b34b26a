import { describe, expect, it } from "vitest";
import { decideVertex } from "../../../shared/autoscaler/decide/decide-vertex.ts";
import type { ScalingRecord } from "../../../shared/autoscaler/decide/history.ts";
import type { Vertex } from "../../../shared/autoscaler/graph/job-graph.ts";
import type { AutoscalerOptions } from "../../../shared/autoscaler/options/options.ts";
import { graphOf, vertexSituation } from "./situations.ts";

const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
const record = (rest: Partial<ScalingRecord> = {}): ScalingRecord => ({
  ...{ at: 0, from: 4, to: 6, capacity: 8_000, expected: 12_000, demand: 12_000 },
  ...rest,
});
const waits = { first: 0, queue: [{ at: 0, parallelism: 5, isOutside: true }] };

describe("2.12 to 2.14: why a vertex stays as it is", () => {
  it.each([
    {
      why: "nobody knows what it can do",
      of: { capacity: nan },
      rest: { why: "unknown", metric: "capacity" },
      keeps: true,
    },
    { why: "nobody knows what comes", of: { demand: nan }, rest: { why: "unknown", metric: "demand" }, keeps: true },
    { why: "it has what it needs", of: { capacity: 19_343 }, rest: { why: "enough" } },
    {
      why: "it has all that it may have",
      of: { capacity: 9_000 },
      set: { maxParallelism: 6 },
      rest: { why: "bounded", wanted: 13 },
    },
    {
      why: "as many as there are key groups",
      of: { capacity: 9_000, maxParallelism: 6 },
      rest: { why: "bounded", wanted: 13 },
    },
    {
      why: "no divisor below it is enough",
      of: { capacity: 25_000, parallelism: 16, demand: 9_000 },
      set: { alignmentMode: "EVENLY_SPREAD" },
      rest: { why: "alignment", wanted: 10 },
    },
  ] as const)("$why", ({ of, rest, ...row }) => {
    const set: Partial<AutoscalerOptions> = "set" in row ? row.set : {};
    const decision = decideVertex(vertexSituation(of, { scaleDownInterval: 0, ...set }, { delayed: waits }));
    expect(decision.rest).toMatchObject(rest);
    expect(decision.delayed, "what waits is forgotten where it is known to be needed").toEqual(
      "keeps" in row ? waits : undefined,
    );
  });

  it("an idle job shrinks by as much as it may in a step", () => {
    const idle = { capacity: infinity, demand: 0, catchUpRate: 0, parallelism: 10 };
    expect(decideVertex(vertexSituation(idle, { scaleDownInterval: 0 })).change?.to).toBe(4);
  });

  it("scaling up ends the wait of scaling down", () => {
    const decision = decideVertex(vertexSituation({ capacity: 9_000 }, {}, { delayed: waits }));
    expect(decision).toMatchObject({ change: { to: 15 }, delayed: undefined });
  });
});

describe("2.13: which alignment", () => {
  const source = graphOf({ source: [] }).vertices.get("source") as Vertex;
  it.each([
    { set: {}, to: 10, why: "BALANCED where nothing is set" },
    { set: { alignmentMode: "OFF" }, to: 9, why: "as it was computed" },
    { set: { keyGroupAdjustMode: "EVENLY_SPREAD" }, to: 16, why: "the deprecated option alone" },
    { set: { alignmentMode: "OFF", keyGroupAdjustMode: "EVENLY_SPREAD" }, to: 9, why: "the newer one first" },
  ] as const)("to $to: $why", ({ set, to }) => {
    expect(decideVertex(vertexSituation({ capacity: 14_100 }, set)).change?.to).toBe(to);
  });

  it("a source that does not know its partitions is not aligned", () => {
    expect(decideVertex(vertexSituation({ capacity: 14_100 }, {}, { vertex: source })).change?.to).toBe(9);
    const known = vertexSituation({ capacity: 14_100, partitions: 12 }, {}, { vertex: source });
    expect(decideVertex(known).change?.to).toBe(12);
  });

  it("a deprecated mode that is in the way is told", () => {
    const set = { keyGroupAdjustMode: "EVENLY_SPREAD" } as const;
    const decision = decideVertex(vertexSituation({ capacity: 14_100, partitions: 8, parallelism: 8 }, set));
    expect(decision).toMatchObject({ rest: { why: "alignment" }, limited: { wanted: 11, given: 8 } });
  });
});

describe("2.15: a scale-up that did not help", () => {
  it.each([
    { name: "is told and repeated by default", records: [record()], blocks: false, change: true, told: true },
    { name: "blocks the next with detection on", records: [record()], blocks: true, change: false, told: true },
    { name: "counts only as the last", records: [record(), record({ from: 6, to: 5 })], blocks: true, change: true },
    { name: "counts only at its own parallelism", records: [record({ to: 7 })], blocks: true, change: true },
    { name: "is none that helped", records: [record({ capacity: 2_000 })], blocks: true, change: true },
    { name: "is none without a history", records: [], blocks: true, change: true },
  ])("$name", ({ records, blocks, change, told = false }) => {
    const set = { effectivenessDetection: blocks };
    const decision = decideVertex(vertexSituation({ capacity: 8_100 }, set, { records }));
    expect(decision.change !== undefined).toBe(change);
    expect(decision.ineffective !== undefined).toBe(told);
    if (!change) expect(decision.rest).toEqual({ why: "ineffective", wanted: 16, effect: 0.025 });
  });

  it("never blocks scaling down", () => {
    const set = { effectivenessDetection: true, scaleDownInterval: 0 };
    expect(decideVertex(vertexSituation({ capacity: 33_000 }, set, { records: [record()] })).change?.to).toBe(4);
  });
});

it("2.17: what past rescales show makes the step larger", () => {
  const records = [
    record({ from: 1, to: 2, capacity: 4_000 }),
    record({ from: 2, to: 4, capacity: 4_000 }),
    record({ from: 4, to: 6, capacity: 8_000 }),
  ];
  const flat = { observedScalability: true, alignmentMode: "OFF" } as const;
  expect(decideVertex(vertexSituation({ capacity: 12_100 }, { alignmentMode: "OFF" }, { records })).change?.to).toBe(
    10,
  );
  expect(decideVertex(vertexSituation({ capacity: 12_100 }, flat, { records })).change?.to).toBe(19);
});

it("2.11: a longer restart asks for more", () => {
  const longer = { restartTime: 900_000 };
  expect(decideVertex(vertexSituation({ capacity: 12_100 }, {}, longer)).change?.to).toBe(13);
});
