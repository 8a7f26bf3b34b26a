import type { JsonObject } from "../../shared/core/json.ts";
import { type Context, error, ok, type RestAnswer, refused } from "./exchange.ts";
import { classOf, failureCause, jobNotFound, stackOf } from "./java-stack.ts";
import { hasEnded } from "./jobs.ts";
import type { Job } from "./state.ts";

const applicationStates: Readonly<Record<string, string>> = {
  FINISHED: "SUCCEEDED",
  CANCELED: "CANCELED",
  FAILED: "FAILED",
};

/** `GET /jobs/:id/execution-result`; of an unknown job in other words than every other call. */
export function executionResult({ process, ids }: Context): RestAnswer {
  const [id = ""] = ids;
  const job = process.jobs.get(id);
  if (job === undefined) return error(404, stackOf(refused(jobNotFound(id)), jobNotFound(id)));
  if (!hasEnded(job)) return ok({ status: { id: "IN_PROGRESS" } });
  const result: JsonObject = {
    id,
    "application-status": applicationStates[job.state] ?? "UNKNOWN",
    "accumulator-results": {},
    "net-runtime": (job.endTime ?? job.startTime) - job.startTime,
    ...(job.failure !== undefined && { "failure-cause": failureCause(job.failure) }),
  };
  return ok({ status: { id: "COMPLETED" }, "job-execution-result": result });
}

/** `GET /jobs/:id/exceptions`; Flink 1 also says why the job failed as a whole. */
export function exceptionsAnswer({ process, request }: Context, job: Job): JsonObject {
  const most = Number(/[?&]maxExceptions=(\d+)/.exec(request.path)?.[1] ?? 20);
  const exceptionHistory = { entries: historyOf(job, most), truncated: job.exceptions.length > most };
  if (!process.version.startsWith("1.")) return { exceptionHistory };
  const { failure, endTime } = job;
  return {
    "root-exception": failure ?? null,
    timestamp: failure === undefined ? null : (endTime ?? null),
    "all-exceptions": [],
    truncated: false,
    exceptionHistory,
  };
}

/** Newest first; a job that failed before its graph was made has no history. */
function historyOf({ exceptions }: Job, most: number): JsonObject[] {
  return exceptions
    .toReversed()
    .slice(0, most)
    .map(({ at, stack }) => {
      const rest = { failureLabels: {}, concurrentExceptions: [] };
      return { exceptionName: classOf(stack), stacktrace: stack, timestamp: at, ...rest };
    });
}
