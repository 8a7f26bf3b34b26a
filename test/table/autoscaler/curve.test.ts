import { describe, expect, it } from "vitest";
import { type CurvePoint, fitElasticity, learnPoint } from "../../../shared/autoscaler/learn/curve.ts";
import { capacityAt, type Growth, growthOf, leastEnough, mostOf } from "../../../shared/autoscaler/learn/growth.ts";

const prior = { elasticity: 0.9, weight: 0.001 };
const point = (parallelism: number, capacity: number, load = 1, at = 0): CurvePoint => ({
  ...{ parallelism, capacity, load, at },
});
/** 1,000 records per second of one subtask, and of more by a power law. */
const power = (elasticity: number) => (parallelism: number) => point(parallelism, 1_000 * parallelism ** elasticity);

describe("a capacity curve is learnt", () => {
  it.each([
    { why: "the first measurement is believed", before: [], seen: point(4, 100, 0.5), capacity: 100 },
    { why: "of a later one a busy vertex believes more", before: [point(4, 100)], seen: point(4, 200), capacity: 170 },
    { why: "and an idle one less", before: [point(4, 100)], seen: point(4, 200, 0.1), capacity: 107 },
    { why: "another parallelism is another point", before: [point(2, 60)], seen: point(4, 100), capacity: 100 },
  ])("$why", ({ before, seen, capacity }) => {
    const points = learnPoint(before, seen);
    expect(points.find(({ parallelism }) => parallelism === 4)?.capacity).toBeCloseTo(capacity);
  });

  it("keeps six points, and forgets what was not seen for longest", () => {
    const many = [3, 1, 2, 4, 5, 6, 7].reduce<readonly CurvePoint[]>(
      (points, parallelism, at) => learnPoint(points, point(parallelism, 100, 1, at)),
      [],
    );
    expect(many.map(({ parallelism }) => parallelism)).toEqual([1, 2, 4, 5, 6, 7]);
  });

  it.each([
    { why: "nothing was seen: what was expected", points: [], elasticity: 0.9 },
    { why: "one point says nothing of a slope", points: [point(4, 1_000)], elasticity: 0.9 },
    { why: "linear growth", points: [1, 4, 16].map(power(1)), elasticity: 1 },
    { why: "half of each percent is lost", points: [2, 8, 20].map(power(0.5)), elasticity: 0.5 },
    { why: "never more than linear", points: [2, 8, 20].map(power(2)), elasticity: 1 },
    {
      why: "never nothing: more subtasks are tried again",
      points: [1, 8, 64].map((p) => point(p, 100)),
      elasticity: 0.2,
    },
    {
      why: "what an idle vertex seemed to do counts little",
      points: [...[2, 8, 20].map(power(0.5)), point(30, 30_000, 0.0001)],
      elasticity: 0.5,
    },
  ])("$why", ({ points, elasticity }) => {
    expect(fitElasticity(points, prior)).toBeCloseTo(elasticity, 2);
  });
});

describe("what more subtasks would do", () => {
  const linear: Growth = { parallelism: 4, capacity: 4_000, elasticity: 1, shares: undefined };
  const all = Array.from({ length: 40 }, (_, index) => index + 1);

  it.each([
    { why: "linear", growth: linear, next: 10, does: 10_000 },
    { why: "by a root", growth: { ...linear, elasticity: 0.5 }, next: 16, does: 8_000 },
    {
      why: "of 14 partitions 4 are on the busiest of 4 subtasks, and 5 of 3",
      growth: { ...linear, shares: 14 },
      next: 3,
      does: 3_200,
    },
    { why: "unknown stays unknown", growth: { ...linear, capacity: Number.NaN }, next: 10, does: undefined },
  ])("$why", ({ growth, next, does }) => {
    if (does === undefined) expect(capacityAt(growth, next)).toBeNaN();
    else expect(capacityAt(growth, next)).toBeCloseTo(does);
  });

  it.each([
    { why: "the least that is enough", wanted: 9_001, growth: linear, from: all, p: 10 },
    { why: "exactly enough is enough", wanted: 9_000, growth: linear, from: all, p: 9 },
    { why: "nothing is wanted", wanted: 0, growth: linear, from: all, p: 1 },
    { why: "none is enough: the most", wanted: 99_000, growth: linear, from: all, p: 40 },
    {
      why: "none is enough: not those that add nothing",
      wanted: 99_000,
      growth: { ...linear, elasticity: 0.2 },
      from: all,
      p: 37,
    },
    {
      why: "12 partitions: more than 12 subtasks do no more",
      wanted: 99_000,
      growth: { ...linear, shares: 12 },
      from: all,
      p: 12,
    },
    { why: "there is none", wanted: 1, growth: linear, from: [], p: undefined },
    { why: "nobody knows", wanted: 1, growth: { ...linear, capacity: Number.NaN }, from: all, p: undefined },
  ])("$why", ({ wanted, growth, from, p }) => {
    expect(leastEnough(growth, from, wanted)).toBe(p);
  });

  it("a measured bend is anchored at what the vertex does now", () => {
    const points = [...[2, 8].map(power(0.5)), point(20, 2_000)];
    const growth = growthOf(points, { parallelism: 20, shares: undefined }, prior);
    expect(growth.capacity).toBe(2_000);
    expect(mostOf(growth, [20])).toBeCloseTo(2_000);
  });

  it("what was never measured at the present parallelism is unknown", () => {
    expect(growthOf([point(2, 100)], { parallelism: 3, shares: undefined }, prior).capacity).toBeNaN();
  });
});
