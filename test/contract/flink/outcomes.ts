import { type Fault, toFault } from "../../../shared/core/error.ts";
import { isObject } from "../../../shared/core/json.ts";

/** How a call ended, in words that are the same for every cluster. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  return call.then(toWords, (error: unknown) => toFaultWords(toFault(error)));
}

function toFaultWords({ code, applied }: Fault): string {
  return `${code}, applied ${applied}`;
}

function toWords(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return value.replace(/^[0-9a-f]{32}$/, "an id").replace(/^[0-9a-f-]{36}_/, "");
  if (Array.isArray(value)) return `${value.length} in all`;
  if (!isObject(value)) return String(value);
  const { status, result, applicationStatus, rawState } = value;
  if (typeof rawState === "string") return rawState;
  if (typeof status !== "string") return Object.keys(value).join(" ");
  return [status, applicationStatus ?? (typeof result === "string" ? "with a path" : result)]
    .filter((part) => part !== undefined)
    .join(" ");
}

const checkpoints = "enabled counts completed savepoint failed restored history";

/** What comes of each recorded answer: outcome, and the recordings that end so. */
export const ofSessions: Readonly<Record<string, string>> = {
  ACCEPTED: "cancel cancel-again-at-once cancel-canceled-job",
  ENDED: "cancel-finished-job",
  MISSING: "cancel-unknown-job",
  STARTED: "jars-run jars-run-from-savepoint jars-run-missing-savepoint",
  EXISTED: "jars-run-duplicate-jobid jars-run-jobid-of-finished-job",
  IN_PROGRESS: "checkpoint-trigger-poll-first execution-result-running savepoint-poll-first stop-poll-first",
  COMPLETED: "checkpoint-details savepoint-disposal-poll",
  "COMPLETED 5": "checkpoint-trigger-poll-completed",
  "COMPLETED with a path": "savepoint-poll-completed stop-poll-completed",
  "COMPLETED CANCELED": "execution-result-canceled",
  "COMPLETED SUCCEEDED": "execution-result-finished",
  "COMPLETED FAILED": "execution-result-failed execution-result-missing-savepoint",
  RUNNING: "job job-after-rescale job-just-after-rescale job-lower-above-slots",
  RESTARTING: "job-restarting",
  CANCELED: "job-canceled",
  FINISHED: "job-after-stop job-finished-bounded",
  FAILED: `job-failed job-missing-savepoint savepoint-disposal-again-poll savepoint-poll-failed savepoint-poll-failed-job
    savepoint-poll-unknown-job savepoint-poll-unknown-scheme stop-poll-finished-job`,
  nothing: `checkpoint-details-unknown execution-result-unknown job-unknown resource-requirements-after-stop
    savepoint-poll-trigger-of-other-job savepoint-poll-unknown-trigger
    checkpoint-trigger jars-delete jars-delete-again savepoint-same-id-different-options savepoint-trigger
    savepoint-trigger-bad-dir savepoint-trigger-failed-job savepoint-trigger-same-id-after-completion
    savepoint-trigger-same-id-as-stop savepoint-trigger-same-id-in-progress savepoint-trigger-unknown-job
    savepoint-trigger-unknown-scheme stop-trigger stop-trigger-finished-job stop-trigger-same-id-after-finish
    stop-trigger-same-id-in-progress resource-requirements-put resource-requirements-put-above-slots
    resource-requirements-put-lower-above-slots`,
  "an id": "savepoint-disposal savepoint-disposal-again",
  "job.jar": "jars-upload",
  "numRegisteredTaskManagers taskSlotsAvailable taskSlotsTotal": "jobmanager-metrics",
  [[
    "Status.Flink.Memory.Managed.Used",
    "Status.JVM.GarbageCollector.All.TimeMsPerSecond",
    "Status.JVM.Memory.Heap.Max",
    "Status.JVM.Memory.Heap.Used",
    "Status.JVM.Memory.Metaspace.Used",
  ].join(" ")]: "taskmanagers-metrics",
  [[
    "Source__topic.numRecordsIn",
    "Source__topic.numRecordsInPerSecond",
    "Source__topic.numRecordsOut",
    "Source__topic.pendingRecords",
    "backPressuredTimeMsPerSecond",
    "busyTimeMsPerSecond",
    "idleTimeMsPerSecond",
    "numRecordsInPerSecond",
    "numRecordsOutPerSecond",
  ].join(" ")]: "vertex-source-subtasks-metrics",
  "busyTimeMsPerSecond numRecordsIn numRecordsInPerSecond numRecordsOutPerSecond": "vertex-work-subtasks-metrics",
  "": "vertex-source-subtasks-metrics-one-unknown",
  busyTimeMsPerSecond: "vertex-source-subtasks-metrics-list",
  "0 in all": "jobs-overview-empty",
  "1 in all": "jars",
  "3 in all": "jobs-overview jobs-overview-after-stop jobs-overview-lower-above-slots",
  "5 in all": "jobs-overview-restarting",
  [checkpoints]: `checkpoints checkpoints-after-rescale checkpoints-after-stop checkpoints-early checkpoints-restored
    checkpoints-with-savepoint`,
  "flinkVersion flinkRevision": "config",
  "history root truncated":
    "exceptions-after-rescale job-exceptions-none job-failed-exceptions job-missing-savepoint-exceptions",
  "numRestarts fullRestarts": "job-metrics job-metrics-after-rescale",
  "8d66249e32b3bc08f2fae72d32043792 674df9b0384c0348e0b9d1034a44c46c":
    "resource-requirements resource-requirements-after-put",
  "Missing, applied no": "jars-run-unknown-jar resource-requirements-put-unknown-job",
  "Rejected, applied no": `jars-run-unknown-class jars-upload-not-a-jar resource-requirements-put-above-max
    resource-requirements-put-lower-above-upper resource-requirements-put-partial resource-requirements-put-unknown-vertex
    resource-requirements-put-zero unknown-path`,
  "Rejected, applied maybe": "jars-run-main-throws",
  "not sent: Rejected, applied no": `checkpoint-trigger-bad-type jars-run-bad-field jars-run-bad-jobid
    jars-run-malformed-json job-malformed-id savepoint-trigger-no-id`,
};

/** What comes of each recorded answer of an application cluster. */
export const ofApplications: Readonly<Record<string, string>> = {
  CANCELED: "cancel-keep-job restore-config-job restore-option-job",
  FAILED: "failed-keep-job restore-missing-savepoint-job",
  FINISHED: "finish-keep-job stop-keep-job",
  "COMPLETED CANCELED": "cancel-keep-execution-result restore-config-execution-result restore-option-execution-result",
  "COMPLETED FAILED": `failed-keep-execution-result main-throws-keep-submit-failed-execution-result
    restore-missing-savepoint-execution-result`,
  "COMPLETED SUCCEEDED": "finish-keep-execution-result stop-keep-execution-result",
  "1 in all": `cancel-keep-jobs-overview failed-keep-jobs-overview finish-keep-jobs-overview
    main-throws-keep-submit-failed-jobs-overview restore-config-jobs-overview restore-missing-savepoint-jobs-overview
    restore-option-jobs-overview stop-keep-jobs-overview`,
  [checkpoints]: `cancel-keep-checkpoints failed-keep-checkpoints finish-keep-checkpoints
    main-throws-keep-submit-failed-checkpoints restore-config-checkpoints restore-missing-savepoint-checkpoints
    restore-option-checkpoints stop-keep-checkpoints`,
  "Unavailable, applied no": "main-throws-keep-submit-failed-job",
};
