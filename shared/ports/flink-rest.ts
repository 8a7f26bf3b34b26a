import type {
  Checkpoint,
  Checkpoints,
  ClusterConfig,
  ExecutionResult,
  Jar,
  Job,
  JobExceptions,
  JobOverview,
  Operation,
  ResourceRequirements,
  RestartMetrics,
} from "./flink-answers.ts";

/** Where the REST of one cluster answers: an origin, `http(s)://<cluster>-rest.<namespace>.svc:<port>`. */
export interface FlinkEndpoint {
  readonly url: string;
}

/** Whose layout a savepoint has: portable between versions and backends, or quick. */
export type SavepointFormat = "CANONICAL" | "NATIVE";

/** A savepoint of a running job, and the 32 hex digits by which it is found again. */
export interface SavepointRequest {
  readonly triggerId: string;
  /** Undefined for the cluster's own `state.savepoints.dir`. */
  readonly targetDirectory: string | undefined;
  readonly formatType: SavepointFormat;
}

/** A savepoint after which the job ends as FINISHED. */
export interface StopRequest extends SavepointRequest {
  /** True to emit all that windows and timers hold back, after which the job cannot go on from the savepoint. */
  readonly drain: boolean;
}

/** A checkpoint that is asked for by itself; Flink 1.17 and later. */
export interface CheckpointRequest {
  readonly triggerId: string;
  readonly checkpointType: "FULL" | "INCREMENTAL" | "CONFIGURED";
}

/** Who owns the files that a job is restored from. `LEGACY` is gone in Flink 2. */
export type RestoreMode = "CLAIM" | "NO_CLAIM" | "LEGACY";

/** A job to be started from a jar that was uploaded. */
export interface RunRequest {
  /** As a resource spells it, such as `v1_20`; it decides how the rest is spelled. */
  readonly flinkVersion: string;
  /** 32 hex digits of the caller's choice. */
  readonly jobId: string;
  readonly entryClass?: string;
  readonly programArgs?: readonly string[];
  readonly parallelism?: number;
  readonly savepointPath?: string;
  readonly allowNonRestoredState?: boolean;
  readonly restoreMode?: RestoreMode;
  /** Flink 1.17 and later; `Rejected` below that where it holds anything. */
  readonly flinkConfiguration?: Readonly<Record<string, string>>;
}

/** A jar on its way to a cluster; `fileName` ends in `.jar`. What `content` throws, the upload throws. */
export interface JarUpload {
  readonly fileName: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** One look at a job. */
export interface JobObservation {
  /** Undefined: the JobManager does not know it. */
  readonly job: JobOverview | undefined;
  /** Read after `job`, so that they are the last ones where its state is an end; undefined where it knows no such job. */
  readonly checkpoints: Checkpoints | undefined;
}

/**
 * The REST of Flink clusters; numbered facts are those of `docs/flink-rest-facts.md`.
 *
 * Guarantees: every rejection is an `OperatorError`: `Rejected` (Flink refuses the content, or its version has no such
 * call), `Missing` (a write to a job or jar that is not there), `Conflict`, `Denied` (a proxy), `Throttled`, `Unavailable`
 * (5xx, time-out, no connection), `Malformed` (HTML, garbage, a 404 that says nothing of what was asked for). `undefined`
 * is the JobManager's own word that it knows no such thing. `applied` is `no` only when nothing was sent or Flink refused.
 * No redirect is followed; no message holds a stack or a serialized object. Only reads are sent again. A call takes 5 s at
 * most with all its tries, a run 60 s, an upload 300 s, where the process is not told otherwise; a signal ends any of them.
 * Caveats: a JobManager that restarts without high availability knows no job, and one that recovers may not know it yet.
 */
export interface FlinkRest {
  /** All jobs that the JobManager knows, complete; ended ones for `jobstore.expiration-time` (1 h). */
  overview(endpoint: FlinkEndpoint, signal?: AbortSignal): Promise<readonly JobOverview[]>;
  /** `Unavailable` (500) for a job that is kept only because its main() threw (fact 11); the overview shows that one. */
  job(endpoint: FlinkEndpoint, jobId: string, signal?: AbortSignal): Promise<Job | undefined>;
  /** Two calls: the overview, then the checkpoints, unless the job is not there. */
  observe(endpoint: FlinkEndpoint, jobId: string, signal?: AbortSignal): Promise<JobObservation>;
  executionResult(endpoint: FlinkEndpoint, jobId: string, signal?: AbortSignal): Promise<ExecutionResult | undefined>;
  /** The newest `most` exceptions. */
  exceptions(
    endpoint: FlinkEndpoint,
    jobId: string,
    most: number,
    signal?: AbortSignal,
  ): Promise<JobExceptions | undefined>;
  /** Undefined also for a checkpoint that fell out of the history. */
  checkpoint(
    endpoint: FlinkEndpoint,
    jobId: string,
    checkpointId: number,
    signal?: AbortSignal,
  ): Promise<Checkpoint | undefined>;
  config(endpoint: FlinkEndpoint, signal?: AbortSignal): Promise<ClusterConfig>;
  /** As of the poll before this one (fact 1); an unknown job has no metrics, and is not told apart. */
  restarts(endpoint: FlinkEndpoint, jobId: string, signal?: AbortSignal): Promise<RestartMetrics>;
  /** Undefined for a job that is unknown or has ended (fact 8); `Rejected` below Flink 1.18. */
  resourceRequirements(
    endpoint: FlinkEndpoint,
    jobId: string,
    signal?: AbortSignal,
  ): Promise<ResourceRequirements | undefined>;

