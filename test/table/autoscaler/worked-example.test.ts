import { describe, expect, it } from "vitest";
import { decideJob } from "../../../shared/autoscaler/decide/decide-job.ts";
import { decideVertex } from "../../../shared/autoscaler/decide/decide-vertex.ts";
import { scaleFactor } from "../../../shared/autoscaler/decide/parallelism.ts";
import { requiredCapacity } from "../../../shared/autoscaler/evaluate/required-capacity.ts";
import { usualOptions } from "../../../shared/autoscaler/options/read-options.ts";
import { evaluationOf, jobSituation, vertexSituation } from "./situations.ts";

const hour = 3_600_000;

describe("2.25: the worked example", () => {
  it("thresholds and goal", () => {
    const evaluation = evaluationOf({});
    expect(evaluation).toMatchObject({ scaleUp: 12_200, scaleDown: 32_200 });
    expect(requiredCapacity(evaluation, 0.7, usualOptions())).toBe(19_343);
  });

  it.each([
    { capacity: 14_100, factor: 1.372, to: 10, isOutside: false, why: "inside of the band: it moves only along" },
    { capacity: 12_100, factor: 1.599, to: 11, isOutside: true, why: "too little" },
    { capacity: 6_500, factor: 2.976, to: 19, isOutside: true, why: "far too little" },
  ])("at $capacity records per second: to $to, $why", ({ capacity, factor, to, isOutside }) => {
    expect(scaleFactor(19_343, capacity)).toBeCloseTo(factor, 3);
    expect(decideVertex(vertexSituation({ capacity })).change).toMatchObject({ from: 6, to, isOutside });
    const { kind } = decideJob(jobSituation({ source: { capacity: 15_000 }, work: { capacity } }));
    expect(kind).toBe(isOutside ? "scale" : "rest");
  });

  it("22,183 records per second are expected of 11", () => {
    expect(decideVertex(vertexSituation({ capacity: 12_100 })).change?.expected).toBe(22_183.333);
  });

  it("at 33,000: to 4, an hour later", () => {
    expect(scaleFactor(19_343, 33_000)).toBeCloseTo(0.586, 3);
    const first = decideVertex(vertexSituation({ capacity: 33_000 }));
    expect(first.rest).toEqual({ why: "delayed", wanted: 4, until: hour });
    const later = vertexSituation({ capacity: 33_000 }, {}, { now: hour, delayed: first.delayed });
    expect(decideVertex(later).change).toMatchObject({ from: 6, to: 4, isOutside: true });
  });
});
