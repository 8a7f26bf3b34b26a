import { type JsonObject, type JsonValue, member } from "../../shared/core/json.ts";
import { checkpointAnswer } from "./answers.ts";
import { type Context, error, newId, ok, type RestAnswer, type Route, refused, withJob } from "./exchange.ts";
import { completion, failureCause, jobNotFound, savepointNotFound, stackOf } from "./java-stack.ts";
import { allTasksRun, failSavepoint, hasEnded, takeCheckpoint, takeSavepoint } from "./jobs.ts";
import type { Job, Operation, Outcome, Process } from "./state.ts";

/** What is triggered and polled: savepoints, stops, checkpoints, disposals. */
export const operationRoutes: readonly Route[] = [
  ["POST", /^\/jobs\/([^/]+)\/stop$/, (context) => triggerSavepoint(context, true), "StopWithSavepointRequestBody"],
  [
    "POST",
    /^\/jobs\/([^/]+)\/savepoints$/,
    (context) => triggerSavepoint(context, false),
    "SavepointTriggerRequestBody",
  ],
  ["GET", /^\/jobs\/([^/]+)\/savepoints\/([^/]+)$/, (context) => pollOfJob(context, "savepoint")],
  ["POST", /^\/jobs\/([^/]+)\/checkpoints$/, triggerCheckpoint, "CheckpointTriggerRequestBody"],
  ["GET", /^\/jobs\/([^/]+)\/checkpoints\/details\/([^/]+)$/, checkpointDetails],
  ["GET", /^\/jobs\/([^/]+)\/checkpoints\/([^/]+)$/, (context) => pollOfJob(context, "checkpoint")],
  ["POST", /^\/savepoint-disposal$/, triggerDisposal, "SavepointDisposalRequest"],
  ["GET", /^\/savepoint-disposal\/([^/]+)$/, pollDisposal],
];

function findOperation({ process, now }: Context, key: string): Operation | undefined {
  const operation = process.operations.get(key);
  const { rememberedMs = 300_000 } = process.durations;
  const isForgotten = operation?.outcome !== undefined && now > operation.endsAt + rememberedMs;
  return isForgotten ? undefined : operation;
}

/** Taken for any id and any job; the same id again is the same operation while it is known (REST facts 3, 4). */
function begin(context: Context, key: string, finish: Operation["finish"]): void {
  const { process, now } = context;
  if (findOperation(context, key) !== undefined) return;
  process.operations.set(key, { endsAt: now + process.durations.savepointMs, outcome: undefined, finish });
}

/** The caller's, or one of Flink's choice. */
function triggerIdOf({ request, process }: Context): string {
  return String(member(request.body, "triggerId") ?? newId("d", process.operations.size));
}

function triggerSavepoint(context: Context, stops: boolean): RestAnswer {
  const { request, ids } = context;
  const [jobId = ""] = ids;
  const triggerId = triggerIdOf(context);
  const directory = member(request.body, stops ? "targetDirectory" : "target-directory");
  const startsTasks = hasTasksToStart(context);
  begin(context, `savepoint/${jobId}/${triggerId}`, (at) =>
    finishSavepoint(context, { jobId, directory, stops, startsTasks }, at),
  );
  return { status: 202, body: { "request-id": triggerId } };
}

/** What is triggered while tasks are being started has failed from the start. */
function hasTasksToStart({ process, ids, now }: Context): boolean {
  const job = process.jobs.get(ids[0] ?? "");
  return job?.state === "RUNNING" && !allTasksRun(process, job, now);
}

interface AskedSavepoint {
  readonly jobId: string;
  readonly directory: JsonValue | undefined;
  readonly stops: boolean;
  readonly startsTasks: boolean;
}

