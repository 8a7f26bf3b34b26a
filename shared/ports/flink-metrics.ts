import type { JobState, JobVertex } from "./flink-answers.ts";
import type { FlinkEndpoint } from "./flink-rest.ts";

/** A metric over all subtasks of a vertex, or over all TaskManagers; NaN where Flink does not tell one of them. */
export interface MetricAggregate {
  readonly min: number;
  readonly max: number;
  readonly avg: number;
  readonly sum: number;
}

/** What a vertex has counted since the job runs, over all its subtasks; NaN where that is not known. */
export interface VertexCounters {
  readonly readRecords: number;
  readonly writeRecords: number;
  /** False where some subtask has not told its counters yet, so that they are too low. */
  readonly isComplete: boolean;
  /** Milliseconds, like all that follow. */
  readonly busyTime: number;
  /** NaN, like that of idleness, with Flink before 1.16, which does not tell of times. */
  readonly backPressuredTime: number;
  readonly idleTime: number;
}

/** A vertex with what it has counted and where it reads from. */
export interface MeasuredVertex extends JobVertex {
  /** When the first of its subtasks began; undefined while none has. */
  readonly startedAt: number | undefined;
  /** Subtasks that have ended by themselves, whose counters stand still. */
  readonly finishedTasks: number;
  readonly slotSharingGroup: string | undefined;
  /** In Flink's words, such as `HASH`. */
  readonly inputs: readonly { readonly from: string; readonly shipStrategy: string }[];
  readonly counters: VertexCounters;
}

/** One look at a job; times are milliseconds since the epoch by the JobManager's clock. */
export interface MeasuredJob {
  readonly state: JobState;
  readonly now: number;
  /** When it entered RUNNING the last time; undefined while it never has. */
  readonly runningSince: number | undefined;
  /** Empty before the graph is made. */
  readonly vertices: readonly MeasuredVertex[];
}

/**
 * Metrics of Flink's REST; numbered facts are those of `docs/flink-rest-facts.md`.
 *
 * Guarantees: as `FlinkRest`.
 * Caveats: metrics are those of the poll before (fact 1); an unknown job or vertex has none, and is not told apart.
 */
export interface FlinkMetrics {
  /** Undefined: the JobManager does not know the job. */
  measure(endpoint: FlinkEndpoint, jobId: string, signal?: AbortSignal): Promise<MeasuredJob | undefined>;
  /** Names of all metrics that any subtask of a vertex has. */
  vertexMetricNames(
    endpoint: FlinkEndpoint,
    jobId: string,
    vertex: string,
    signal?: AbortSignal,
  ): Promise<readonly string[]>;
  /** By name; empty if there is no value for one of them (fact 2). */
  vertexMetrics(
    endpoint: FlinkEndpoint,
    jobId: string,
    vertex: string,
    names: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, MetricAggregate>>;
  /** By name; those that do not exist are left out. */
  jobManagerMetrics(
    endpoint: FlinkEndpoint,
    names: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, number>>;
  /** By name, over all TaskManagers; empty if there is no value for one of them. `sum` is NaN. */
  taskManagerMetrics(
    endpoint: FlinkEndpoint,
    names: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, MetricAggregate>>;
}
