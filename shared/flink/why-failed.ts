import { isOperatorError } from "../core/error.ts";
import type { FailureCause } from "../ports/flink-answers.ts";
import type { FlinkEndpoint, FlinkRest } from "../ports/flink-rest.ts";

/** The causes of a failure, where Flink tells; a job that nobody can tell of has failed all the same. */
export async function whyFailed(
  flink: FlinkRest,
  endpoint: FlinkEndpoint,
  jobId: string,
  signal: AbortSignal,
): Promise<FailureCause | undefined> {
  try {
    const result = await flink.executionResult(endpoint, jobId, signal);
    return result?.status === "COMPLETED" ? result.cause : undefined;
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return undefined;
  }
}
