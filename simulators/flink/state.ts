import type { JsonObject } from "../../shared/core/json.ts";

/** What a snapshot holds: how far the job's source had come, which stands for all of its state. */
export interface Snapshot {
  readonly path: string;
  /** Of the cluster whose job took it, as namespace and name; absent for one that was there before. */
  readonly cluster?: string;
  readonly count: number;
  readonly isSavepoint: boolean;
  /** The job ended with it. */
  readonly ends?: true;
}

/** The storage that outlives clusters, by path. */
export type Storage = Map<string, Snapshot>;

/** A checkpoint or savepoint in a job's history. */
export interface CheckpointRow {
  readonly id: number;
  readonly type: "CHECKPOINT" | "SAVEPOINT" | "SYNC_SAVEPOINT";
  readonly at: number;
  /** Undefined where it was only in the JobManager's memory, and for one that failed. */
  readonly path: string | undefined;
  /** Why it failed. */
  readonly failure?: string;
}

/** What comes in, and what one subtask of each vertex can do; records per second. Whoever runs the model may change it. */
export interface Load {
  arrivals: number;
  source: number;
  work: number;
  /** Arrivals rise from `arrivals` to that many and fall again, once in so many milliseconds, as those of a day do. */
  swing?: { readonly to: number; readonly everyMs: number } | undefined;
}

/** What the vertices of a job have done since it runs. */
export interface Work {
  /** Up to when that is counted. */
  at: number;
  /** Records that came through, which is as many at each vertex. */
  records: number;
  /** Records that wait before the source; they outlive a restart, as those of a topic do. */
  lag: number;
  /** Milliseconds of all subtasks of each vertex since the job runs: there, and busy. */
  readonly thereMs: [source: number, work: number];
  readonly busyMs: [source: number, work: number];
  /** Milliseconds for which the source was held back by the work. */
  heldBackMs: number;
  /** Records per second of late. */
  rate: number;
  /** Shares of time of late. */
  sourceLoad: number;
  workLoad: number;
}

/** How a job is told to behave. */
export interface JobSettings {
  /** Milliseconds between checkpoints; 0 for none. */
  readonly checkpointIntervalMs: number;
  readonly checkpointDir: string | undefined;
  readonly savepointDir: string | undefined;
  /** Milliseconds after which the job ends by itself; undefined for one that never does. */
  readonly finishesAfterMs?: number;
  /** Milliseconds after which it fails for good. */
  readonly failsAfterMs?: number;
  /** Of vertices that nobody sets by themselves; 2 where nobody says it. */
  readonly parallelism?: number;
  /** By the id of a vertex. */
  readonly overrides?: Readonly<Record<string, number>>;
  /** Milliseconds after which no checkpoint of it completes any more. */
  readonly stallsAfterMs?: number;
  /** Milliseconds for which a task of it is starting again while it is RUNNING. */
  readonly tasksAfterMs?: number;
  /** Records that come in, and what subtasks can do with them. */
  readonly load?: Load;
}

/** What a job does besides counting. */
export type JobBehaviour = Pick<
  JobSettings,
  "finishesAfterMs" | "failsAfterMs" | "stallsAfterMs" | "tasksAfterMs" | "load"
>;

/** What a job is submitted with. */
export interface Submission {
  readonly id: string;
  readonly name: string;
  readonly settings: JobSettings;
  /** What it goes on from; undefined for nothing. */
  readonly restorePath: string | undefined;
}

/** A vertex of a job: how it runs, and within which bounds it may. */
export interface Vertex {
  readonly id: string;
  readonly name: string;
  readonly maxParallelism: number;
  parallelism: number;
  lower: number;
  upper: number;
}

