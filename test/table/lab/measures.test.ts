import { describe, expect, it } from "vitest";
import { measure, median, regretOf } from "../../../lab/autoscaler/experiment/measure.ts";
import type { Moment, Rescale, Run } from "../../../lab/autoscaler/experiment/run.ts";

const quiet: Moment = { at: 0, rate: 10, lag: 0, tasks: 4, needed: 4, isBelow: false };
const moments = (lags: readonly number[]): Moment[] => lags.map((lag, index) => ({ ...quiet, at: index * 60, lag }));
const rescale = (atMinute: number, from: readonly number[], to: readonly number[]): Rescale => ({
  ...{ at: atMinute * 60, endedAt: atMinute * 60 + 30, from, to },
});
const calm = moments([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

describe("8.2: measures of a run", () => {
  const rows: { why: string; run: Run; is: Partial<ReturnType<typeof measure>> }[] = [
    {
      why: "nothing happens",
      run: { moments: calm, rescales: [] },
      is: { rescales: 0, reversals: 0, late: 0, cost: 1 },
    },
    {
      why: "60 s of arrivals may wait, more may not",
      run: { moments: moments([600, 601, 0, 0]), rescales: [] },
      is: { late: 0.25, worstLag: 60.1 },
    },
    {
      why: "settled when the last rescale after the step has ended",
      run: { moments: calm, rescales: [rescale(1, [1], [2]), rescale(4, [2], [3])], eventAt: 120 },
      is: { rescales: 2, rescalesAfter: 1, settled: 2.5 },
    },
    {
      why: "who does nothing has not settled",
      run: { moments: calm, rescales: [], eventAt: 60 },
      is: { settled: Number.POSITIVE_INFINITY },
    },
    {
      why: "nor has who is late at the end",
      run: { moments: moments([0, 0, 0, 999]), rescales: [rescale(1, [1], [2])], eventAt: 60 },
      is: { settled: Number.POSITIVE_INFINITY },
    },
    {
      why: "each vertex that turns round is a reversal; one that rests in between is not forgiven",
      run: {
        moments: calm,
        rescales: [rescale(1, [2, 2], [3, 1]), rescale(2, [3, 1], [3, 2]), rescale(3, [3, 2], [2, 3])],
      },
      is: { reversals: 2 },
    },
    {
      why: "twice the tasks are twice the cost",
      run: { moments: calm.map((one) => ({ ...one, tasks: 8 })), rescales: [] },
      is: { cost: 2 },
    },
    {
      why: "a quarter of the time below what arrives",
      run: { moments: calm.slice(0, 4).map((one, index) => ({ ...one, isBelow: index === 2 })), rescales: [] },
      is: { below: 0.25 },
    },
  ];
  it.each(rows)("$why", ({ run, is }) => {
    expect(measure(run)).toMatchObject(is);
  });

  it("a tenth of the time late is as bad as all of the oracle's cost once more", () => {
    expect(regretOf({ cost: 1.2, late: 0.1 })).toBeCloseTo(2.2, 9);
  });

  it.each([
    { of: [3, 1, 2], is: 2 },
    { of: [4, 1, 3, 2], is: 3 },
    { of: [1, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY], is: Number.POSITIVE_INFINITY },
    { of: [], is: Number.NaN },
  ])("the median of $of is $is", ({ of, is }) => {
    expect(median(of)).toBe(is);
  });
});
