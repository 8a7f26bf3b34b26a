import { type Fault, isOperatorError, toFault } from "../core/error.ts";
import type { JobVertex, ResourceRequirements } from "../ports/flink-answers.ts";
import type { FlinkEndpoint, FlinkRest } from "../ports/flink-rest.ts";

/** How large a job runs, and how large it may be. */
export type ScaleLook =
  | { readonly found: "unasked" }
  | { readonly found: "unreachable"; readonly fault: Fault }
  /** The job is unknown, or has ended. */
  | { readonly found: "missing" }
  | {
      readonly found: "job";
      readonly requirements: ResourceRequirements;
      readonly vertices: readonly JobVertex[];
    };

/** Two calls, for a job that is being scaled. */
export async function lookAtScale(
  flink: FlinkRest,
  endpoint: FlinkEndpoint,
  jobId: string,
  signal: AbortSignal,
): Promise<ScaleLook> {
  try {
    const requirements = await flink.resourceRequirements(endpoint, jobId, signal);
    if (requirements === undefined) return { found: "missing" };
    const job = await flink.job(endpoint, jobId, signal);
    return job === undefined ? { found: "missing" } : { found: "job", requirements, vertices: job.vertices };
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return { found: "unreachable", fault: toFault(error) };
  }
}
