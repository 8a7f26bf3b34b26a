import { at } from "../../shared/core/json.ts";
import { makeUuid } from "../shell/random.ts";
import { SPEC_VERSION } from "./annotations.ts";
import type { Job, JobState } from "./objects.ts";
import { type Reply, refuse } from "./reply.ts";
import { replyList } from "./reply-list.ts";
import type { Row, State } from "./state.ts";
import { toTimestamp } from "./timestamp.ts";
import { objectAt } from "./tree.ts";
import type { Visit } from "./visit.ts";

/** Stores a new STARTING job with a frozen copy of the template; `snapshot` is the location it restores from. */
export function makeJob(state: State, row: Row, now: number, snapshot: string | undefined): Job {
  const { metadata, spec } = row.deployment;
  const time = toTimestamp(now);
  const job: Job = {
    kind: "Job",
    apiVersion: "v1",
    metadata: {
      id: makeUuid(state.random),
      namespace: metadata.namespace,
      deploymentId: metadata.id,
      deploymentName: metadata.name,
      annotations: { [SPEC_VERSION]: metadata.annotations[SPEC_VERSION] ?? "1" },
      createdAt: time,
      modifiedAt: time,
      resourceVersion: 1,
    },
    spec: {
      ...objectAt(spec, "template", "spec"),
      allowNonRestoredState: at(spec, "restoreStrategy", "allowNonRestoredState") === true,
      ...(snapshot === undefined ? {} : { savepointLocation: snapshot }),
    },
    status: { state: "STARTING" },
  };
  state.jobs.set(job.metadata.id, job);
  return job;
}

/** Moves a job to another state; `failure` says why it failed. */
export function moveJob(state: State, jobId: string | undefined, now: number, to: JobState, failure?: string): void {
  const job = jobId === undefined ? undefined : state.jobs.get(jobId);
  if (job === undefined) return;
  const time = toTimestamp(now);
  const flinkJobId = job.metadata.id.replaceAll("-", "");
  const started =
    to === "STARTED"
      ? {
          startedAt: time,
          flinkJobId,
          observedFlinkJobStatus: "RUNNING",
          observedFlinkJobRestarts: 0,
          lastUpdateTime: time,
        }
      : job.status.started;
  state.jobs.set(job.metadata.id, {
    ...job,
    metadata: {
      ...job.metadata,
      modifiedAt: time,
      resourceVersion: job.metadata.resourceVersion + 1,
      ...(isTerminal(to) ? { terminatedAt: time } : {}),
    },
    status: {
      state: to,
      ...(started === undefined ? {} : { started }),
      ...(failure === undefined ? {} : { failure: { message: failure, reason: "JobFailed", failedAt: time } }),
    },
  });
}

/** True for a state that a job never leaves. */
export function isTerminal(state: JobState): boolean {
  return state === "TERMINATED" || state === "FAILED" || state === "FINISHED";
}

/** GET …/jobs, oldest first; filter deploymentId. */
export function listJobs(visit: Visit): Reply {
  const { state, namespace, query } = visit;
  const deploymentId = query.get("deploymentId");
  const ids = deploymentId === null ? state.jobs.keys() : (state.rows.get(deploymentId)?.jobs ?? []);
  const known = [...ids].map((id) => state.jobs.get(id)).filter((job) => job !== undefined);
  const wanted = known.filter(({ metadata }) => metadata.namespace === namespace);
  return replyList(visit, "Job", wanted);
}

/** GET …/jobs/{id}. */
export function getJob({ state, namespace, key }: Visit): Reply {
  const job = state.jobs.get(key);
  if (job?.metadata.namespace !== namespace) return refuse(404, "NOT_FOUND", `Job '${key}' does not exist.`);
  return { status: 200, body: job };
}
