import * as z from "zod";
import type { Operation } from "../../ports/flink-answers.ts";
import type { CheckpointRequest, FlinkEndpoint, SavepointRequest, StopRequest } from "../../ports/flink-rest.ts";
import { type Answer, isAbsent, readAs, senseless } from "./answer.ts";
import type { Ask, Call } from "./call.ts";
import { failureCause, fromFailureCause, hexId, idOf, jobPath, pathText } from "./wire.ts";

const triggered = z.looseObject({ "request-id": hexId });
const polled = z.looseObject({
  status: z.looseObject({ id: z.enum(["IN_PROGRESS", "COMPLETED"]) }),
  operation: z
    .looseObject({
      location: pathText.nullish(),
      checkpointId: z.int().nonnegative().nullish(),
      "failure-cause": failureCause.nullish(),
      failureCause: failureCause.nullish(),
    })
    .nullish(),
});
type Polled = NonNullable<z.infer<typeof polled>["operation"]>;

/** Starts a savepoint under the caller's trigger id (facts 3, 4). */
export async function postSavepoint(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jobId: string,
  { triggerId, targetDirectory, formatType }: SavepointRequest,
  signal?: AbortSignal,
): Promise<void> {
  const directory = targetDirectory === undefined ? {} : { "target-directory": targetDirectory };
  const body = { ...directory, "cancel-job": false, formatType, triggerId: idOf(triggerId, "the trigger id") };
  const what = `take a savepoint of job ${jobId}`;
  await trigger(ask, { endpoint, path: jobPath(jobId, "savepoints"), what, body, signal }, triggerId);
}

/** Starts a savepoint that ends the job, under the caller's trigger id (facts 3, 4, 5). */
export async function postStop(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jobId: string,
  { triggerId, targetDirectory, formatType, drain }: StopRequest,
  signal?: AbortSignal,
): Promise<void> {
  const directory = targetDirectory === undefined ? {} : { targetDirectory };
  const body = { ...directory, drain, formatType, triggerId: idOf(triggerId, "the trigger id") };
  const what = `stop job ${jobId} with a savepoint`;
  await trigger(ask, { endpoint, path: jobPath(jobId, "stop"), what, body, signal }, triggerId);
}

/** Starts a checkpoint under the caller's trigger id (facts 3, 4). */
export async function postCheckpoint(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jobId: string,
  { triggerId, checkpointType }: CheckpointRequest,
  signal?: AbortSignal,
): Promise<void> {
  const body = { checkpointType, triggerId: idOf(triggerId, "the trigger id") };
  const what = `take a checkpoint of job ${jobId}`;
  await trigger(ask, { endpoint, path: jobPath(jobId, "checkpoints"), what, body, signal }, triggerId);
}

/** Starts the deletion of a savepoint's files; the trigger id is Flink's choice (fact 4). */
export function postDisposal(
  ask: Ask,
  endpoint: FlinkEndpoint,
  savepointPath: string,
  signal?: AbortSignal,
): Promise<string> {
  const body = { "savepoint-path": savepointPath };
  return trigger(ask, { endpoint, path: "/savepoint-disposal", what: "dispose of a savepoint", body, signal });
}

/** A cluster that takes the request under another id than the caller's would not know it again. */
async function trigger(ask: Ask, call: Call, expected?: string): Promise<string> {
  const answer = await ask({ ...call, method: "POST" });
  const id = readAs(answer, triggered, (wire) => wire["request-id"]);
  if (expected !== undefined && id !== expected) throw senseless(answer, "it is under another trigger id");
  return id;
}

/** How far a savepoint is, also that of a stop. */
export async function readSavepointStatus(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jobId: string,
  triggerId: string,
  signal?: AbortSignal,
): Promise<Operation<string> | undefined> {
  const path = jobPath(jobId, "savepoints", idOf(triggerId, "the trigger id"));
  const answer = await ask({ endpoint, path, what: `read savepoint ${triggerId} of job ${jobId}`, signal });
  if (isAbsent(answer, "There is no savepoint operation with triggerId")) return undefined;
  return toOperation(answer, ({ location }) => location ?? undefined);
}

/** How far a checkpoint is that was asked for. */
export async function readCheckpointStatus(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jobId: string,
  triggerId: string,
  signal?: AbortSignal,
): Promise<Operation<number> | undefined> {
  const path = jobPath(jobId, "checkpoints", idOf(triggerId, "the trigger id"));
  const answer = await ask({ endpoint, path, what: `read checkpoint ${triggerId} of job ${jobId}`, signal });
  if (isAbsent(answer, "There is no checkpoint operation with triggerId")) return undefined;
  return toOperation(answer, ({ checkpointId }) => checkpointId ?? undefined);
}

/** How far a disposal is. */
export async function readDisposalStatus(
  ask: Ask,
  endpoint: FlinkEndpoint,
  triggerId: string,
  signal?: AbortSignal,
): Promise<Operation<undefined> | undefined> {
  const path = `/savepoint-disposal/${idOf(triggerId, "the trigger id")}`;
  const answer = await ask({ endpoint, path, what: `read disposal ${triggerId}`, signal });
  if (isAbsent(answer, "Operation not found under key")) return undefined;
  const done = toOperation(answer, () => true);
  return done.status === "COMPLETED" ? { status: "COMPLETED", result: undefined } : done;
}

/** COMPLETED is no success by itself (fact 3), and no result is none. */
function toOperation<Result>(answer: Answer, resultOf: (operation: Polled) => Result | undefined): Operation<Result> {
  return readAs(answer, polled, ({ status, operation }): Operation<Result> => {
    if (status.id === "IN_PROGRESS") return { status: "IN_PROGRESS" };
    const cause = operation?.["failure-cause"] ?? operation?.failureCause ?? undefined;
    if (cause !== undefined) return { status: "FAILED", cause: fromFailureCause(cause) };
    const result = operation == null ? undefined : resultOf(operation);
    if (result === undefined) throw senseless(answer, "it has ended without a result and without a failure");
    return { status: "COMPLETED", result };
  });
}
