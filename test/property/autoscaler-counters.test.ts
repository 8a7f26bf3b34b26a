import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { vertexLoad, vertexRate } from "../../shared/autoscaler/evaluate/series.ts";
import { makeJobGraph } from "../../shared/autoscaler/graph/job-graph.ts";
import { usualOptions } from "../../shared/autoscaler/options/read-options.ts";
import { dateOf } from "../../shared/autoscaler/sample/counter-date.ts";
import { forgetResets, type JobSample, toJobSample } from "../../shared/autoscaler/sample/job-sample.ts";
import type { JobReading } from "../../shared/autoscaler/sample/reading.ts";
import { seeded } from "./json-arbitrary.ts";

const graph = makeJobGraph([{ id: "work", parallelism: 3, maxParallelism: 8, inputs: [] }]);
if (graph === undefined) throw new Error("no graph");
const [parallelism, startedAt] = [3, 1_000_000];

/** A vertex that is busy for a share of its time and reads a steady stream, looked at whenever it is. */
interface Steady {
  readonly rate: number;
  readonly load: number;
  /** Seconds between looks, and whether somebody else had just polled. */
  readonly looks: readonly { readonly after: number; readonly isFresh: boolean }[];
}

const steady: fc.Arbitrary<Steady> = fc.record({
  rate: fc.integer({ min: 1, max: 1_000_000 }),
  load: fc.double({ min: 0.01, max: 1, noNaN: true }),
  looks: fc.array(fc.record({ after: fc.integer({ min: 11, max: 7_200 }), isFresh: fc.boolean() }), {
    minLength: 3,
    maxLength: 12,
  }),
});

/** What Flink answers `now` with what it fetched at a moment. */
function readingOf({ rate, load }: Steady, fetchedAt: number, now: number): JobReading {
  const seconds = (fetchedAt - startedAt) / 1_000;
  const runTime = 1_000 * parallelism * seconds;
  const counters = { recordsIn: rate * seconds, recordsOut: 0, accumulatedBusyTime: load * runTime, runTime };
  const date = dateOf({ startedAt, runTime, parallelism }, { now, runningSince: startedAt });
  if (date === undefined) throw new Error("of another run");
  const vertices = { work: { ...counters, accumulatedBackPressure: 0, age: now - date } };
  return { at: now, runningSince: startedAt, graph: [], vertices, processes: {} };
}

function samplesOf(vertex: Steady): readonly JobSample[] {
  const samples: JobSample[] = [];
  let [now, polledAt] = [startedAt, startedAt];
  for (const { after, isFresh } of vertex.looks) {
    now += after * 1_000;
    const reading = readingOf(vertex, isFresh ? now - 10_000 : polledAt, now);
    samples.push(toJobSample(reading, graph as NonNullable<typeof graph>, samples, usualOptions()));
    polledAt = now;
  }
  return samples;
}

const near = (given: number, wanted: number) => expect(Math.abs(given / wanted - 1)).toBeLessThan(0.001);

describe("a steady vertex is measured as it is, however it is looked at", () => {
  it("by looks of any distance that answer one poll late, or not", () => {
    fc.assert(
      fc.property(steady, (vertex) => {
        const samples = samplesOf(vertex);
        near(vertexRate(samples, "work", "recordsIn"), vertex.rate);
        near(vertexLoad(samples, "work"), vertex.load);
      }),
      seeded(300),
    );
  });

  it("with any of the looks between the first and the last left out", () => {
    fc.assert(
      fc.property(steady, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (vertex, isSkipped) => {
        const all = samplesOf(vertex);
        const some = all.filter((_, index) => index === 0 || index === all.length - 1 || !isSkipped[index]);
        near(vertexRate(some, "work", "recordsIn"), vertex.rate);
        near(vertexLoad(some, "work"), vertex.load);
      }),
      seeded(200),
    );
  });

  it("counters that begin anew at any moment make no rate below 0 and no load beyond its bounds", () => {
    fc.assert(
      fc.property(steady, steady, (one, other) => {
        let window: readonly JobSample[] = samplesOf(one);
        const end = window.at(-1)?.at ?? 0;
        for (const sample of samplesOf(other)) {
          const next = { ...sample, at: end + sample.at };
          window = [...forgetResets(window, next), next];
          const rate = vertexRate(window, "work", "recordsIn");
          expect(rate < 0).toBe(false);
          const load = vertexLoad(window, "work");
          expect(load < 0 || load > 1).toBe(false);
        }
      }),
      seeded(200),
    );
  });
});