  /** Idempotent. `ENDED`: it ended otherwise before (409). After doubt: send it again, or see the state (fact 7). */
  cancel(endpoint: FlinkEndpoint, jobId: string, signal?: AbortSignal): Promise<"ACCEPTED" | "ENDED" | "MISSING">;
  /**
   * Starts a savepoint that ends the job. Taken for any id and any job; whether it works, only the poll tells (fact 3).
   * Sent again under the same id while Flink knows it, it is the same one, whatever the other options say; five minutes
   * after its end, or after a restart of the JobManager, it would be a second one (fact 4). After doubt: poll; where the
   * id is unknown, look for a `SYNC_SAVEPOINT` in the checkpoints, and only then send it again. A job that has FINISHED
   * is never stopped twice.
   */
  stop(endpoint: FlinkEndpoint, jobId: string, request: StopRequest, signal?: AbortSignal): Promise<void>;
  /** Starts a savepoint; repeats and doubt as for `stop`, with a `SAVEPOINT` in the checkpoints. */
  savepoint(endpoint: FlinkEndpoint, jobId: string, request: SavepointRequest, signal?: AbortSignal): Promise<void>;
  /** The path of a savepoint of `stop` or `savepoint`; undefined: Flink has forgotten the id, or never knew it. */
  savepointStatus(
    endpoint: FlinkEndpoint,
    jobId: string,
    triggerId: string,
    signal?: AbortSignal,
  ): Promise<Operation<string> | undefined>;
  /** Starts a checkpoint; repeats as for `stop`. After doubt a second one does no harm. */
  triggerCheckpoint(
    endpoint: FlinkEndpoint,
    jobId: string,
    request: CheckpointRequest,
    signal?: AbortSignal,
  ): Promise<void>;
  /** The id of a checkpoint of `triggerCheckpoint`. */
  checkpointStatus(
    endpoint: FlinkEndpoint,
    jobId: string,
    triggerId: string,
    signal?: AbortSignal,
  ): Promise<Operation<number> | undefined>;
  /**
   * Starts the deletion of a savepoint's files; gives the trigger id, which Flink chooses itself. A repeat is harmless: it
   * fails in the poll, with a `FileNotFoundException` as its root, once the files are gone.
   */
  dispose(endpoint: FlinkEndpoint, savepointPath: string, signal?: AbortSignal): Promise<string>;
  disposalStatus(
    endpoint: FlinkEndpoint,
    triggerId: string,
    signal?: AbortSignal,
  ): Promise<Operation<undefined> | undefined>;

  jars(endpoint: FlinkEndpoint, signal?: AbortSignal): Promise<readonly Jar[]>;
  /**
   * Gives the id of the jar. A repeat makes a second one. After doubt: `jars` shows one with that file name, whole, since
   * Flink keeps none that was cut short.
   */
  uploadJar(endpoint: FlinkEndpoint, jar: JarUpload, signal?: AbortSignal): Promise<string>;
  /**
   * Runs main() in the JobManager and starts the job. `EXISTED`: a job of that id is there or was, running or ended, so
   * that a repeat makes no second one (fact 6). `Missing`: no such jar. `Rejected` may have been applied where main() threw,
   * since that may be after it started the job: look for it. A savepoint that is missing shows only in the job, which fails.
   */
  runJar(
    endpoint: FlinkEndpoint,
    jarId: string,
    request: RunRequest,
    signal?: AbortSignal,
  ): Promise<"STARTED" | "EXISTED">;
  /** Idempotent: done also where there is none (fact 7). */
  deleteJar(endpoint: FlinkEndpoint, jarId: string, signal?: AbortSignal): Promise<void>;
  /**
   * Idempotent. Must name every vertex; taken also above the slots there are, and carried out later: a rescale shows as a
   * new `restored` of the checkpoints, and in Flink 2 as a restart too (facts 8, 9). `Missing`: the job is unknown or has ended.
   */
  rescale(
    endpoint: FlinkEndpoint,
    jobId: string,
    requirements: ResourceRequirements,
    signal?: AbortSignal,
  ): Promise<void>;
}
