import { isOperatorError, toFault } from "../../core/error.ts";
import type { FailureCause, Operation } from "../../ports/flink-answers.ts";
import type { FlinkEndpoint, FlinkRest } from "../../ports/flink-rest.ts";
import type { DisposalLook, TriggerLook } from "./looks.ts";
import type { SnapshotMemory } from "./memory.ts";

/** What became of a try, by its trigger; a checkpoint's place is asked for by its number. */
export async function lookAtTrigger(
  flink: FlinkRest,
  endpoint: FlinkEndpoint,
  { snapshot, jobId = "", triggerId = "" }: SnapshotMemory,
  signal: AbortSignal,
): Promise<TriggerLook> {
  return orUnreachable(async () => {
    if (snapshot === "savepoint") {
      const status = await flink.savepointStatus(endpoint, jobId, triggerId, signal);
      return unended(status) ?? { found: "done", path: resultOf(status) };
    }
    const status = await flink.checkpointStatus(endpoint, jobId, triggerId, signal);
    const id = resultOf(status);
    if (id === undefined) return unended(status) ?? { found: "done", path: undefined };
    const checkpoint = await flink.checkpoint(endpoint, jobId, id, signal);
    return { found: "done", path: checkpoint?.externalPath };
  });
}

/** What became of the last disposal; a savepoint that is not there is as gone as one that was deleted. */
export async function lookAtDisposal(
  flink: FlinkRest,
  endpoint: FlinkEndpoint,
  { disposal }: SnapshotMemory,
  signal: AbortSignal,
): Promise<DisposalLook> {
  const triggerId = disposal?.triggerId;
  if (triggerId === undefined) return { found: "unasked" };
  return orUnreachable(async () => {
    const status = await flink.disposalStatus(endpoint, triggerId, signal);
    const isMissing = status?.status === "FAILED" && status.cause.at(-1)?.exception === "java.io.FileNotFoundException";
    return isMissing ? { found: "gone" } : (unended(status) ?? { found: "gone" });
  });
}

function resultOf<Result>(operation: Operation<Result> | undefined): Result | undefined {
  return operation?.status === "COMPLETED" ? operation.result : undefined;
}

/** What an operation says that is no success. */
function unended(operation: Operation<unknown> | undefined) {
  if (operation === undefined) return { found: "forgotten" } as const;
  if (operation.status === "IN_PROGRESS") return { found: "running" } as const;
  return operation.status === "FAILED" ? ({ found: "failed", why: rootOf(operation.cause) } as const) : undefined;
}

function rootOf(cause: FailureCause): string {
  const root = cause.at(-1);
  return root === undefined ? "Flink gives no reason." : `${root.exception}: ${root.message}`;
}

async function orUnreachable<Look>(look: () => Promise<Look>) {
  try {
    return await look();
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return { found: "unreachable", fault: toFault(error) } as const;
  }
}
