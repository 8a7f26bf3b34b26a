import { describe, expect, it } from "vitest";
import { nothingLearned } from "../../../shared/autoscaler/learn/learned.ts";
import { courseOf, type Remembered } from "../../../shared/autoscaler/plot/course.ts";
import { plotJob } from "../../../shared/autoscaler/plot/plot.ts";
import { toSvg } from "../../../shared/autoscaler/plot/svg.ts";
import type { JobSample } from "../../../shared/autoscaler/sample/job-sample.ts";
import type { VertexSample } from "../../../shared/autoscaler/sample/vertex-sample.ts";

const nan = Number.NaN;
const minute = 60_000;
const processes = {
  ...{ slotsUsed: nan, gcPressure: nan, heapUsage: nan },
  ...{ heapUsed: nan, managedUsed: nan, metaspaceUsed: nan },
};
const vertex = (of: Partial<VertexSample>): VertexSample => ({
  ...{ load: nan, accumulatedBusyTime: nan, recordsIn: nan, recordsOut: nan },
  ...of,
});
const look = (minutes: number, recordsIn: number, lag?: number, age?: number): JobSample => ({
  at: minutes * minute,
  vertices: {
    source: vertex({ recordsIn, ...(lag !== undefined && { lag }), ...(age !== undefined && { age }) }),
    work: vertex({ recordsIn: 7 }),
  },
  processes,
});
const record = (minutes: number, from: number, to: number) => ({
  ...{ at: minutes * minute, from, to },
  ...{ capacity: 1, expected: 2, demand: 3 },
});
const course = (of: Partial<Remembered>) => courseOf("job", { samples: [], history: {}, ...of });

describe("issue 8/7: rate and lag of a job over its window", () => {
  it.each([
    { name: "what is read", why: "nothing waits", samples: [look(0, 0, 0), look(1, 600, 0)], rate: 10, lag: 0 },
    {
      name: "what waits longer, too",
      why: "it came in",
      samples: [look(0, 0, 0), look(1, 600, 600)],
      rate: 20,
      lag: 30,
    },
    {
      name: "less than is read",
      why: "a backlog is read",
      samples: [look(0, 0, 600), look(1, 1_200, 0)],
      rate: 10,
      lag: 0,
    },
    {
      name: "by the age of counters",
      why: "they are of another moment",
      samples: [look(0, 0, 0, 0), look(1, 600, 0, 30_000)],
      rate: 20,
      lag: 0,
    },
    { name: "unknown", why: "a lag was not told", samples: [look(0, 0, nan), look(1, 600, 0)], rate: nan, lag: 0 },
    { name: "unknown", why: "there is no source", samples: [look(0, 0), look(1, 600)], rate: nan, lag: 0 },
  ])("is $name ($why)", ({ samples, rate, lag }) => {
    const made = course({ samples });
    expect([made.rate, made.lag]).toEqual([[{ at: minute, value: rate }], [{ at: minute, value: lag }]]);
  });

  it("the profile improved remembers rates for longer than its window", () => {
    const learned = { ...nothingLearned, loads: [-2, 0, 1].map((at) => ({ at: at * minute, rates: { a: 3, b: 4 } })) };
    expect(course({ samples: [look(0, 0, 0), look(1, 600, 0)], learned }).rate).toEqual([
      { at: -2 * minute, value: 7 },
      { at: 0, value: 7 },
      { at: minute, value: 10 },
    ]);
  });
});

describe("issue 8/7: the size of a job, and its decisions", () => {
  const desired = (minutes: number, source: number, work: number) => ({
    desired: { decidedAt: minutes * minute, parallelism: { source, work } },
  });
  it.each([
    {
      name: "of vertices that were scaled together are one",
      why: "it was one",
      of: { history: { source: [record(5, 1, 2)], work: [record(5, 2, 4)] }, ...desired(5, 2, 4) },
      decisions: [[5, 3, 6]],
    },
    {
      name: "count what was not scaled",
      why: "it is as large as is desired",
      of: { history: { work: [record(5, 2, 4), record(9, 4, 3)] }, ...desired(9, 1, 3) },
      decisions: [
        [5, 3, 5],
        [9, 5, 4],
      ],
    },
    {
      name: "one that was taken back",
      why: "no rescale is recorded for it",
      of: { history: { work: [record(5, 2, 4)] }, ...desired(7, 1, 2) },
      decisions: [
        [5, 3, 5],
        [7, 5, 3],
      ],
    },
    {
      name: "after the user has said another size",
      why: "what changed in between was no decision",
      of: { history: { work: [record(5, 2, 4), record(9, 8, 10)] } },
      decisions: [
        [5, 2, 4],
        [9, 8, 10],
      ],
    },
    { name: "of a job that was never scaled", why: "there are none", of: desired(nan, 1, 1), decisions: [] },
  ])("$name ($why)", ({ of, decisions }) => {
    const made = course(of);
    expect(made.decisions).toEqual(decisions.map(([at = 0, from, to]) => ({ at: at * minute, from, to })));
    const around = decisions.flatMap(([at = 0, from, to]) => [
      { at: at * minute, value: from },
      { at: at * minute, value: to },
    ]);
    expect(made.parallelism).toEqual(around);
  });

  it("is drawn from the first look to the last", () => {
    const samples = [look(0, 0, 0), look(1, 60, 0), look(9, 600, 0)];
    const made = course({ samples, history: { work: [record(5, 2, 4)] }, ...desired(5, 1, 4) });
    expect(made.parallelism.map(({ at, value }) => [at / minute, value])).toEqual([
      [1, 3],
      [5, 3],
      [5, 5],
      [9, 5],
    ]);
  });

  it("is the one that was seen, where nothing is desired", () => {
    const seen = { parallelism: 6, capacity: 1, load: 1, at: 0 };
    const learned = { ...nothingLearned, curves: { work: [{ ...seen, parallelism: 3 }, seen] } };
    const samples = [look(0, 0, 0), look(1, 60, 0)];
    expect(course({ samples, learned }).parallelism[0]).toEqual({ at: minute, value: 6 });
  });

  it.each([
    { why: "a moment is none", at: Number.POSITIVE_INFINITY },
    { why: "a moment is unknown", at: nan },
    { why: "a moment is beyond every calendar", at: 1e300 },
  ])("is drawn without what cannot be drawn: $why", ({ at }) => {
    const made = course({
      samples: [{ ...look(0, 0, 0), at }, look(1, 60, 0), look(2, 90, 0)],
      history: { work: [{ ...record(5, 2, 4), at }] },
      desired: { decidedAt: at, parallelism: { work: 4 } },
      learned: { ...nothingLearned, loads: [{ at, rates: { a: 1 } }] },
    });
    expect(made.decisions).toEqual([]);
    expect(toSvg(plotJob(made))).not.toMatch(/NaN|Infinity/);
  });
});
