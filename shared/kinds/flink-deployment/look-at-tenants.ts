import { isOperatorError, toFault } from "../../core/error.ts";
import { at, type JsonValue, textAt } from "../../core/json.ts";
import { ownRecord } from "../../core/kind.ts";
import type { KubeObject } from "../../core/object.ts";
import { sessionJobNames } from "../../flink/api.ts";
import { isTerminal } from "../../flink/looks.ts";
import { memoryOf } from "../../flink/memory.ts";
import { modeOf } from "../../flink/spec-change.ts";
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
  /** Ids of the jobs that its high-availability metadata tells of. */
  readonly kept: readonly string[];
}

/** What still uses a session cluster: FlinkSessionJobs that name it, and jobs that none of them stands for. */
export async function lookAtTenants(
  { cluster, flink, endpoint, answers, kept }: Asking,
  { metadata }: KubeObject,
  signal: AbortSignal,
): Promise<TenantsLook> {
  const all = await listSessionJobs(cluster, metadata.namespace ?? "", signal);
  const own = all.filter((job) => at(job.spec, "deploymentName") === metadata.name);
  const sessionJobs = own.map(nameOf);
  const ids = own.map(({ status, ...job }) => memoryOf(ownRecord(job))?.jobId ?? at(status, "jobStatus", "jobId"));
  const managed = new Set<JsonValue | undefined>(ids);
  const usedBy = (known: readonly string[], running: readonly string[]): TenantsLook => ({
    found: "listed",
    sessionJobs,
    stateful: own.filter((job, index) => known.includes(String(ids[index])) && !isSecured(job)).map(nameOf),
    unmanaged: running.filter((jobId) => !managed.has(jobId)),
  });
  if (!answers) return usedBy(kept, kept);
  try {
    const jobs = await flink.overview(endpoint, signal);
    const running = jobs.filter(({ state }) => !isTerminal(state));
    return usedBy(jobs.map(idOf), running.map(idOf));
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return { found: "unreachable", sessionJobs, fault: toFault(error) };
  }
}

const nameOf = ({ metadata }: KubeObject) => metadata.name;
const idOf = ({ jobId }: { readonly jobId: string }) => jobId;

/** True for a session job that has no state to lose, or on whose record it is where that is. */
function isSecured(job: KubeObject): boolean {
  if (modeOf(textAt(job.spec, "job", "upgradeMode") ?? "") === "stateless") return true;
  const { phase, state, ended } = memoryOf(ownRecord(job)) ?? {};
  return phase === "stopped" || state !== undefined || ended !== undefined;
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
