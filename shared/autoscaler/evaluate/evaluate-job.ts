import { roundMetric } from "../arithmetic/decimal.ts";
import { isSource, type JobGraph, type Vertex } from "../graph/job-graph.ts";
import type { AutoscalerOptions } from "../options/options.ts";
import type { JobSample } from "../sample/job-sample.ts";
import { isProcessingBacklog } from "./backlog.ts";
import { busyTimeOf, capacityByBusyTime, chooseCapacity, processedRateOf } from "./capacity.ts";
import { inheritedRate, sourceCatchUpRate, sourceDemand } from "./demand.ts";
import { edgeRate, outputRatio, type RecordRates } from "./edge-rate.ts";
import { type Demand, type Thresholds, thresholdsOf, utilizationBand } from "./required-capacity.ts";
import { processAverage, vertexAverage, vertexLoad, vertexRate } from "./series.ts";

/** What a window says of one vertex; rates are records per second, NaN where one is unknown. */
export interface VertexEvaluation extends Demand, Thresholds {
  readonly parallelism: number;
  readonly maxParallelism: number;
  /** 0 where they are unknown. */
  readonly partitions: number;
  /** Share of time for which it is busy. */
  readonly load: number;
  /** The true processing rate at the present parallelism. */
  readonly capacity: number;
  /** Records that wait before a source; absent for others. */
  readonly lag?: number;
}

/** What a window says of the processes; NaN where that is unknown. */
export interface ProcessEvaluation {
  /** The latest. */
  readonly slotsUsed: number;
  /** The latest share of time for garbage collection. */
  readonly gcPressure: number;
  /** The mean share of heap in use. */
  readonly heapUsage: number;
  /** Bytes in use, means. */
  readonly heapUsed: number;
  readonly managedUsed: number;
  readonly metaspaceUsed: number;
}

/** What a window says of a job. */
export interface JobEvaluation {
  readonly isBacklogged: boolean;
  /** From sources to sinks. */
  readonly vertices: ReadonlyMap<string, VertexEvaluation>;
  readonly processes: ProcessEvaluation;
}

/** What is evaluated. */
export interface Evaluation {
  readonly graph: JobGraph;
  /** The window, oldest first, at least two samples. */
  readonly samples: readonly JobSample[];
  readonly options: AutoscalerOptions;
  /** Milliseconds that a restart is expected to take (2.18). */
  readonly restartTime: number;
}

/** A job that was evaluated; or a source of which nobody knows what it reads, without which nothing can be said (2.8). */
export type Evaluated =
  | { readonly ok: true; readonly evaluation: JobEvaluation }
  | { readonly ok: false; readonly source: string };

/** Demand and capacity of every vertex (2.6 to 2.11), each number rounded as it is stored. */
export function evaluateJob(input: Evaluation): Evaluated {
  const { graph, samples, options } = input;
  const isBacklogged = isProcessingBacklog(sourceLags(input), options.backlogLagThreshold);
  const band = utilizationBand(options, isBacklogged);
  const vertices = new Map<string, VertexEvaluation>();
  for (const vertex of graph.vertices.values()) {
    const demand = isSource(vertex) ? demandOfSource(vertex, input) : demandOfInner(vertex, input, vertices);
    if (isSource(vertex) && Number.isNaN(demand.demand)) return { ok: false, source: vertex.id };
    const { scaleUp, scaleDown } = thresholdsOf(demand, band, { ...options, restartTime: input.restartTime });
    const lag = isSource(vertex) ? samples.at(-1)?.vertices[vertex.id]?.lag : undefined;
    vertices.set(vertex.id, {
      ...demand,
      ...measuredOf(vertex, input),
      scaleUp: roundMetric(scaleUp),
      scaleDown: roundMetric(scaleDown),
      ...(lag !== undefined && { lag: roundMetric(lag) }),
    });
  }
  return { ok: true, evaluation: { isBacklogged, vertices, processes: evaluateProcesses(samples) } };
}

function sourceLags({ graph, samples }: Evaluation): { readonly lag: number; readonly rate: number }[] {
  const latest = samples.at(-1);
  return [...graph.vertices.values()].filter(isSource).map(({ id }) => ({
    lag: latest?.vertices[id]?.lag ?? 0,
    rate: vertexRate(samples, id, "recordsIn"),
  }));
}

function demandOfSource({ id }: Vertex, { samples, options }: Evaluation): Demand {
  const demand = sourceDemand(vertexRate(samples, id, "recordsIn"), vertexRate(samples, id, "lag"));
  const lag = samples.at(-1)?.vertices[id]?.lag ?? 0;
  return {
    demand: roundMetric(demand),
    catchUpRate: roundMetric(sourceCatchUpRate(lag, options.catchUpDuration)),
  };
}

function demandOfInner(
  { id, inputs }: Vertex,
  { graph, samples }: Evaluation,
  upstream: ReadonlyMap<string, VertexEvaluation>,
): Demand {
  const rates: RecordRates = {
    recordsIn: (vertex) => vertexRate(samples, vertex, "recordsIn"),
    recordsOut: (vertex) => vertexRate(samples, vertex, "recordsOut"),
  };
  const edges = [...inputs.keys()].map((from) => ({
    ratio: outputRatio(edgeRate(graph, rates, from, id), rates.recordsIn(from)),
    of: upstream.get(from),
  }));
  const sumOf = (metric: keyof Demand) =>
    roundMetric(inheritedRate(edges.map(({ ratio, of }) => ({ ratio, rate: of?.[metric] ?? Number.NaN }))));
  return { demand: sumOf("demand"), catchUpRate: sumOf("catchUpRate") };
}

function measuredOf({ id, parallelism, maxParallelism, partitions }: Vertex, { samples, options }: Evaluation) {
  const window = {
    load: vertexLoad(samples, id),
    busyTimeRate: vertexRate(samples, id, "accumulatedBusyTime"),
    recordsInRate: vertexRate(samples, id, "recordsIn"),
    inPerSecond: vertexAverage(samples, id, "inPerSecond"),
    parallelism,
  };
  const { busyTimeAggregator, observedRateMinObservations, observedRateSwitchThreshold } = options;
  const busyTime = busyTimeOf(window, busyTimeAggregator);
  const byBusyTime = capacityByBusyTime(processedRateOf(window, busyTimeAggregator), busyTime);
  const observed = vertexAverage(samples, id, "observedRate", observedRateMinObservations);
  return {
    parallelism,
    maxParallelism,
    partitions,
    load: roundMetric(busyTime / 1_000),
    capacity: roundMetric(chooseCapacity(byBusyTime, observed, observedRateSwitchThreshold)),
  };
}

/** What a window says of the processes (2.19, 2.21). */
export function evaluateProcesses(samples: readonly JobSample[]): ProcessEvaluation {
  const latest = samples.at(-1)?.processes;
  const mean = (metric: keyof JobSample["processes"]) => roundMetric(processAverage(samples, metric));
  return {
    slotsUsed: roundMetric(latest?.slotsUsed ?? Number.NaN),
    gcPressure: roundMetric(latest?.gcPressure ?? Number.NaN),
    heapUsage: mean("heapUsage"),
    heapUsed: mean("heapUsed"),
    managedUsed: mean("managedUsed"),
    metaspaceUsed: mean("metaspaceUsed"),
  };
}
