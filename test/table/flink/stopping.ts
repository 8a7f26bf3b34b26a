import type { Stop, Stopping } from "../../../shared/flink/choose-stop.ts";
import type { HaLook, JobLook, JobManagerLook } from "../../../shared/flink/looks.ts";
import type { Checkpoint, Checkpoints, JobState } from "../../../shared/ports/flink-answers.ts";

/** Milliseconds since the epoch, as every row sees it. */
export const now = 1_000_000;

/** A completed checkpoint of ten seconds ago. */
export function snapshot(id: number, more: Partial<Checkpoint> = {}): Checkpoint {
  const at = now - 10_000;
  const times = { triggerTimestamp: at, latestAckTimestamp: at };
  const kind = { status: "COMPLETED", isSavepoint: false, type: "CHECKPOINT" } as const;
  const rest = { stateSize: 1, externalPath: `s3://b/chk-${id}`, discarded: false, failureMessage: undefined };
  return { id, ...kind, ...times, ...rest, ...more };
}

/** What a job says of its checkpoints; nothing unless told. */
export function checkpoints(more: Partial<Checkpoints> = {}): Checkpoints {
  const counts = counted(0, 0);
  const none = { completed: undefined, savepoint: undefined, failed: undefined, restored: undefined };
  return { enabled: true, counts, ...none, history: [], ...more };
}

/** A job in a state. */
export function job(
  state: JobState,
  known: Checkpoints | undefined = checkpoints(),
  startTime = 0,
  endTime?: number,
): JobLook {
  const times = { startTime, endTime, lastModification: endTime ?? startTime };
  return { found: "job", job: { jobId: "a", name: "orders", state, rawState: state, ...times }, checkpoints: known };
}

/** A cluster whose JobManager does not answer. */
export const unreachable: JobLook = {
  found: "unreachable",
  fault: { code: "Unavailable", message: "nobody listens", applied: "no" },
};

/** A JobManager that answers its probe. */
export const up = {
  found: "present",
  uid: "u",
  resourceVersion: "1",
  ours: true,
  attempt: 1,
  deleting: false,
  available: true,
  neverAvailable: false,
} as const satisfies JobManagerLook;
/** Metadata with a checkpoint in it. */
export const metadata: HaLook = { found: "present", job: true, checkpoint: true, maps: [] };
/** Metadata before the first checkpoint. */
export const emptyMetadata: HaLook = { found: "present", job: true, checkpoint: false, maps: [] };

/** A running stateful application without high availability, upgraded by last state. */
export const usual: Stopping = {
  kind: "application",
  mode: "last-state",
  namesMode: true,
  jobManager: up,
  job: job("RUNNING", checkpoints({ completed: snapshot(7) })),
  ha: { found: "none" },
  keepsHa: false,
  changesVersion: false,
  hasSavepointDir: true,
  mayFallBack: true,
  cancels: false,
  maxCheckpointAgeMs: undefined,
  stakes: { takesCheckpoints: true, keepsCheckpoints: true, isBatch: false },
  origin: { from: "savepoint", path: "s3://b/origin" },
  now,
};

/** High availability that is on before and after, with a checkpoint. */
export const withHa = { keepsHa: true, ha: metadata } as const;

/** How many checkpoints a job completed since its JobManager started, and how often it was restored. */
export function counted(completed: number, restored: number): Checkpoints["counts"] {
  return { restored, total: completed, inProgress: 0, completed, failed: 0 };
}

/** What a job was restored from. */
export function restored(id: number): NonNullable<Checkpoints["restored"]> {
  return { id, restoreTimestamp: now, isSavepoint: false, externalPath: `s3://b/chk-${id}` };
}

/** A job to be stopped, and how that is to be done. */
export interface ChooseStopRow {
  readonly name: string;
  readonly why: string;
  readonly given: Partial<Stopping>;
  readonly rule: string;
  /** What must come out; of a wait or a refusal, only that it is one. */
  readonly stop: Stop | { readonly how: "wait" | "give-up" };
}
