import { atMinimum, oneOf } from "../../core/notation/option-type.ts";
import { option, optional, optionTypes } from "./option.ts";

const { duration, boolean, integer, map, schedule } = optionTypes;
const count = atMinimum(0, integer);

/** Options that a resource may set for itself, in its `flinkConfiguration` (5.3). */
export const resourceOptions = {
  checkpointType: option("resource", "checkpoint.type", oneOf("FULL", "INCREMENTAL"), {
    usual: "FULL",
    meaning: "The type of checkpoints that are asked for.",
  }),
  healthCheck: option("resource", "cluster.health-check.enabled", boolean, {
    guide: "true",
    apache: "false",
    meaning: "Whether a job that restarts too often, or no longer completes checkpoints, is redeployed.",
  }),
  checkpointProgressCheck: option("resource", "cluster.health-check.checkpoint-progress.enabled", boolean, {
    usual: "true",
    meaning: "Whether the health check looks at checkpoints as well.",
  }),
  checkpointProgressWindow: optional("resource", "cluster.health-check.checkpoint-progress.window", duration, {
    meaning:
      "How long a job may go without a completed checkpoint; unset: the longer of interval and timeout, times the failures that are tolerated plus two.",
  }),
  restartsThreshold: option("resource", "cluster.health-check.restarts.threshold", count, {
    usual: "64",
    meaning: "Restarts within the window from which on a job is unhealthy.",
  }),
  restartsWindow: option("resource", "cluster.health-check.restarts.window", atMinimum(1, duration, " ms"), {
    usual: "2 min",
    meaning: "The time within which restarts are counted.",
  }),
  readinessTimeout: option("resource", "deployment.readiness.timeout", duration, {
    usual: "5 min",
    meaning: "How long an upgrade may take to become stable before it is rolled back.",
  }),
  rollback: option("resource", "deployment.rollback.enabled", boolean, {
    usual: "false",
    meaning:
      "Whether an upgrade that does not become stable is rolled back; needs high availability (FD-6), and the same version of Flink.",
  }),
  jobManagerRecovery: option("resource", "jm-deployment-recovery.enabled", boolean, {
    usual: "true",
    meaning: "Whether a JobManager Deployment that vanished is made again.",
    aliases: ["reconciler.jm-deployment-recovery.enabled"],
  }),
  shutdownTtl: option("resource", "jm-deployment.shutdown-ttl", duration, {
    usual: "1 d",
    meaning: "How long the JobManager of a job that ended stays.",
  }),
  startupProbe: option("resource", "jm-deployment.startup.probe.enabled", boolean, {
    usual: "true",
    meaning: "Whether the JobManager gets a startup probe on its REST port where the pod template has none.",
  }),
  drainOnDeletion: option("resource", "job.drain-on-savepoint-deletion", boolean, {
    usual: "false",
    meaning: "Whether the savepoint at deletion lets the job drain.",
  }),
  restartFailed: option("resource", "job.restart.failed", boolean, {
    usual: "false",
    meaning: "Whether a job that failed for good is started again from its last state.",
  }),
  savepointOnDeletion: option("resource", "job.savepoint-on-deletion", boolean, {
    usual: "false",
    meaning: "Whether a job is stopped with a savepoint when its resource is deleted.",
  }),
  ignoresPendingSavepoint: option("resource", "job.upgrade.ignore-pending-savepoint", boolean, {
    usual: "false",
    meaning: "Whether an upgrade does not wait for a savepoint that is being taken.",
  }),
  inPlaceScaling: option("resource", "job.upgrade.inplace-scaling.enabled", boolean, {
    usual: "true",
    meaning: "Whether a change of parallelism alone is handed to the running job where Flink can take it.",
  }),
  lastStateFallback: option("resource", "job.upgrade.last-state-fallback.enabled", boolean, {
    usual: "true",
    meaning: "Whether an upgrade by savepoint goes by the last state where no savepoint can be taken.",
  }),
  lastStateCancels: option("resource", "job.upgrade.last-state.job-cancel.enabled", boolean, {
    usual: "false",
    meaning:
      "Whether a last-state upgrade cancels the job and restores its checkpoint, rather than leave it to high availability.",
  }),
  lastStateMaxAge: optional("resource", "job.upgrade.last-state.max.allowed.checkpoint.age", duration, {
    guide: "10 min",
    meaning: "How old the checkpoint of a last-state upgrade may be; with an older one a savepoint is taken instead.",
    aliases: ["job.upgrade.last-state.checkpoint.max.age"],
  }),
  periodicSavepoint: optional("resource", "periodic.savepoint.interval", schedule, {
    meaning: "When savepoints are taken by themselves.",
  }),
  periodicCheckpoint: optional("resource", "periodic.checkpoint.interval", schedule, {
    meaning: "When checkpoints are asked for by themselves, besides Flink's own.",
  }),
  mergesByName: option("resource", "pod-template.merge-arrays-by-name", boolean, {
    guide: "true",
    apache: "false",
    meaning:
      "Whether lists of pod templates are merged by the names of their items rather than by position, which would mix the volumes of the guide's own example.",
  }),
  savepointCleanup: option("resource", "savepoint.cleanup.enabled", boolean, {
    usual: "true",
    meaning:
      "Whether snapshots that Weir took for a period or an upgrade are removed by age and number; the history in the status always ends by them.",
  }),
  disposeOnDelete: option("resource", "savepoint.dispose-on-delete", boolean, {
    usual: "false",
    meaning: "Whether a snapshot that Weir made disposes of its savepoint when it is deleted.",
  }),
  savepointFormat: option("resource", "savepoint.format.type", oneOf("CANONICAL", "NATIVE"), {
    guide: "NATIVE",
    apache: "CANONICAL",
    meaning: "The format of savepoints.",
  }),
  historyMaxAge: option("resource", "savepoint.history.max.age", duration, {
    usual: "1 d",
    meaning: "How long savepoints are kept; the newest one always is.",
  }),
  historyMaxCount: option("resource", "savepoint.history.max.count", atMinimum(1, integer), {
    usual: "10",
    meaning: "How many savepoints are kept; never more than 100, as they are part of the resource.",
  }),
  savepointGracePeriod: option("resource", "savepoint.trigger.grace-period", duration, {
    guide: "1 h",
    apache: "1 min",
    meaning: "How long a savepoint that failed is asked for again; one that Flink is taking is followed to its end.",
    aliases: ["observer.savepoint.trigger.grace-period"],
  }),
  blocksOnSessionJobs: option("resource", "session.deletion.block-on-session-jobs", boolean, {
    usual: "true",
    meaning: "Whether the deletion of a session cluster waits for its FlinkSessionJobs.",
  }),
  blocksOnUnmanagedJobs: option("resource", "session.deletion.block-on-unmanaged-jobs", boolean, {
    usual: "true",
    meaning: "Whether the deletion of a session cluster waits for jobs that nobody but Flink knows.",
    aliases: ["session.block-on-unmanaged-jobs"],
  }),
  snapshotResources: option("resource", "snapshot.resource.enabled", boolean, {
    usual: "true",
    meaning: "Whether savepoints are FlinkStateSnapshots as well, besides the history in the status.",
  }),
  artifactHeaders: optional("resource", "user.artifacts.http.header", map, {
    meaning: "Headers of the request that fetches the jar of a session job.",
  }),
} as const;