function finishSavepoint({ process }: Context, asked: AskedSavepoint, now: number): Outcome {
  const { jobId, stops, startsTasks } = asked;
  const job = process.jobs.get(jobId);
  if (job === undefined || hasEnded(job)) return unknownJob(jobId);
  const directory = typeof asked.directory === "string" ? asked.directory : job.settings.savepointDir;
  if (directory === undefined)
    return { failure: "java.lang.IllegalStateException: No savepoint directory configured." };
  const isWritable = !/^(broken|file:\/*proc)/.test(directory);
  const canRun = takesSnapshots(process, job, now) && !startsTasks;
  if (canRun && isWritable) return { result: { location: takeSavepoint(process, job, directory, stops, now) } };
  const why = isWritable
    ? notRunning(job.state)
    : "An Exception occurred while triggering the checkpoint. IO-problem detected.";
  failSavepoint(job, stops, why, now);
  const failed = checkpointException(why);
  if (isWritable) return { failure: stackOf(completion(failed), failed) };
  const root = `java.io.IOException: Failed to create savepoint directory at ${directory.replace(/^file:\/+/, "file:/")}`;
  return { failure: stackOf(completion(failed), failed, root) };
}

/** A task may be starting again where the overview says that all of them run. */
function takesSnapshots(process: Process, job: Job, now: number): boolean {
  const { startTime, settings } = job;
  return (
    allTasksRun(process, job, now) && now >= startTime + process.durations.jobStartMs + (settings.tasksAfterMs ?? 0)
  );
}

function triggerCheckpoint(context: Context): RestAnswer {
  const { process, ids } = context;
  const [jobId = ""] = ids;
  const triggerId = triggerIdOf(context);
  begin(context, `checkpoint/${jobId}/${triggerId}`, (at) => finishCheckpoint(process, jobId, at));
  return { status: 202, body: { "request-id": triggerId } };
}

function finishCheckpoint(process: Process, jobId: string, now: number): Outcome {
  const job = process.jobs.get(jobId);
  if (job === undefined || hasEnded(job)) return unknownJob(jobId);
  if (allTasksRun(process, job, now)) return { result: { checkpointId: takeCheckpoint(process, job, now) } };
  const failed = checkpointException(notRunning(job.state));
  return { failure: stackOf(completion(failed), failed) };
}

function unknownJob(jobId: string): Outcome {
  return { failure: stackOf(completion(jobNotFound(jobId)), jobNotFound(jobId)) };
}

const notRunning = (state: string) => `Not all required tasks are currently running. The job is ${state}.`;

const checkpointException = (why: string) => `org.apache.flink.runtime.checkpoint.CheckpointException: ${why}`;

function checkpointDetails(context: Context): RestAnswer {
  const [, id = ""] = context.ids;
  return withJob(context, (job) => {
    const row = job.checkpoints.find((one) => String(one.id) === id);
    if (row !== undefined) return ok(checkpointAnswer(row, job));
    return error(404, refused(`Could not find checkpointing statistics for checkpoint ${id}.`));
  });
}

/** Flink chooses the id of a disposal, whatever the request says (REST fact 4). */
function triggerDisposal(context: Context): RestAnswer {
  const { process, request } = context;
  const path = String(member(request.body, "savepoint-path") ?? "");
  const id = newId("d", process.operations.size);
  begin(context, `disposal/${id}`, () => {
    if (process.storage.delete(path)) return { result: {} };
    const failed = `org.apache.flink.util.FlinkException: Could not dispose savepoint ${path}.`;
    return { failure: stackOf(failed, savepointNotFound(path)) };
  });
  return ok({ "request-id": id });
}

function pollOfJob(context: Context, kind: "savepoint" | "checkpoint"): RestAnswer {
  const [jobId = "", triggerId = ""] = context.ids;
  const operation = findOperation(context, `${kind}/${jobId}/${triggerId}`);
  if (operation !== undefined) return ok(statusOf(operation));
  return error(404, refused(`There is no ${kind} operation with triggerId=${triggerId} for job ${jobId}.`));
}

function pollDisposal(context: Context): RestAnswer {
  const [id = ""] = context.ids;
  const operation = findOperation(context, `disposal/${id}`);
  return operation === undefined
    ? error(404, refused(`Operation not found under key: ${id}`))
    : ok(statusOf(operation));
}

function statusOf({ outcome }: Operation): JsonObject {
  if (outcome === undefined) return { status: { id: "IN_PROGRESS" }, operation: null };
  const operation = "result" in outcome ? outcome.result : { "failure-cause": failureCause(outcome.failure) };
  return { status: { id: "COMPLETED" }, operation };
}
