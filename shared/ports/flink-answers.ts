/** What a job may do, in the words of Flink's JobStatus; `RECONCILING` also stands for what cannot be told right now. */
export const jobStates = [
  "INITIALIZING",
  "CREATED",
  "RUNNING",
  "FAILING",
  "FAILED",
  "CANCELLING",
  "CANCELED",
  "FINISHED",
  "RESTARTING",
  "SUSPENDED",
  "RECONCILING",
] as const;

/** What a job does; a word that Weir does not know reads as `RECONCILING`, which is none of an end. */
export type JobState = (typeof jobStates)[number];

/** A job as the overview lists it; times are milliseconds since the epoch by the JobManager's clock. */
export interface JobOverview {
  readonly jobId: string;
  readonly name: string;
  readonly state: JobState;
  /** Flink's own word for `state`. */
  readonly rawState: string;
  readonly startTime: number;
  /** Undefined while it has not ended. */
  readonly endTime: number | undefined;
  readonly lastModification: number;
}

/** One vertex of a job's graph, with the parallelism that it runs with. */
export interface JobVertex {
  readonly id: string;
  readonly name: string;
  readonly parallelism: number;
  /** Undefined where the graph has not been made. */
  readonly maxParallelism: number | undefined;
  readonly status: string;
}

/** A job by itself; `vertices` is empty for one that failed before its graph was made. */
export interface Job {
  readonly jobId: string;
  readonly name: string;
  readonly state: JobState;
  readonly rawState: string;
  readonly startTime: number;
  readonly endTime: number | undefined;
  readonly vertices: readonly JobVertex[];
}

/** A Java exception, on one line and bounded. */
export interface JavaException {
  /** Full name of the class, such as `java.io.IOException`. */
  readonly exception: string;
  readonly message: string;
}

/** Why something failed: the chain of causes, outermost first; never empty, and its last is the root. */
export type FailureCause = readonly JavaException[];

/** How a job ended. */
export type ExecutionResult =
  | { readonly status: "IN_PROGRESS" }
  | {
      readonly status: "COMPLETED";
      readonly applicationStatus: "SUCCEEDED" | "FAILED" | "CANCELED" | "UNKNOWN";
      /** Undefined where nothing failed. */
      readonly cause: FailureCause | undefined;
    };

/** An exception of a running job's history. */
export interface JobException {
  readonly exception: string;
  /** First lines of the stack, each bounded. */
  readonly stack: readonly string[];
  /** Milliseconds since the epoch by the JobManager's clock. */
  readonly timestamp: number;
  /** Undefined for a failure of the job as a whole. */
  readonly taskName: string | undefined;
  readonly endpoint: string | undefined;
  readonly taskManagerId: string | undefined;
}

/**
 * What went wrong in a job.
 *
 * Caveats: a job that failed before its graph was made has no history; Flink below 2 then has `root`, 2 has nothing, and
 * only the execution result knows why.
 */
export interface JobExceptions {
  /** Newest first. */
  readonly history: readonly JobException[];
  readonly root: FailureCause | undefined;
  /** True where Flink knows more than it showed. */
  readonly truncated: boolean;
}

/** A checkpoint or a savepoint of a job. */
export interface Checkpoint {
  readonly id: number;
  readonly status: "IN_PROGRESS" | "COMPLETED" | "FAILED";
  readonly isSavepoint: boolean;
  /** Such as `CHECKPOINT`, `SAVEPOINT`, `SYNC_SAVEPOINT` (that of a stop); undefined where Flink does not tell. */
  readonly type: string | undefined;
  /** Milliseconds since the epoch by the JobManager's clock. */
  readonly triggerTimestamp: number;
  /** Undefined while it is no success. */
  readonly latestAckTimestamp: number | undefined;
  /** Bytes; undefined where Flink does not tell. */
  readonly stateSize: number | undefined;
  /** Undefined where there is none, or where it is in the JobManager's memory and cannot be restored from. */
  readonly externalPath: string | undefined;
  /** True where it has been deleted since, so that its path leads nowhere. */
  readonly discarded: boolean;
  readonly failureMessage: string | undefined;
}

/** What a job was last restored from. */
export interface RestoredCheckpoint {
  readonly id: number;
  readonly restoreTimestamp: number;
  readonly isSavepoint: boolean;
  readonly externalPath: string | undefined;
}

/**
 * What a job says about its checkpoints.
 *
 * Caveats: nothing here survives the JobManager. `savepoint` and `completed` are the latest of their kind by completion;
 * after a stop the checkpoints are discarded, whatever is to be retained on cancellation (fact 5).
 */
export interface Checkpoints {
  /** False where checkpointing is off; also as long as the job's graph has not been made, and where that failed. */
  readonly enabled: boolean;
  readonly counts: {
    readonly restored: number;
    readonly total: number;
    readonly inProgress: number;
    readonly completed: number;
    readonly failed: number;
  };
  readonly completed: Checkpoint | undefined;
  readonly savepoint: Checkpoint | undefined;
  readonly failed: Checkpoint | undefined;
  readonly restored: RestoredCheckpoint | undefined;
  /** Newest first; the last ten, where the cluster is not configured to keep another number. */
  readonly history: readonly Checkpoint[];
}

/** How far an operation is that was triggered; COMPLETED of Flink with a failure cause is `FAILED` (fact 3). */
export type Operation<Result> =
  | { readonly status: "IN_PROGRESS" }
  | { readonly status: "COMPLETED"; readonly result: Result }
  | { readonly status: "FAILED"; readonly cause: FailureCause };

/** What runs on the JobManager. */
export interface ClusterConfig {
  /** Such as `1.20.5`. */
  readonly flinkVersion: string;
  /** Commit and date, as Flink shows them. */
  readonly flinkRevision: string;
}

/** How often a job has restarted; undefined where the JobManager does not have that metric (yet). */
export interface RestartMetrics {
  readonly numRestarts: number | undefined;
  readonly fullRestarts: number | undefined;
}

/** A jar in the JobManager's upload folder, which is gone when its pod is. */
export interface Jar {
  /** `<uuid>_<name>`, as paths of further calls take it. */
  readonly id: string;
  readonly name: string;
  readonly uploaded: number;
}

/** Bounds of parallelism by the id of a vertex. */
export type ResourceRequirements = Readonly<
  Record<string, { readonly lowerBound: number; readonly upperBound: number }>
>;
