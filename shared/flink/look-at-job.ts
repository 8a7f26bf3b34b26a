import { isOperatorError, toFault } from "../core/error.ts";
import type { FlinkEndpoint, FlinkRest } from "../ports/flink-rest.ts";
import { clockSkewMs } from "./clock-skew.ts";
import { isTerminal, type JobLook, type StopLook } from "./looks.ts";

/** How old an answer about checkpoints may be, in milliseconds: Flink remembers one for `web.refresh-interval`, 3 s. */
const staleMs = 5_000;

/**
 * Our job, and its checkpoints; of a session cluster, only whether it answers. A cluster that does not is no exception.
 *
 * Guarantees: what is said of the checkpoints of a job that has ended is said after its end. One that has only just ended is
 * RECONCILING: its state is fresh and its checkpoints may not be, of which the last but one is deleted by then. One that Flink
 * forgets between the two answers is missing, and not one without checkpoints. `now` is in milliseconds since the epoch.
 */
export async function lookAtJob(
  flink: FlinkRest,
  endpoint: FlinkEndpoint,
  { jobId, now }: { readonly jobId: string | undefined; readonly now: number },
  signal: AbortSignal,
): Promise<JobLook> {
  try {
    if (jobId === undefined) {
      await flink.overview(endpoint, signal);
      return { found: "missing" };
    }
    const { job, checkpoints } = await flink.observe(endpoint, jobId, signal);
    const isForgotten = job !== undefined && isTerminal(job.state) && checkpoints === undefined;
    if (job === undefined || isForgotten) return { found: "missing" };
    const age = now - (job.endTime ?? 0);
    const isTold = !isTerminal(job.state) || age >= staleMs || age < -clockSkewMs;
    return { found: "job", job: isTold ? job : { ...job, state: "RECONCILING" }, checkpoints };
  } catch (error) {
    return unreachable(error);
  }
}

/** What became of a stop with savepoint, by its trigger. */
export async function lookAtStop(
  flink: FlinkRest,
  endpoint: FlinkEndpoint,
  jobId: string,
  triggerId: string,
  signal: AbortSignal,
): Promise<StopLook> {
  try {
    const status = await flink.savepointStatus(endpoint, jobId, triggerId, signal);
    if (status === undefined) return { found: "forgotten" };
    if (status.status === "IN_PROGRESS") return { found: "running" };
    if (status.status === "COMPLETED") return { found: "done", path: status.result };
    const root = status.cause.at(-1);
    return {
      found: "failed",
      why: root === undefined ? "Flink gives no reason." : `${root.exception}: ${root.message}`,
    };
  } catch (error) {
    return unreachable(error);
  }
}

function unreachable(error: unknown) {
  if (!isOperatorError(error)) throw error;
  return { found: "unreachable", fault: toFault(error) } as const;
}
