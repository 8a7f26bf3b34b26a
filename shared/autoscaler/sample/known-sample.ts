import type { JobGraph } from "../graph/job-graph.ts";
import type { AutoscalerOptions } from "../options/options.ts";
import { type JobSample, toJobSample } from "./job-sample.ts";
import type { JobReading, VertexReading } from "./reading.ts";
import type { VertexSample } from "./vertex-sample.ts";

/**
 * The sample of a job in which what is not told is unknown: the lag of a source is NaN where an earlier sample has one, and absent
 * while no sample had any. A vertex that has finished keeps what it has counted.
 */
export function toKnownSample(
  reading: JobReading,
  graph: JobGraph,
  earlier: readonly JobSample[],
  options: AutoscalerOptions,
): JobSample {
  const sample = toJobSample(reading, graph, earlier, options);
  const entries = Object.entries(sample.vertices).map(([id, sampled]): readonly [string, VertexSample] => {
    const vertex = graph.vertices.get(id)?.isFinished ? { ...sampled, ...countersOf(reading.vertices[id]) } : sampled;
    if (vertex.lag === undefined || reading.vertices[id]?.pendingRecords !== undefined) return [id, vertex];
    const { lag: _, ...blind } = vertex;
    const hadLag = earlier.some(({ vertices }) => vertices[id]?.lag !== undefined);
    return [id, hadLag ? { ...blind, lag: Number.NaN } : blind];
  });
  return { ...sample, vertices: Object.fromEntries(entries) };
}

function countersOf(reading: VertexReading | undefined): Pick<VertexSample, "recordsIn" | "recordsOut"> {
  return { recordsIn: reading?.recordsIn ?? 0, recordsOut: reading?.recordsOut ?? 0 };
}
