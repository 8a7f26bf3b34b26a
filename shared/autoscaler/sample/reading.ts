import type { VertexDescription } from "../graph/job-graph.ts";

/** A metric over all subtasks of a vertex, or over all TaskManagers; NaN where one is undefined. */
export interface Aggregate {
  readonly min: number;
  readonly max: number;
  readonly avg: number;
  readonly sum: number;
}

/** How unevenly busy subtasks are: the busiest and the idlest, as shares of the mean. */
export interface Skew {
  readonly max: number;
  readonly min: number;
}

/** What is read of a vertex at one moment; a metric that is absent does not exist or was not answered. */
export interface VertexReading {
  /** Records read since the start (`read-records`); NaN where that is not known. */
  readonly recordsIn: number;
  /** Records written since the start (`write-records`). */
  readonly recordsOut: number;
  /** Milliseconds for which all subtasks together were busy since the start (`accumulated-busy-time`). */
  readonly accumulatedBusyTime: number;
  /**
   * Milliseconds for which all subtasks together have run since the start, busy, held back or idle; NaN where that is not known,
   * absent where gauges are read instead.
   */
  readonly runTime?: number;
  /** Milliseconds of these for which they were held back. */
  readonly accumulatedBackPressure?: number;
  /** By how many milliseconds these counters are older than the reading. */
  readonly age?: number;
  readonly skew?: Skew;
  /** `busyTimeMsPerSecond`: milliseconds of a second. */
  readonly busyTime?: Aggregate;
  /** `backPressuredTimeMsPerSecond` of a source: milliseconds of a second. */
  readonly backPressure?: Aggregate;
  /** `numRecordsInPerSecond` of a vertex that is no source. */
  readonly inPerSecond?: Aggregate;
  /** `Source__….numRecordsInPerSecond`. */
  readonly sourceInPerSecond?: Aggregate;
  /** `Source__….numRecordsOutPerSecond`. */
  readonly sourceOutPerSecond?: Aggregate;
  /** `Source__….numRecordsIn`. */
  readonly sourceIn?: Aggregate;
  /** `Source__….numRecordsOut`. */
  readonly sourceOut?: Aggregate;
  /** `….pendingRecords`, of all that match. */
  readonly pendingRecords?: Aggregate;
}

/** What is read of the processes; absent where a metric does not exist. */
export interface ProcessReading {
  readonly slotsTotal?: number;
  readonly slotsAvailable?: number;
  /** Milliseconds of a second, over all collectors. */
  readonly gcTime?: Aggregate;
  /** Bytes, like all that follow. */
  readonly heapMax?: Aggregate;
  readonly heapUsed?: Aggregate;
  readonly managedUsed?: Aggregate;
  readonly metaspaceUsed?: Aggregate;
}

/** What is remembered of a vertex, so that it need not be asked for in every look. */
export interface VertexMemo {
  /** Names of the metrics that tell of a source, by what they mean. */
  readonly names?: Readonly<Record<string, readonly string[]>>;
  readonly partitions?: number;
  /** When these were listed, in milliseconds since the epoch. */
  readonly listedAt?: number;
  readonly skew?: Skew;
  readonly skewAt?: number;
}

/** What is remembered of a look for the next one. */
export interface LookMemo {
  /** When that was, by the JobManager's clock. */
  readonly at: number;
  readonly vertices: Readonly<Record<string, VertexMemo>>;
}

/** Everything that one look at a job gives. */
export interface JobReading {
  /** The moment that the metrics are of, in milliseconds since the epoch. */
  readonly at: number;
  /** When the job entered RUNNING, by the same clock. */
  readonly runningSince: number;
  readonly graph: readonly VertexDescription[];
  /** By the id of the vertex; one that has finished may be absent. */
  readonly vertices: Readonly<Record<string, VertexReading>>;
  readonly processes: ProcessReading;
  /** Given to the next look; absent where there is nothing to be remembered. */
  readonly memo?: LookMemo;
}

/** Several metrics that mean one thing, as one: the average of them is undefined (2.2). */
export function mergeAggregates(aggregates: readonly Aggregate[]): Aggregate | undefined {
  const [only] = aggregates;
  if (aggregates.length < 2) return only;
  return {
    min: Math.min(...aggregates.map(({ min }) => min)),
    max: Math.max(...aggregates.map(({ max }) => max)),
    avg: Number.NaN,
    sum: aggregates.reduce((sum, one) => sum + one.sum, 0),
  };
}
