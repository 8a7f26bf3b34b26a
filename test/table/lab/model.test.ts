import { describe, expect, it } from "vitest";
import { join, mapper, partitioned, retrograde, wordCount } from "../../../lab/autoscaler/jobs.ts";
import { contTuneMapper, evenness, linear, rateAt } from "../../../lab/autoscaler/model/curve.ts";
import { capacityAt, demandOf, type JobModel } from "../../../lab/autoscaler/model/job.ts";
import { show, tickSeconds } from "../../../lab/autoscaler/model/show.ts";
import { isRunning, type JobState, startOf } from "../../../lab/autoscaler/model/state.ts";
import { rescale, step } from "../../../lab/autoscaler/model/step.ts";

/** A source and a worker of 100 records per second for each subtask. */
const simple: JobModel = {
  ...{ name: "simple", checkpointInterval: 60 },
  vertices: [
    { name: "Source: a", curve: linear(1_000), inputs: [], skew: 0, maxParallelism: 128, buffer: 0 },
    {
      ...{ name: "Work", curve: linear(100), skew: 0, maxParallelism: 128, buffer: 0 },
      inputs: [{ from: 0, ratio: 1, strategy: "REBALANCE" }],
    },
  ],
};

/** The job after some seconds of a load for each source, without noise. */
function later(job: JobModel, state: JobState, seconds: number, rates: readonly number[]): JobState {
  let next = state;
  const tick = { seconds: tickSeconds, arrivals: rates.map((rate) => rate * tickSeconds), noise: [] };
  for (let passed = 0; passed < seconds; passed += tickSeconds) next = step(job, next, tick);
  return next;
}

describe("8.2: capacity", () => {
  it.each([
    { of: "linear", rate: rateAt(linear(100), 7), is: 700 },
    { of: "the mapper at 1", rate: rateAt(contTuneMapper, 1), is: 500_000 },
    {
      of: "the mapper at 26: 3 % from what was published",
      rate: Math.round(rateAt(contTuneMapper, 26)),
      is: 7_222_222,
    },
    { of: "12 partitions on 5 subtasks: 3 each at most", rate: evenness(12, 5), is: 0.8 },
    { of: "12 partitions on 24 subtasks: half of them idle", rate: evenness(12, 24), is: 0.5 },
  ])("$of", ({ rate, is }) => {
    expect(rate).toBeCloseTo(is, 9);
  });

  it("a retrograde operator has a peak, and more of it than that do less", () => {
    const score = retrograde.vertices[1];
    const best = [...Array(60).keys()].map((p) => (score ? capacityAt(score, p + 1) : 0));
    expect(best.indexOf(Math.max(...best)) + 1).toBe(25);
  });

  it("a source with 12 partitions reads no more with 24 subtasks than with 12", () => {
    const [source] = partitioned.vertices;
    expect(source && [capacityAt(source, 12), capacityAt(source, 24)]).toEqual([120_000, 120_000]);
  });
});

