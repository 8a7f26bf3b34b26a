import { averageOf } from "../arithmetic/statistics.ts";
import { isSource, type JobGraph } from "../graph/job-graph.ts";
import type { AutoscalerOptions } from "../options/options.ts";
import { isReset, toCountedSample } from "./counted-sample.ts";
import type { JobReading, ProcessReading, VertexReading } from "./reading.ts";
import { finishedReading, toVertexSample, type VertexSample } from "./vertex-sample.ts";

/** One sample of a job's processes (2.4); NaN where a number is unknown. */
export interface ProcessSample {
  readonly slotsUsed: number;
  /** Share of its time that the worst TaskManager collects garbage. */
  readonly gcPressure: number;
  /** The highest heap in use over the highest heap there may be, possibly of two TaskManagers. */
  readonly heapUsage: number;
  /** Bytes of the TaskManager that uses most, as all that follow. */
  readonly heapUsed: number;
  readonly managedUsed: number;
  readonly metaspaceUsed: number;
}

/** One sample of a job. */
export interface JobSample {
  /** The moment that it is of, in milliseconds since the epoch. */
  readonly at: number;
  /** By the id of the vertex. */
  readonly vertices: Readonly<Record<string, VertexSample>>;
  readonly processes: ProcessSample;
}

/** The sample of a job's processes. */
export function toProcessSample(reading: ProcessReading): ProcessSample {
  const { slotsTotal = Number.NaN, slotsAvailable = Number.NaN, gcTime, heapMax } = reading;
  // The reference takes neither of the two without the other.
  const heapUsed = heapMax && reading.heapUsed;
  const most = (aggregate: { readonly max: number } | undefined) => aggregate?.max ?? Number.NaN;
  return {
    slotsUsed: slotsTotal - slotsAvailable,
    gcPressure: most(gcTime) / 1_000,
    heapUsage: most(heapUsed) / most(heapMax),
    heapUsed: most(heapUsed),
    managedUsed: most(reading.managedUsed),
    metaspaceUsed: most(reading.metaspaceUsed),
  };
}

type Options = Pick<
  AutoscalerOptions,
  "busyTimeAggregator" | "observedRateLagThreshold" | "observedRateMinObservations"
>;

/** The sample of a job; `earlier` are those that its window holds already, oldest first. */
export function toJobSample(
  reading: JobReading,
  graph: JobGraph,
  earlier: readonly JobSample[],
  options: Options,
): JobSample {
  const vertices: Record<string, VertexSample> = {};
  const areCounted = Object.values(reading.vertices).some(({ runTime }) => runTime !== undefined);
  for (const [id, vertex] of graph.vertices) {
    const observed = earlier.map((sample) => sample.vertices[id]?.observedRate ?? Number.NaN);
    const before = earlier.findLast((sample) => isCounted(sample.vertices[id]))?.vertices[id];
    const context = {
      ...{ isSource: isSource(vertex), parallelism: vertex.parallelism, options, before },
      earlier: averageOf(observed, options.observedRateMinObservations),
    };
    const told = reading.vertices[id];
    const read = vertex.isFinished ? readingOfFinished(told, areCounted) : (told ?? unknown);
    vertices[id] = read.runTime === undefined ? toVertexSample(read, context) : toCountedSample(read, context);
  }
  return { at: reading.at, vertices, processes: toProcessSample(reading.processes) };
}

function isCounted(sample: VertexSample | undefined): boolean {
  return Number.isFinite(sample?.runTime);
}

const unknown: VertexReading = { recordsIn: Number.NaN, recordsOut: Number.NaN, accumulatedBusyTime: Number.NaN };

/** All zeros (2.3); but where counters are sampled, zeros would be a reset, and a finished vertex keeps what it has counted. */
function readingOfFinished(reading: VertexReading | undefined, areCounted: boolean): VertexReading {
  if (!areCounted || reading === undefined) return finishedReading;
  return { ...finishedReading, recordsIn: reading.recordsIn, recordsOut: reading.recordsOut };
}

/** The samples without what they say of vertices whose counters have begun anew since: no rate is made across a reset. */
export function forgetResets(samples: readonly JobSample[], { vertices: now }: JobSample): readonly JobSample[] {
  const reset = Object.keys(now).filter((id) =>
    samples.some(({ vertices: { [id]: before } }) => {
      const after = now[id];
      return before?.runTime !== undefined && after !== undefined && isReset(before, after);
    }),
  );
  if (reset.length === 0) return samples;
  return samples.map((sample) => ({
    ...sample,
    vertices: Object.fromEntries(Object.entries(sample.vertices).filter(([id]) => !reset.includes(id))),
  }));
}
