import type { ChooseStopRow } from "../stopping.ts";
import { checkpoints, counted, job, restored, snapshot, up, withHa } from "../stopping.ts";

const origin = { how: "drop", state: { from: "savepoint", path: "s3://b/origin" } } as const;
const lastState = { how: "drop", state: { from: "last-state" } } as const;

/** Jobs that have ended or never ran, and those whose state is somewhere already (2.7). */
export const stopKnownRows: readonly ChooseStopRow[] = [
  {
    name: "stateless drops the job, running or not",
    why: "8.1/25: the user said that there is nothing to keep",
    given: { mode: "stateless", ...withHa },
    rule: "stateless",
    stop: { how: "drop", state: { from: "nothing" } },
  },
  {
    name: "a JobManager that never came up leaves the origin as the newest state",
    why: "8.1/18, 2.7: nothing ran, so that a broken image is no loss of state",
    given: { jobManager: { ...up, available: false, neverAvailable: true }, job: { found: "unasked" } },
    rule: "never-started",
    stop: origin,
  },
  {
    name: "one that never came up beside metadata with a checkpoint goes on from the metadata",
    why: "an upgrade that broke follows a deploy that ran; its checkpoint is newer than any origin",
    given: { jobManager: { ...up, available: false, neverAvailable: true }, job: { found: "unasked" }, ...withHa },
    rule: "keep-metadata",
    stop: lastState,
  },
  {
    name: "a failed job goes on from its last checkpoint",
    why: "8.1/44: with retention it outlives the failure",
    given: { job: job("FAILED", checkpoints({ completed: snapshot(9), savepoint: snapshot(4) })) },
    rule: "ended",
    stop: { how: "drop", state: { from: "savepoint", path: "s3://b/chk-9" } },
  },
  {
    name: "a newer savepoint wins over an older checkpoint",
    why: "2.7: the largest id is the newest state",
    given: { job: job("CANCELED", checkpoints({ completed: snapshot(3), savepoint: snapshot(4) })) },
    rule: "ended",
    stop: { how: "drop", state: { from: "savepoint", path: "s3://b/chk-4" } },
  },
  {
    name: "a finished job's discarded checkpoints are none",
    why: "REST fact 5: after a stop they are gone, whatever is to be retained",
    given: { job: job("FINISHED", checkpoints({ completed: snapshot(3, { discarded: true }) })) },
    rule: "ended",
    stop: origin,
  },
  {
    name: "an ended job that never completed a checkpoint goes back to its origin",
    why: "8.1/21: a batch job that is changed runs again",
    given: { job: job("FINISHED") },
    rule: "ended",
    stop: origin,
  },
  {
    name: "an ended job whose checkpoints were in memory is given up where state was asked for",
    why: "state is never lost silently (issue, 3)",
    given: { job: job("FAILED", checkpoints({ completed: snapshot(3, { externalPath: undefined }) })) },
    rule: "ended",
    stop: { how: "give-up" },
  },
  {
    name: "a job that was recovered goes on from the checkpoint it was recovered from, until it has a newer one",
    why: "what was completed before its JobManager restarted is no longer in the list",
    given: { job: job("FAILED", checkpoints({ restored: restored(7), counts: counted(0, 1) })) },
    rule: "ended",
    stop: { how: "drop", state: { from: "savepoint", path: "s3://b/chk-7" } },
  },
  {
    name: "a cancelled job whose checkpoints were thrown away is given up where state was asked for",
    why: "gone is not the same as none",
    given: { job: job("CANCELED", checkpoints({ counts: counted(4, 0) })) },
    rule: "ended",
    stop: { how: "give-up" },
  },
  {
    name: "metadata of the cluster alone, or of another job, is none of this job's",
    why: "a JobManager writes the cluster's map before any job runs",
    given: { keepsHa: true, ha: { found: "present", job: false, checkpoint: false, maps: [] } },
    rule: "cancel",
    stop: { how: "cancel" },
  },
  {
    name: "a job that is only coming up is not cancelled while its metadata has a checkpoint",
    why: "a cancel would delete what it is about to be restored from",
    given: { job: job("INITIALIZING"), cancels: true, ...withHa },
    rule: "wait",
    stop: { how: "wait" },
  },
  {
    name: "the same without a named mode starts again from its origin",
    why: "where no mode is given, state is restored if there is any to restore",
    given: {
      namesMode: false,
      job: job("FAILED", checkpoints({ completed: snapshot(3, { externalPath: undefined }) })),
    },
    rule: "ended",
    stop: origin,
  },
  {
    name: "a job that is being cancelled is waited for",
    why: "8.1/27: its last checkpoint is about to be known",
    given: { job: job("CANCELLING") },
    rule: "ending",
    stop: { how: "wait" },
  },
  {
    name: "a job that has only just failed is waited for, although its metadata is still there",
    why: "8.1/44: Flink deletes the metadata of a job that has ended, and its last checkpoint is about to be told",
    given: { job: job("RECONCILING", checkpoints({ completed: snapshot(7) }), 0, 999_000), ...withHa },
    rule: "ending",
    stop: { how: "wait" },
  },
  {
    name: "a job that is failing for good is waited for, although its metadata is still there",
    why: "8.1/44: the same, a moment before",
    given: { job: job("FAILING"), ...withHa },
    rule: "ending",
    stop: { how: "wait" },
  },
];
