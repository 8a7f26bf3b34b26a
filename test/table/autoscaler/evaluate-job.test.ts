import { describe, expect, it } from "vitest";
import { evaluateJob } from "../../../shared/autoscaler/evaluate/evaluate-job.ts";
import type { AutoscalerOptions } from "../../../shared/autoscaler/options/options.ts";
import { usualOptions } from "../../../shared/autoscaler/options/read-options.ts";
import { type JobSample, type ProcessSample, toProcessSample } from "../../../shared/autoscaler/sample/job-sample.ts";
import type { VertexSample } from "../../../shared/autoscaler/sample/vertex-sample.ts";
import { graphOf } from "./situations.ts";

const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
const idle: VertexSample = { load: 0.5, accumulatedBusyTime: 0, recordsIn: 0, recordsOut: 0 };
const graph = graphOf({ source: [], work: ["source"], sink: ["work"] }, { parallelism: 2 });

/** Samples ten seconds apart. */
function samplesOf(
  each: readonly Readonly<Record<string, Partial<VertexSample>>>[],
  processes: Partial<ProcessSample> = {},
): JobSample[] {
  return each.map((vertices, n) => ({
    at: n * 10_000,
    vertices: Object.fromEntries([...graph.vertices.keys()].map((id) => [id, { ...idle, ...vertices[id] }] as const)),
    processes: { ...toProcessSample({}), ...processes },
  }));
}

function evaluate(samples: readonly JobSample[], set: Partial<AutoscalerOptions> = {}) {
  const options = { ...usualOptions(), ...set };
  const evaluated = evaluateJob({ graph, samples, options, restartTime: options.restartTime });
  if (!evaluated.ok) throw new Error(evaluated.source);
  return evaluated.evaluation;
}

/** A source that reads 100 a second while its lag grows by 20 a second; two for each go to `work`, a half of that to `sink`. */
const flowing = samplesOf([
  { source: { lag: 3_000 }, work: { inPerSecond: 210 } },
  {
    source: { lag: 3_200, recordsIn: 1_000, recordsOut: 2_000, accumulatedBusyTime: 4_000 },
    work: { recordsIn: 2_000, recordsOut: 1_000, inPerSecond: 190, load: 0.7 },
    sink: { recordsIn: 1_000 },
  },
]);

describe("2.8: demand goes down the graph", () => {
  it("from what sources read and what piles up, by the ratios of the edges", () => {
    const { vertices } = evaluate(flowing);
    const demands = [...vertices].map(([id, { demand, catchUpRate }]) => [id, demand, catchUpRate]);
    expect(demands).toEqual([
      ["source", 120, 1.778],
      ["work", 240, 3.556],
      ["sink", 120, 1.778],
    ]);
  });

  it("without the catch-up rate where nothing is to be worked off", () => {
    expect(evaluate(flowing, { catchUpDuration: 0 }).vertices.get("work")?.catchUpRate).toBe(0);
  });

  it("a source of which nobody knows what it reads is an error of the whole job", () => {
    const unknown = samplesOf([{ source: { lag: 0 } }, { source: { lag: 0, recordsIn: nan } }]);
    const options = usualOptions();
    expect(evaluateJob({ graph, samples: unknown, options, restartTime: 0 })).toEqual({ ok: false, source: "source" });
  });

  it("an edge of which nobody knows anything passes nothing on (2.24)", () => {
    const unknown = flowing.map((sample) => ({
      ...sample,
      vertices: { ...sample.vertices, work: { ...idle, recordsIn: nan, recordsOut: nan } },
    }));
    expect(evaluate(unknown).vertices.get("work")?.demand).toBe(0);
  });
});

describe("2.9: capacity", () => {
  it.each([
    { set: {}, source: 200, work: 333.333, sink: 200, why: "by the gauges: 100 at 50 %, 200 at 60 %, 100 at 50 %" },
    {
      set: { busyTimeAggregator: "AVG" },
      source: 500,
      work: infinity,
      sink: infinity,
      why: "by the counters: 100 in 200 ms",
    },
  ] as const)("$why", ({ set, source, work, sink }) => {
    const { vertices } = evaluate(flowing, set);
    expect([...vertices.values()].map(({ capacity }) => capacity)).toEqual([source, work, sink]);
  });

  it("what was observed of a source wins over what its busy time tells, if that is more", () => {
    const observed = flowing.map((sample) => ({
      ...sample,
      vertices: { ...sample.vertices, source: { ...idle, ...sample.vertices.source, observedRate: 150 } },
    }));
    expect(evaluate(observed).vertices.get("source")?.capacity).toBe(150);
    expect(evaluate(observed, { observedRateMinObservations: 3 }).vertices.get("source")?.capacity).toBe(200);
  });

  it("of an idle job is without bound", () => {
    const { vertices } = evaluate(samplesOf([{}, {}].map(() => ({ source: { lag: 0 } }))));
    expect([...vertices.values()].map(({ capacity }) => capacity)).toEqual([infinity, infinity, infinity]);
  });
});

describe("2.10, 2.11: backlog and thresholds", () => {
  it("a source that is more than five minutes behind widens the band of all vertices", () => {
    expect(evaluate(flowing).isBacklogged).toBe(false);
    const behind = evaluate(flowing, { backlogLagThreshold: 30_000 });
    expect(behind.isBacklogged).toBe(true);
    expect(behind.vertices.get("sink")).toMatchObject({ scaleUp: 122, scaleDown: infinity });
  });

  it("else each vertex has its own", () => {
    expect(evaluate(flowing).vertices.get("sink")).toMatchObject({ scaleUp: 122, scaleDown: 322 });
  });
});

describe("2.4: the processes over a window", () => {
  it("the latest garbage collection and slots, the mean of the rest", () => {
    const [first, second] = [
      samplesOf([{}], { gcPressure: 0.1, heapUsage: 0.2, slotsUsed: 4 }),
      samplesOf([{}, {}], { gcPressure: 0.3, heapUsage: 0.6, slotsUsed: 6, managedUsed: 7 }).slice(1),
    ];
    const samples = [...first, ...second].map((sample) => ({
      ...sample,
      vertices: { ...sample.vertices, source: { ...idle, lag: 0 } },
    }));
    expect(evaluate(samples).processes).toEqual({
      ...{ gcPressure: 0.3, heapUsage: 0.4, slotsUsed: 6 },
      ...{ heapUsed: nan, managedUsed: 7, metaspaceUsed: nan },
    });
  });
});
