import { contTuneMapper, linear } from "./model/curve.ts";
import type { Edge, JobModel, VertexModel } from "./model/job.ts";

type Part = Pick<VertexModel, "name" | "curve"> & Partial<VertexModel>;

/** A vertex with what most have: no skew, 128 key groups, buffers for some tenths of a second. */
function vertex(part: Part): VertexModel {
  return { inputs: [], skew: 0, maxParallelism: 128, buffer: 20_000, ...part };
}

/** An edge from the vertex at that place. */
function edge(from: number, ratio: number, strategy: Edge["strategy"] = "REBALANCE"): Edge {
  return { from, ratio, strategy };
}

const checkpointInterval = 60;

/** Source → mapper with the published curve → sink; loads of 0.4 to 3.2 million records per second fit it (8.3, T1). */
export const mapper: JobModel = {
  ...{ name: "mapper", checkpointInterval },
  vertices: [
    vertex({ name: "Source: records", curve: linear(2_000_000) }),
    vertex({ name: "Map", curve: contTuneMapper, inputs: [edge(0, 1)] }),
    vertex({ name: "Sink", curve: linear(1_500_000), inputs: [edge(1, 1)] }),
  ],
};

/** Source → splitter → keyed count with 15 % skew; loads of 30 to 300 thousand lines per second fit it (8.3, T2). */
export const wordCount: JobModel = {
  ...{ name: "word count", checkpointInterval },
  vertices: [
    vertex({ name: "Source: lines", curve: linear(100_000) }),
    vertex({ name: "Split", curve: { rate: 40_000, contention: 0.02, coherence: 0 }, inputs: [edge(0, 1)] }),
    vertex({
      ...{ name: "Count", curve: { rate: 250_000, contention: 0.02, coherence: 0 }, skew: 0.15, shares: 128 },
      inputs: [edge(1, 6, "HASH")],
    }),
  ],
};

/** Two sources that are joined by key, behind it an operator that contends for something: 15 % of its work takes turns. */
export const join: JobModel = {
  ...{ name: "join", checkpointInterval },
  vertices: [
    vertex({ name: "Source: orders", curve: linear(40_000) }),
    vertex({ name: "Source: payments", curve: linear(40_000) }),
    vertex({
      ...{ name: "Join", curve: { rate: 50_000, contention: 0.01, coherence: 0 }, skew: 0.1, shares: 128 },
      inputs: [edge(0, 1, "HASH"), edge(1, 1, "HASH")],
    }),
    vertex({
      ...{ name: "Enrich", curve: { rate: 40_000, contention: 0.1, coherence: 0 } },
      inputs: [edge(2, 0.4)],
    }),
  ],
};

/** An operator of which more than some 25 subtasks do less than 25 do. */
export const retrograde: JobModel = {
  ...{ name: "retrograde", checkpointInterval },
  vertices: [
    vertex({ name: "Source: events", curve: linear(50_000) }),
    vertex({ name: "Score", curve: { rate: 10_000, contention: 0.03, coherence: 0.0015 }, inputs: [edge(0, 1)] }),
    vertex({ name: "Sink", curve: linear(60_000), inputs: [edge(1, 1)] }),
  ],
};

/** A source with 12 partitions, of which more than 12 subtasks read nothing more. */
export const partitioned: JobModel = {
  ...{ name: "partitioned", checkpointInterval },
  vertices: [
    vertex({ name: "Source: topic", curve: linear(10_000), shares: 12 }),
    vertex({ name: "Work", curve: { rate: 8_000, contention: 0.01, coherence: 0 }, inputs: [edge(0, 1)] }),
  ],
};
