import { isOperatorError } from "../core/error.ts";
import type { OperatorRecord } from "../core/record.ts";
import type { JobException } from "../ports/flink-answers.ts";
import type { FlinkEndpoint, FlinkRest } from "../ports/flink-rest.ts";
import { noteTold, owesExceptions } from "./job-exceptions.ts";
import type { JobLook } from "./looks.ts";
import { memoryOf, toMemory } from "./memory.ts";

/** Whom to ask. */
export interface ExceptionSource {
  readonly flink: Pick<FlinkRest, "exceptions">;
  readonly endpoint: FlinkEndpoint;
  readonly signal: AbortSignal;
}

/** Exceptions of a job that were not told yet, newest first, and the record once they are. */
export interface ExceptionsLook {
  readonly record: OperatorRecord | undefined;
  readonly exceptions: readonly JobException[];
}

/** Asks for the exceptions of a deployed job; one call, where it has changed since the last one. */
export async function lookAtExceptions(
  source: ExceptionSource,
  record: OperatorRecord | undefined,
  { job: look, most, now }: { readonly job: JobLook; readonly most: number; readonly now: number },
): Promise<ExceptionsLook> {
  const memory = memoryOf(record);
  if (record === undefined || memory?.phase !== "deployed" || look.found !== "job" || most === 0) {
    return { record, exceptions: [] };
  }
  const { told: before } = memory;
  const owes = memory.scaling === undefined && owesExceptions(before, look.job);
  const history = owes ? await historyOf(source, look.job.jobId, most) : undefined;
  // A rescale changes a job as a failure does, and is none (REST fact 8).
  const isRescaled = memory.scaling !== undefined && before !== undefined;
  const told = isRescaled
    ? { ...before, modified: look.job.lastModification }
    : noteTold(before, look.job, history, now);
  const exceptions = history?.filter(({ timestamp }) => timestamp > (before?.until ?? 0)) ?? [];
  return {
    record: told === before ? record : { ...record, memory: toMemory({ ...memory, ...(told && { told }) }) },
    exceptions,
  };
}

/** What cannot be asked is asked for at the next look. */
async function historyOf({ flink, endpoint, signal }: ExceptionSource, jobId: string, most: number) {
  try {
    return (await flink.exceptions(endpoint, jobId, most, signal))?.history;
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return undefined;
  }
}
