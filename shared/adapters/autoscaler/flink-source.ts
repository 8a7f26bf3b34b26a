import type { JobContext } from "../../autoscaler/cycle/job-context.ts";
import type { Looked, MetricsSource } from "../../autoscaler/cycle/ports.ts";
import type { VertexReading } from "../../autoscaler/sample/reading.ts";
import type { FlinkMetrics, MeasuredJob } from "../../ports/flink-metrics.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";
import { makeSource, type RunningJob } from "./flink-look.ts";
import { readProcesses } from "./flink-processes.ts";
import { countersOf, describe, isFinished, type Place, readGauges } from "./flink-vertices.ts";

/**
 * Reads a job as the reference does (2.1): the job, each vertex that has not finished, the processes.
 *
 * Guarantees: 3 calls, one for each such vertex and one more for each such source, whose metrics have names of their own; one
 * more where TaskManagers do not tell of garbage collection. A sample is dated by the JobManager's clock, like the moment of
 * RUNNING. Faults of Flink are answers.
 */
export function makeFlinkSource<Job extends JobContext>(
  metrics: FlinkMetrics,
  endpointOf: (job: Job) => FlinkEndpoint,
): MetricsSource<Job> {
  return makeSource(metrics, endpointOf, look);
}

async function look(place: Place, job: RunningJob): Promise<Looked> {
  const read = await readVertices(place, job);
  if (!read.ok) {
    return { kind: "missing", vertex: read.vertex, metrics: read.missing, at: job.now, runningSince: job.runningSince };
  }
  const graph = job.vertices.map((vertex) => describe(vertex, read.partitions.get(vertex.id) ?? 0));
  const processes = await readProcesses(place.metrics, place.endpoint, place.signal);
  const reading = { at: job.now, runningSince: job.runningSince, graph, vertices: read.vertices, processes };
  return { kind: "read", reading };
}

type ReadVertices =
  | {
      readonly ok: true;
      readonly vertices: Readonly<Record<string, VertexReading>>;
      readonly partitions: ReadonlyMap<string, number>;
    }
  | { readonly ok: false; readonly vertex: string; readonly missing: readonly string[] };

async function readVertices(place: Place, { vertices }: MeasuredJob): Promise<ReadVertices> {
  const readings: Record<string, VertexReading> = {};
  const partitions = new Map<string, number>();
  for (const vertex of vertices) {
    const gauges = isFinished(vertex)
      ? { ok: true as const, gauges: {}, partitions: 0 }
      : await readGauges(place, vertex);
    if (!gauges.ok) return { ok: false, vertex: vertex.id, missing: gauges.missing };
    readings[vertex.id] = { ...countersOf(vertex), ...gauges.gauges };
    partitions.set(vertex.id, gauges.partitions);
  }
  return { ok: true, vertices: readings, partitions };
}
