import type { TaskManagerSize } from "../decide/job-situation.ts";
import type { Report } from "../explain/report.ts";
import type { JobReading, LookMemo } from "../sample/reading.ts";
import type { AutoscalerState, DesiredState } from "../state/state.ts";
import type { JobContext } from "./job-context.ts";

/** What one look at a job gives. */
export type Looked =
  | { readonly kind: "read"; readonly reading: JobReading }
  /** Metrics without which a vertex cannot be judged do not exist (yet); when that was, and since when the job runs. */
  | {
      readonly kind: "missing";
      readonly vertex: string;
      readonly metrics: readonly string[];
      readonly at: number;
      readonly runningSince: number;
    }
  /** The job has no graph yet, or was not found any more. */
  | { readonly kind: "not-ready"; readonly why: string }
  /** Nothing was answered. */
  | { readonly kind: "unavailable"; readonly why: string };

/** Where metrics come from. Guarantees: what goes wrong with a call is an answer, nothing is thrown for it. */
export interface MetricsSource<Job extends JobContext = JobContext> {
  /** `memo` is that of the last reading, undefined where there is none. */
  look(job: Job, signal: AbortSignal, memo?: LookMemo): Promise<Looked>;
}

/** A state as it was stored. */
export interface StoredState {
  /** Undefined where what is stored is no state, or one of another version: the job begins anew. */
  readonly state: AutoscalerState | undefined;
  /** Tells this writing from every other one. */
  readonly version: string;
}

/**
 * Where the state of jobs is kept between cycles.
 *
 * Guarantees: of several writers that loaded the same version only one is `saved`.
 */
export interface StateStore<Job extends JobContext = JobContext> {
  load(job: Job, signal: AbortSignal): Promise<StoredState | undefined>;
  /** `version` is that of the state that was loaded, undefined where there was none. */
  save(
    job: Job,
    state: AutoscalerState,
    version: string | undefined,
    signal: AbortSignal,
  ): Promise<"saved" | "conflict">;
  /** Done also where there is none. */
  remove(job: Pick<Job, "key">, signal: AbortSignal): Promise<void>;
}

/**
 * What makes a job run with what is desired of it.
 *
 * Assumptions: idempotent; called in every cycle in which something is desired, so that one that was lost is made up for.
 */
export interface Realizer<Job extends JobContext = JobContext> {
  realize(job: Job, desired: DesiredState, signal: AbortSignal): Promise<void>;
}

/** Whom findings are told to. A report is told once; the core keeps it from being repeated (5.1). */
export interface Reporter<Job extends JobContext = JobContext> {
  report(job: Job, report: Report, signal: AbortSignal): Promise<void>;
  /** Told of what has been found again and is not told again, for who counts that; nothing depends on it. */
  repeated?(job: Job, report: Report, signal: AbortSignal): Promise<void>;
}

/** Whether a cluster has room for more TaskManagers (2.20). */
export interface ResourceCheck<Job extends JobContext = JobContext> {
  hasRoomFor(
    job: Job,
    taskManagers: { readonly before: number; readonly after: number },
    size: TaskManagerSize,
    signal: AbortSignal,
  ): Promise<boolean>;
}

/** Everything that a cycle reaches the world through. */
export interface AutoscalerPorts<Job extends JobContext = JobContext> {
  readonly metrics: MetricsSource<Job>;
  readonly states: StateStore<Job>;
  readonly realizer: Realizer<Job>;
  readonly reporter: Reporter<Job>;
  /** Absent: there is always room. */
  readonly resources?: ResourceCheck<Job>;
}
