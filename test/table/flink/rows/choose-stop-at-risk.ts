import type { ChooseStopRow } from "../stopping.ts";
import { checkpoints, emptyMetadata, job, snapshot, withHa } from "../stopping.ts";

const lastState = { how: "drop", state: { from: "last-state" } } as const;
const takesNone = { takesCheckpoints: false, keepsCheckpoints: true, isBatch: false } as const;
const unkept = { takesCheckpoints: true, keepsCheckpoints: false, isBatch: false } as const;

/** Jobs of whose state nothing would outlive a cancel (issue, 3: state is never lost silently). */
export const stopAtRiskRows: readonly ChooseStopRow[] = [
  {
    name: "a job without checkpoints takes a savepoint although last state was asked for",
    why: "issue, 3: a cancel would leave nothing; SP-2's own example sets no interval",
    given: { stakes: takesNone, job: job("RUNNING") },
    rule: "secure",
    stop: { how: "savepoint" },
  },
  {
    name: "a job that was told to take checkpoints and has none yet goes back to its origin",
    why: "as Flink itself does with it; whoever asked for last state asked for no savepoint",
    given: { job: job("RUNNING") },
    rule: "cancel",
    stop: { how: "cancel" },
  },
  {
    name: "a job that takes none goes on from what it took before all the same",
    why: "its code may take them, whatever its options say",
    given: { stakes: takesNone },
    rule: "cancel",
    stop: { how: "cancel" },
  },
  {
    name: "and is not ended where there is no directory for one",
    why: "settled point: only an explicit stateless discards state",
    given: { stakes: takesNone, hasSavepointDir: false, job: job("RUNNING") },
    rule: "secure",
    stop: {
      how: "wait",
      why: "Nothing of the job's state would outlive a stop: it takes no checkpoints, and there is no directory for a savepoint.",
      until:
        "Set state.savepoints.dir, and a savepoint is taken first; or set spec.job.upgradeMode to stateless where there is no state to lose.",
    },
  },
  {
    name: "nor is it where no mode is named",
    why: "settled point: what nobody says is not stateless",
    given: { stakes: takesNone, namesMode: false, hasSavepointDir: false, job: job("RUNNING") },
    rule: "secure",
    stop: { how: "wait" },
  },
  {
    name: "metadata of a job that takes no checkpoints keeps its graph and none of its state",
    why: "the next JobManager would begin at the origin",
    given: { stakes: takesNone, keepsHa: true, ha: emptyMetadata, job: job("RUNNING") },
    rule: "secure",
    stop: { how: "savepoint" },
  },
  {
    name: "a batch job is cancelled and begins anew",
    why: "8.1/21: it has no state by its nature",
    given: {
      stakes: { ...takesNone, isBatch: true },
      hasSavepointDir: false,
      job: job("RUNNING"),
    },
    rule: "cancel",
    stop: { how: "cancel" },
  },
  {
    name: "a job without checkpoints that restarts has nothing to lose",
    why: "Flink begins it at its origin with each restart; a change is how a user mends it",
    given: { stakes: takesNone, hasSavepointDir: false, job: job("RESTARTING") },
    rule: "cancel",
    stop: { how: "cancel" },
  },
  {
    name: "checkpoints in memory are secured by a savepoint",
    why: "they die with the JobManager",
    given: { job: job("RUNNING", checkpoints({ completed: snapshot(7, { externalPath: undefined }) })) },
    rule: "secure",
    stop: { how: "savepoint" },
  },
  {
    name: "checkpoints in memory of a job that restarts are waited for",
    why: "Flink restores it from them, and only a running job gives a savepoint",
    given: { job: job("RESTARTING", checkpoints({ completed: snapshot(7, { externalPath: undefined }) })) },
    rule: "secure",
    stop: { how: "wait" },
  },
  {
    name: "another version of checkpoints in memory is waited for as well",
    why: "a version change cancels, too",
    given: {
      changesVersion: true,
      hasSavepointDir: false,
      job: job("RUNNING", checkpoints({ completed: snapshot(7, { externalPath: undefined }) })),
    },
    rule: "secure",
    stop: { how: "wait" },
  },
  {
    name: "checkpoints that Flink deletes on a cancel are secured by a savepoint",
    why: "DELETE_ON_CANCELLATION: Weir's own cancel would delete the only state",
    given: { stakes: unkept },
    rule: "secure",
    stop: { how: "savepoint" },
  },
  {
    name: "and the job is not ended where none can be taken",
    why: "the same",
    given: { stakes: unkept, hasSavepointDir: false },
    rule: "secure",
    stop: { how: "wait" },
  },
  {
    name: "a savepoint that is newer than they are is enough",
    why: "Flink deletes no savepoint",
    given: {
      stakes: unkept,
      job: job("RUNNING", checkpoints({ completed: snapshot(3), savepoint: snapshot(4) })),
    },
    rule: "cancel",
    stop: { how: "cancel" },
  },
  {
    name: "metadata with a checkpoint needs no cancel, and so deletes none",
    why: "the cluster is taken away without the job's end",
    given: { stakes: unkept, ...withHa },
    rule: "keep-metadata",
    stop: lastState,
  },
  {
    name: "a session job of such checkpoints is secured as well",
    why: "it is always cancelled",
    given: { kind: "session", stakes: unkept },
    rule: "secure",
    stop: { how: "savepoint" },
  },
];
