import { describe, expect, it } from "vitest";
import { workTo } from "../../../../simulators/flink/load.ts";
import type { Load } from "../../../../simulators/flink/state.ts";
import { simulatedJob } from "./simulated-job.ts";

/** Records that came in within a time, read by a job that keeps up with anything, in steps of so many milliseconds. */
function arrived(load: Partial<Load>, ms: number, step = ms): number {
  const job = simulatedJob({ arrivals: 100, source: 1e9, work: 1e9, ...load });
  for (let now = step; now <= ms; now += step) workTo(job, now, true);
  return Math.round(job.work.records);
}

describe("records that come in", () => {
  const swing = { to: 300, everyMs: 60_000 };
  it.each([
    { name: "a steady load", why: "a hundred each second", load: {}, ms: 60_000, step: 60_000, records: 6_000 },
    {
      name: "a whole swing",
      why: "the middle of both ends",
      load: { swing },
      ms: 60_000,
      step: 60_000,
      records: 12_000,
    },
    { name: "the first half", why: "it rises as it falls", load: { swing }, ms: 30_000, step: 30_000, records: 6_000 },
    { name: "its first tenth", why: "it begins low", load: { swing }, ms: 6_000, step: 6_000, records: 639 },
    {
      name: "in small steps",
      why: "nobody's questions change it",
      load: { swing },
      ms: 60_000,
      step: 100,
      records: 12_000,
    },
    {
      name: "one that falls first",
      why: "to may be less",
      load: { swing: { ...swing, to: 0 } },
      ms: 60_000,
      step: 60_000,
      records: 3_000,
    },
  ])("$name: $records ($why)", ({ load, ms, step, records }) => {
    expect(arrived(load, ms, step)).toBe(records);
  });

  it("wait as lag while the job cannot keep up, also while it does not run", () => {
    const job = simulatedJob({ arrivals: 100, source: 1_000, work: 30 });
    workTo(job, 10_000, true);
    expect(Math.round(job.work.lag)).toBe(700);
    workTo(job, 20_000, false);
    expect(Math.round(job.work.lag)).toBe(1_700);
  });
});
