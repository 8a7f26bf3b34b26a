import { isOperatorError, toFault } from "../../core/error.ts";
import { at, type JsonValue } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import { sessionJobNames } from "../../flink/api.ts";
import { isTerminal } from "../../flink/looks.ts";
import type { Cluster } from "../../ports/cluster.ts";
import type { FlinkEndpoint, FlinkRest } from "../../ports/flink-rest.ts";
import type { TenantsLook } from "./view.ts";

/** Where the jobs of a session cluster are asked for. */
export interface Asking {
  readonly cluster: Pick<Cluster, "list">;
  readonly flink: FlinkRest;
  readonly endpoint: FlinkEndpoint;
  /** Its JobManager is up. */
  readonly answers: boolean;
}

/** What still uses a session cluster: FlinkSessionJobs that name it, and jobs that none of them stands for. */
export async function lookAtTenants(
  { cluster, flink, endpoint, answers }: Asking,
  { metadata }: KubeObject,
  signal: AbortSignal,
): Promise<TenantsLook> {
  const all = await listSessionJobs(cluster, metadata.namespace ?? "", signal);
  const own = all.filter((job) => at(job.spec, "deploymentName") === metadata.name);
  const sessionJobs = own.map((job) => job.metadata.name);
  if (!answers) return { found: "listed", sessionJobs, unmanaged: [] };
  const managed = new Set<JsonValue | undefined>(own.map((job) => at(job.status, "jobStatus", "jobId")));
  try {
    const jobs = await flink.overview(endpoint, signal);
    const running = jobs.filter(({ jobId, state }) => !isTerminal(state) && !managed.has(jobId));
    return { found: "listed", sessionJobs, unmanaged: running.map(({ jobId }) => jobId) };
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return { found: "unreachable", sessionJobs, fault: toFault(error) };
  }
}

/** Objects of a page; a namespace has few session jobs, so that one page is the rule. */
const limit = 500;

/** All session jobs of a namespace; none where their kind is not installed. */
async function listSessionJobs(cluster: Asking["cluster"], namespace: string, signal: AbortSignal) {
  const found: KubeObject[] = [];
  try {
    for (let token: string | undefined = ""; token !== undefined; ) {
      const query = { namespace, limit, ...(token !== "" && { continue: token }) };
      const page: Awaited<ReturnType<Cluster["list"]>> = await cluster.list(sessionJobNames, query, signal);
      found.push(...page.items);
      token = page.continue;
    }
  } catch (error) {
    if (!isOperatorError(error) || error.code !== "Missing") throw error;
  }
  return found;
}
