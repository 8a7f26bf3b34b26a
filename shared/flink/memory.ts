import type { JsonObject } from "../core/json.ts";
import type { OperatorRecord } from "../core/record.ts";
import type { FailureCause } from "../ports/flink-answers.ts";
import type { SavepointFormat } from "../ports/flink-rest.ts";
import type { Health } from "./health.ts";
import { isMemory } from "./is-memory.ts";
import type { Told } from "./job-exceptions.ts";
import type { OwedSavepoint } from "./owed-savepoint.ts";
import type { Restarted } from "./restart-delay.ts";
import type { Restore } from "./restore.ts";
import type { SnapshotsMemory, SnapshotTrigger } from "./snapshot-memory.ts";

/**
 * Where one deploy of a job or cluster stands. What is known moves only this way, and each step is on record before the
 * effects of the next:
 *
 *     starting ──► deployed ──► stopping ──► stopped ──► starting (next attempt)
 *
 * `starting`: its objects are being applied, or the job is being submitted, and not all of it is confirmed. `deployed`: all
 * of it was taken. `stopping`: it is being ended, and its state is being secured. `stopped`: nothing of it runs any more.
 */
export type Phase = "starting" | "deployed" | "stopping" | "stopped";

/** What Weir remembers of a Flink job or cluster, as part of the record (D5). */
export interface FlinkMemory {
  /** Number of this deploy, from 1; names it on its objects, and its job id comes from it. */
  readonly attempt: number;
  readonly phase: Phase;
  /** 32 hex digits; absent for a session cluster. Stays the same over last-state upgrades. */
  readonly jobId?: string;
  /** Hash of the spec that this deploy is of. */
  readonly spec: string;
  /** Hash of that spec as the status keeps it, letter for letter. */
  readonly written?: string;
  /** The Flink version of that spec. */
  readonly version: string;
  /** Where its REST answers; a spec that changes the port does so for the next deploy alone. */
  readonly endpoint?: string;
  /** High availability was on. */
  readonly ha: boolean;
  /** What runs on its JobManager, in Flink's own words; known once it was asked. */
  readonly build?: { readonly version: string; readonly revision: string };
  /** The nonces of that spec that were acted on. */
  readonly nonces?: {
    readonly restart?: number;
    readonly redeploy?: number;
    readonly savepoint?: number;
    readonly checkpoint?: number;
  };
  /** Hash of the spec whose jar its origin has offered, so that the job may be stopped for it. */
  readonly checked?: string;
  /** The last savepoint that was taken of the job, whatever for; the status shows it. */
  readonly taken?: TakenSavepoint;
  /** The savepoint of the running job that has failed and is asked for again. */
  readonly owed?: OwedSavepoint;
  /** The resources that stand for snapshots of the job. */
  readonly snapshots?: SnapshotsMemory;
  /** `metadata.generation` of that spec. */
  readonly generation: number;
  /** When this phase began, in milliseconds since the epoch by the API server's clock. */
  readonly at: number;
  /** What the job of this deploy was started from. */
  readonly origin: Restore;
  /** Where the state is that the next deploy goes on from; known from the moment it is secured. */
  readonly state?: Restore;
  /** That state is the origin because nothing of the deploy had run; one that comes up after all has a state of its own. */
  readonly unstarted?: true;
  /** A checkpoint of this job was seen to be complete, so that high-availability metadata without any has lost it. */
  readonly checkpointed?: true;
  /** Flink has taken this job of a session cluster, so that one that does not know it has lost it. */
  readonly accepted?: true;
  /** How the job of this deploy ended by itself, kept because Flink forgets it after an hour. */
  readonly ended?: EndedJob;
  /** This deploy was seen to run; its spec may have run before, in another one. */
  readonly ran?: true;
  /** Hash of the last spec that was seen to run (lastStableSpec). */
  readonly stable?: string;
  /** Whether this deploy is of the last stable spec, because the wanted one did not come up (2.9). */
  readonly rollback?: "rolling-back" | "rolled-back";
  /** What went wrong in securing the state, and when; the next try waits for a while, or for another spec. */
  readonly failure?: {
    readonly message: string;
    readonly at: number;
    readonly spec: string;
    /** How often in a row it failed for something that passes by itself. */
    readonly passing?: number;
  };
  /**
   * The Ingress of the cluster by the hash of what it is made from, empty while that is in doubt; absent where there is none.
   * `refused`: the API server did not take that one.
   */
  readonly ingress?: { readonly hash: string; readonly refused?: { readonly message: string; readonly at: number } };
  /** A change of size that is tried on what runs: the hash of its spec, since when, and why Flink does not take it. */
  readonly scaling?: { readonly spec: string; readonly at: number; readonly refused?: string };
  /** How the job of this deploy does; begins anew with another size, for which Flink counts restarts. */
  readonly health?: Health;
  /** Which exceptions of the job of this deploy were told. */
  readonly told?: Told;
  /** Restarts of this spec because of what the job did by itself. */
  readonly restarted?: Restarted;
}

/** The end of a job that nobody asked for. */
export interface EndedJob {
  /** Flink's word: FINISHED, FAILED or CANCELED. */
  readonly state: string;
  /** When that was seen first, in milliseconds since the epoch by the API server's clock. */
  readonly at?: number;
  /** Where its state is. */
  readonly restore: Restore;
  /** The root of a failure. */
  readonly why?: string;
  /** Its chain, outermost first, as much of it as is shown. */
  readonly causes?: FailureCause;
}

/** A savepoint that Weir asked for. */
export interface TakenSavepoint {
  readonly path: string;
  /** When it was known to be complete, in milliseconds since the epoch by the API server's clock. */
  readonly at: number;
  readonly by: SnapshotTrigger;
  /** Its format; absent where the Weir that asked for it did not write it down. */
  readonly formatType?: SavepointFormat;
  /** The nonce that asked for it. */
  readonly nonce?: number;
}

/** When a savepoint counts as taken: each later than the one before, since its name follows from it. */
export function momentAfter(before: TakenSavepoint | undefined, now: number): number {
  return Math.max(now, (before?.at ?? 0) + 1);
}

/** The memory that a record holds; rubbish counts as none, like that of a resource that was never deployed. */
export function memoryOf(record: OperatorRecord | undefined): FlinkMemory | undefined {
  const { memory } = record ?? {};
  return isMemory(memory) ? (memory as unknown as FlinkMemory) : undefined;
}

/** The order in which a record has them, so that equal memories are equal texts; what is not known here comes last. */
const order = [
  ...(["attempt", "phase", "jobId", "spec", "written", "version", "endpoint", "ha", "build", "nonces"] as const),
  ...(["taken", "owed", "snapshots", "generation", "at", "origin", "state", "unstarted", "checkpointed"] as const),
  ...(["accepted", "checked", "ended", "ran", "stable", "rollback", "failure", "restarted", "ingress"] as const),
  ...(["scaling", "health", "told"] as const),
] satisfies readonly (keyof FlinkMemory)[];

/** The memory as JSON, for the record. */
export function toMemory(memory: FlinkMemory): JsonObject {
  const known = Object.fromEntries(order.map((key) => [key, memory[key]]));
  return JSON.parse(JSON.stringify({ ...known, ...memory })) as JsonObject;
}