describe("8.2: a job over time", () => {
  it("a lag grows by what the bottleneck does not process, and is worked off by what it has left", () => {
    const behind = later(simple, startOf(simple, [1, 2]), 100, [300]);
    expect(behind.vertices[0]?.queue).toBe(10_000);
    const half = later(simple, behind, 60, [100]);
    expect(half.vertices[0]?.queue).toBe(4_000);
    expect(later(simple, half, 60, [100]).vertices[0]?.queue).toBe(0);
  });

  it("a restart reads nothing, reads again what no checkpoint has, and begins to count at 0", () => {
    const before = later(simple, startOf(simple, [1, 2]), 90, [150]);
    const restarting = rescale(before, [1, 4], 30);
    expect(isRunning(restarting)).toBe(false);
    expect(restarting.vertices[0]).toMatchObject({ queue: 30 * 150, now: { recordsIn: 0 } });
    const again = later(simple, restarting, 30, [150]);
    expect(again.vertices[0]?.queue).toBe(60 * 150);
    expect(isRunning(again)).toBe(true);
    expect(later(simple, again, 5, [150]).vertices[1]?.now.recordsIn).toBe(5 * 400);
  });

  it.each([mapper, wordCount, join, retrograde, partitioned])(
    "$name: no record is lost or made, restarts or not",
    (job) => {
      const rates = job.vertices.map(({ curve, inputs }) => (inputs.length === 0 ? curve.rate * 1.5 : 0));
      let state = startOf(
        job,
        job.vertices.map(() => 2),
      );
      let committed = job.vertices.map(() => 0);
      for (let round = 0; round < 7; round += 1) {
        state = later(job, state, 95, rates);
        const lags = job.vertices.map((_, index) => state.vertices[index]?.queue ?? 0);
        const read = job.vertices.map(
          (_, index) => (state.vertices[index]?.now.recordsIn ?? 0) + (committed[index] ?? 0),
        );
        for (const [index, rate] of rates.entries()) {
          if (rate > 0) expect((read[index] ?? 0) + (lags[index] ?? 0)).toBeCloseTo(state.at * rate, 3);
        }
        committed = read.map((count, index) => count - (state.vertices[index]?.sinceCheckpoint ?? 0));
        state = rescale(
          state,
          job.vertices.map((_, index) => 2 + ((round + index) % 3)),
          25,
        );
      }
    },
  );

  it.each([mapper, wordCount, join])("$name: what a vertex has got is what was sent to it", (job) => {
    const rates = job.vertices.map(({ curve, inputs }) => (inputs.length === 0 ? curve.rate * 1.5 : 0));
    const state = later(
      job,
      startOf(
        job,
        job.vertices.map(() => 3),
      ),
      300,
      rates,
    );
    for (const [index, { inputs, buffer }] of job.vertices.entries()) {
      if (inputs.length === 0) continue;
      const sent = inputs.reduce((sum, { from, ratio }) => sum + ratio * (state.vertices[from]?.now.recordsIn ?? 0), 0);
      const { now, queue, parallelism } = state.vertices[index] ?? { now: { recordsIn: 0 }, queue: 0, parallelism: 0 };
      expect(now.recordsIn + queue).toBeCloseTo(sent, 3);
      expect(queue).toBeLessThanOrEqual(buffer * parallelism * (1 + 1e-9));
    }
  });
});

describe("8.2: what Flink shows of it", () => {
  const saturated = show(simple, later(simple, startOf(simple, [1, 2]), 120, [300]));
  const [source, work] = Object.values(saturated.vertices);

  it("the bottleneck is always busy, the source is held back for the rest of its time", () => {
    expect(work?.busyTime?.max).toBeCloseTo(1_000, 9);
    expect(source?.busyTime?.max).toBeCloseTo(200, 9);
    expect(source?.backPressure?.avg).toBeCloseTo(800, 9);
  });

  it("rates are meters, and lag is what waits", () => {
    expect(work).toMatchObject({ recordsIn: 24_000, accumulatedBusyTime: 240_000 });
    expect(work?.inPerSecond?.sum).toBeCloseTo(200, 9);
    expect(source).toMatchObject({ recordsIn: 0, sourceIn: { sum: 24_000 }, pendingRecords: { sum: 12_000 } });
  });

  it("meters ramp up in the first minute of a run, shares of time do not", () => {
    const young = show(simple, later(simple, startOf(simple, [1, 2]), 15, [100]));
    const [, worker] = Object.values(young.vertices);
    expect(worker?.inPerSecond?.sum).toBeCloseTo(25, 9);
    expect(worker?.busyTime?.max).toBeCloseTo(500, 9);
  });

  it("skew shows in the busiest subtask: the mean one is less busy", () => {
    const state = later(wordCount, startOf(wordCount, [2, 3, 4]), 120, [60_000]);
    const count = Object.values(show(wordCount, state).vertices)[2];
    expect((count?.busyTime?.max ?? 0) / (count?.busyTime?.avg ?? 1)).toBeCloseTo(1.15, 9);
  });

  it("demand goes along edges", () => {
    expect(demandOf(join, [10, 20])).toEqual([10, 20, 30, 12]);
  });
});
