import type { ErrorCode, Fault } from "../core/error.ts";
import type { Checkpoints, JobOverview, JobState } from "../ports/flink-answers.ts";

/** The Deployment of a JobManager, as it was read. */
export type JobManagerLook =
  | { readonly found: "missing" }
  | {
      readonly found: "present";
      readonly uid: string;
      /** Of what was read, status included. */
      readonly resourceVersion: string;
      /** It belongs to this resource; what does not is never touched. */
      readonly ours: boolean;
      /** The deploy that it belongs to; undefined where it does not say. */
      readonly attempt: number | undefined;
      /** True while it is being deleted. */
      readonly deleting: boolean;
      /** One replica at least answers its probe. */
      readonly available: boolean;
      /** It never was available since it was made, so that nothing can have run in it. */
      readonly neverAvailable: boolean;
      /** What keeps its pods from starting, in Kubernetes' words; only looked for while it is not available. */
      readonly trouble?: Trouble;
    };

/** Why pods do not come up: a reason such as `ImagePullBackOff` or `FailedCreate`, and what Kubernetes says to it. */
export interface Trouble {
  readonly reason: string;
  readonly message: string;
}

/** Our job, as the REST API of its cluster tells. */
export type JobLook =
  /** There is no cluster to ask, or nothing to ask for. */
  | { readonly found: "unasked" }
  | { readonly found: "unreachable"; readonly fault: Fault }
  /** The cluster answers and has no such job. */
  | { readonly found: "missing" }
  | {
      readonly found: "job";
      readonly job: JobOverview;
      /** Undefined where the JobManager says nothing of them. */
      readonly checkpoints: Checkpoints | undefined;
    };

/** What became of a stop with savepoint that may have been sent. */
export type StopLook =
  | { readonly found: "unasked" }
  | { readonly found: "running" }
  | { readonly found: "done"; readonly path: string }
  | { readonly found: "failed"; readonly why: string }
  /** The JobManager knows no such trigger: it never came, was forgotten after its five minutes, or went with the process. */
  | { readonly found: "forgotten" }
  | { readonly found: "unreachable"; readonly fault: Fault };

/** Flink's high-availability metadata, which it keeps in ConfigMaps. */
export type HaLook =
  | { readonly found: "unasked" }
  | { readonly found: "none" }
  | {
      readonly found: "present";
      /**
       * It is about the job that is on record, and not only about the cluster or about another job; it tells of a checkpoint where
       * one was seen before. Flink takes the checkpoints of a job that has ended out of it first, and then the rest.
       */
      readonly job: boolean;
      /** At least one checkpoint of that job is in it. */
      readonly checkpoint: boolean;
      readonly maps: readonly HaMap[];
    };

/** One ConfigMap of high-availability metadata. */
export interface HaMap {
  readonly name: string;
  readonly uid: string;
  /** Keys under which Flink keeps the graph of a job, which it would run instead of a new one. */
  readonly graphs: readonly string[];
}

/** Faults of what answers in the JobManager's place, or of how Weir asks, that no waiting mends. */
const lasting: ReadonlySet<ErrorCode> = new Set(["Malformed", "Denied", "Rejected", "Bug"]);

/** Why a REST that does answer tells nothing of what was looked at; undefined for any other look. */
export function lastingFaultOf(look: { readonly found: string; readonly fault?: Fault }): Fault | undefined {
  const { found, fault } = look;
  return found === "unreachable" && fault !== undefined && lasting.has(fault.code) ? fault : undefined;
}

/** True for a state that a job never leaves. */
export function isTerminal(state: JobState): boolean {
  return state === "FINISHED" || state === "CANCELED" || state === "FAILED";
}

/** True for a job whose end is under way, or so fresh that Flink does not tell of its last checkpoint yet. */
export function isEnding({ state, endTime }: JobOverview): boolean {
  return state === "CANCELLING" || state === "FAILING" || (endTime !== undefined && !isTerminal(state));
}

/** A state that a job can be started from; without a path it lies nowhere that outlives its cluster. */
export interface Snapshot {
  readonly id: number;
  readonly externalPath: string | undefined;
}

/** The newest checkpoint or savepoint that is complete and still there; what the job was restored from is one, too. */
export function latestSnapshot({ completed, savepoint, restored }: Checkpoints): Snapshot | undefined {
  const kept = [completed, savepoint].filter((one) => one !== undefined).filter((one) => !one.discarded);
  const known: Snapshot[] = restored === undefined ? kept : [restored, ...kept];
  return known.reduce<Snapshot | undefined>(
    (last, one) => (last === undefined || one.id > last.id ? one : last),
    undefined,
  );
}