/** A job in a JobManager's memory. */
export interface Job {
  readonly id: string;
  readonly name: string;
  settings: JobSettings;
  readonly startTime: number;
  state: "INITIALIZING" | "CREATED" | "RUNNING" | "RESTARTING" | "CANCELLING" | "CANCELED" | "FINISHED" | "FAILED";
  modified: number;
  endTime: number | undefined;
  /** Records that it has read since its first start, over all restores. */
  count: number;
  countedAt: number;
  nextCheckpointAt: number;
  nextCheckpointId: number;
  readonly checkpoints: CheckpointRow[];
  /** How often it was started again in this process. */
  restarts: number;
  readonly vertices: readonly Vertex[];
  /** When it entered RUNNING the last time; undefined while it never has. */
  runningSince: number | undefined;
  readonly work: Work;
  /** It was to run, and there was no slot for it. */
  starved?: true;
  /** When it takes another size; undefined where nobody has asked for one. */
  rescaleAt: number | undefined;
  restored:
    | { readonly path: string; readonly id: number; readonly at: number; readonly isSavepoint: boolean }
    | undefined;
  /** What went wrong while it ran, oldest first: Java stacks. */
  readonly exceptions: { readonly at: number; readonly stack: string }[];
  /** A Java stack. */
  failure: string | undefined;
  /** It came as far as running. */
  ran: boolean;
}

/** How an operation ended: what its poll shows, or a Java stack. */
export type Outcome = { readonly result: JsonObject } | { readonly failure: string };

/** An asynchronous operation by its id; Flink knows it for a while after its end, and only in this process. */
export interface Operation {
  readonly endsAt: number;
  /** Undefined while it runs. */
  outcome: Outcome | undefined;
  /** What is done when its time has come. */
  readonly finish: (now: number) => Outcome;
}

/** How long things take, in milliseconds. */
export interface Durations {
  /** A job from its submission to RUNNING. */
  readonly jobStartMs: number;
  /** The part of it in which it is INITIALIZING; it never is where nothing is said. */
  readonly initializingMs?: number;
  /** A job whose tasks have failed, until it is RUNNING again; it never is where nothing is said. */
  readonly restartMs?: number;
  readonly cancelMs: number;
  readonly savepointMs: number;
  /** How long an operation is known after its end (`rest.async.store-duration`); five minutes where nothing is said. */
  readonly rememberedMs?: number;
}

/** A jar in the JobManager's upload folder. */
export interface Jar {
  readonly id: string;
  readonly name: string;
  readonly uploaded: number;
  /** Its main classes; the manifest names the first. */
  readonly classes: readonly string[];
}

/** One JobManager process; it is gone when its pod is. */
export interface Process {
  /** Port and scheme of its REST. */
  readonly rest: { readonly port: number; readonly scheme: "http" | "https" };
  /** Namespace and name. */
  readonly cluster: string;
  readonly version: string;
  readonly startedAt: number;
  readonly durations: Durations;
  readonly storage: Storage;
  /** Flink's options, by their keys. */
  readonly configuration: ReadonlyMap<string, string>;
  /** What they say of jobs that say nothing themselves. */
  readonly settings: JobSettings;
  readonly jobs: Map<string, Job>;
  /** The job of an application that is still to be submitted, and when. */
  pending: { readonly submission: Submission; readonly at: number } | undefined;
  readonly jars: Map<string, Jar>;
  /** Jars that were ever uploaded; their ids are made of it. */
  uploads: number;
  readonly operations: Map<string, Operation>;
  /** What was said last of the checkpoints of a job, and when. */
  readonly told: Map<string, { readonly at: number; readonly answer: JsonObject }>;
  /** Restarts of a job as they were when its metrics were asked for last. */
  readonly polled: Map<string, number>;
  /** Slots that the cluster has; without end where it starts TaskManagers as it needs them. */
  readonly slots: () => number;
  /** Told of each job that is submitted, before it can write anything, and what it goes on from. */
  readonly onStart: (job: Job, restorePath: string | undefined) => void;
  /** True for a job that ended in an earlier process of the cluster, of which high availability knows. */
  readonly isDone: (jobId: string) => boolean;
  /** Told of other requirements of a job, which high availability keeps with it. */
  readonly onRescale: (job: Job) => void;
  /** Told of a job that has ended for good, for what high availability keeps. */
  readonly onEnd: (job: Job) => void;
  /** Told of each completed checkpoint. */
  readonly onCheckpoint: (job: Job, row: CheckpointRow) => void;
}
