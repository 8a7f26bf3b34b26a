import { readShipStrategy, type VertexDescription } from "../../autoscaler/graph/job-graph.ts";
import { countPartitions } from "../../autoscaler/graph/partitions.ts";
import { chooseNames, type MetricName } from "../../autoscaler/sample/metric-names.ts";
import { type Aggregate, mergeAggregates } from "../../autoscaler/sample/reading.ts";
import type { FlinkMetrics, MeasuredVertex } from "../../ports/flink-metrics.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";

/** A job where it can be asked for. */
export interface Place {
  readonly metrics: FlinkMetrics;
  readonly endpoint: FlinkEndpoint;
  readonly jobId: string;
  readonly signal: AbortSignal;
}

/** True for a vertex all of whose subtasks have ended by themselves. */
export function isFinished({ status }: MeasuredVertex): boolean {
  return status === "FINISHED";
}

/** What a vertex has counted, as the job tells it. */
export function countersOf({ counters: { readRecords, writeRecords, busyTime } }: MeasuredVertex) {
  return { recordsIn: readRecords, recordsOut: writeRecords, accumulatedBusyTime: busyTime };
}

/** What a vertex that is no source is asked for: all have the same names. */
const plainNames = ["busyTimeMsPerSecond", "numRecordsInPerSecond"];

/** Gauges of a vertex, and the partitions that its names tell of; or required ones that it does not have. */
export type ReadGauges =
  | {
      readonly ok: true;
      readonly gauges: Partial<Readonly<Record<MetricName, Aggregate>>>;
      readonly partitions: number;
    }
  | { readonly ok: false; readonly missing: readonly string[] };

/** Asks for the gauges of a vertex as the reference does (2.1): one call, and one more for a source. */
export async function readGauges(place: Place, vertex: MeasuredVertex): Promise<ReadGauges> {
  const { metrics, endpoint, jobId, signal } = place;
  const isSource = vertex.inputs.length === 0;
  const available = isSource ? await metrics.vertexMetricNames(endpoint, jobId, vertex.id, signal) : plainNames;
  const { names, missing } = chooseNames(available, isSource);
  if (missing.length > 0) return { ok: false, missing };
  const values = await metrics.vertexMetrics(endpoint, jobId, vertex.id, [...names.values()].flat(), signal);
  const gauges: Record<string, Aggregate> = {};
  for (const [metric, of] of names) {
    const merged = mergeAggregates(of.flatMap((name) => values.get(name) ?? []));
    if (merged !== undefined) gauges[metric] = merged;
  }
  if (gauges.busyTime === undefined) return { ok: false, missing: [...names.keys()] };
  return { ok: true, gauges, partitions: isSource ? countPartitions(available) : 0 };
}

/** A vertex in the words of the core. */
export function describe(vertex: MeasuredVertex, partitions: number): VertexDescription {
  const { id, name, parallelism, maxParallelism = parallelism, slotSharingGroup, inputs } = vertex;
  return {
    ...{ id, name, parallelism, maxParallelism, partitions, isFinished: isFinished(vertex) },
    inputs: inputs.map(({ from, shipStrategy }) => ({ from, strategy: readShipStrategy(shipStrategy) })),
    ...(slotSharingGroup !== undefined && { slotSharingGroup }),
  };
}
