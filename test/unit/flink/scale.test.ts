import { describe, expect, it } from "vitest";
import {
  isInForce,
  isReached,
  makeBounds,
  type Rescaling,
  type Size,
  scaleWayOf,
} from "../../../shared/flink/scale.ts";

const size = (parallelism: number | undefined, overrides: Record<string, number> = {}): Size => ({
  parallelism,
  overrides: new Map(Object.entries(overrides)),
  taskManagers: undefined,
});
const bounds = (sizes: Record<string, number>, lowerBound = 1) =>
  Object.fromEntries(Object.entries(sizes).map(([id, upperBound]) => [id, { lowerBound, upperBound }]));
const usual: Rescaling = {
  from: size(4),
  to: size(6),
  current: bounds({ a: 4, b: 4 }),
  vertices: [
    { id: "a", maxParallelism: 64 },
    { id: "b", maxParallelism: 64 },
  ],
  isCertain: true,
};

describe("the bounds of a change of size", () => {
  it.each([
    { name: "all that have the old parallelism", given: {}, to: { a: 6, b: 6 } },
    { name: "none that the job sets by itself", given: { current: bounds({ a: 4, b: 1 }) }, to: { a: 6, b: 1 } },
    { name: "what is in force already", given: { current: bounds({ a: 6, b: 6 }) }, to: { a: 6, b: 6 } },
    { name: "an override before the parallelism", given: { to: size(6, { b: 2 }) }, to: { a: 6, b: 2 } },
    { name: "a vertex that nobody knows", given: { to: size(4, { c: 9 }) }, to: { a: 4, b: 4 } },
    {
      name: "no more than a vertex may have",
      given: { vertices: [{ id: "a", maxParallelism: 5 }], current: bounds({ a: 4 }) },
      to: { a: 5 },
    },
    {
      name: "an override of every vertex, whatever the parallelism was",
      given: { from: size(undefined), to: size(6, { a: 2, b: 3 }) },
      to: { a: 2, b: 3 },
    },
    {
      name: "every vertex, though an earlier change was not finished",
      given: { isCertain: false, to: size(4, { a: 2, b: 3 }) },
      to: { a: 2, b: 3 },
    },
  ])("$name", ({ given, to }) => {
    expect(makeBounds({ ...usual, ...given })).toEqual({ bounds: bounds(to as Record<string, number>) });
  });

  it.each([
    { name: "an override that was taken away", given: { from: size(4, { a: 2 }), to: size(4) }, why: /taken away/ },
    { name: "a parallelism of 1", given: { from: size(1), current: bounds({ a: 1, b: 1 }) }, why: /meant to keep/ },
    { name: "a parallelism that the job sets by itself", given: { from: size(undefined) }, why: /not known/ },
    { name: "a parallelism that was taken away", given: { to: size(undefined) }, why: /not known/ },
    { name: "a change that was not finished", given: { isCertain: false }, why: /not finished/ },
  ])("are unknown after $name", ({ given, why }) => {
    expect(makeBounds({ ...usual, ...given })).toEqual({ why: expect.stringMatching(why) });
  });

  it("keep the lower one where it fits", () => {
    const current = bounds({ a: 4, b: 4 }, 3);
    expect(makeBounds({ ...usual, current, to: size(4, { a: 2, b: 9 }) })).toEqual({
      bounds: { a: { lowerBound: 2, upperBound: 2 }, b: { lowerBound: 3, upperBound: 9 } },
    });
  });

  it("are in force when all are equal, and reached when every vertex runs with its upper one", () => {
    expect(isInForce(bounds({ a: 1, b: 2 }), bounds({ a: 1, b: 2 }))).toBe(true);
    expect(isInForce(bounds({ a: 1, b: 2 }), bounds({ a: 1, b: 3 }))).toBe(false);
    expect(isInForce(bounds({ a: 1 }), bounds({ a: 1, b: 2 }))).toBe(false);
    expect(isReached([{ id: "a", parallelism: 2 }], bounds({ a: 2 }))).toBe(true);
    expect(isReached([{ id: "a", parallelism: 1 }], bounds({ a: 2 }))).toBe(false);
  });
});

describe("the way in which a cluster takes another size", () => {
  const job = { parallelism: 2 };
  const adaptive = { "jobmanager.scheduler": "Adaptive" };
  it.each([
    { name: "adaptive", spec: { flinkVersion: "v1_20", job }, options: adaptive, way: "requirements" },
    { name: "adaptive, too old", spec: { flinkVersion: "v1_17", job }, options: adaptive, way: undefined },
    { name: "a version that nobody knows", spec: { flinkVersion: "v9", job }, options: adaptive, way: undefined },
    { name: "the usual scheduler", spec: { flinkVersion: "v1_20", job }, options: {}, way: undefined },
    {
      name: "reactive",
      spec: { flinkVersion: "v1_16", mode: "standalone", job } as const,
      options: { "scheduler-mode": "reactive" },
      way: "task-managers",
    },
    { name: "a standalone session", spec: { mode: "standalone" } as const, options: {}, way: "task-managers" },
    { name: "a native session", spec: {}, options: adaptive, way: undefined },
  ])("$name: $way", ({ spec, options, way }) => {
    expect(scaleWayOf(spec, options)).toBe(way);
  });
});
