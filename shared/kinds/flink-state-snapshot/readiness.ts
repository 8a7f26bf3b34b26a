import { isTerminal, type JobLook } from "../../flink/looks.ts";
import type { FlinkMemory } from "../../flink/memory.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";
import type { ClusterLook, TargetLook } from "./looks.ts";

/** Whether a snapshot can be asked for; each `why` is a sentence. */
export type Readiness =
  | {
      readonly is: "running";
      readonly endpoint: FlinkEndpoint;
      readonly jobId: string;
      /** As its resource spelled the version when it was deployed. */
      readonly version: string;
      readonly checkpointType: "FULL" | "INCREMENTAL";
      readonly savepointDir: string | undefined;
    }
  | { readonly is: "not-yet"; readonly why: string }
  /** There is no job, and none is on its way (2.12). */
  | { readonly is: "never"; readonly why: string };

const notYet = (why: string): Readiness => ({ is: "not-yet", why });

/** Judges by the target's record what runs, and by Flink how; a job on its way to running is waited for. */
export function judgeReadiness(target: TargetLook, job: JobLook): Readiness {
  if (target.found === "unasked") return { is: "never", why: "spec.jobReference names nobody who could be asked." };
  if (target.found === "missing")
    return { is: "never", why: "The resource that spec.jobReference names is not there." };
  const { memory, cluster, suspended, hasJob } = target;
  if (!hasJob) return { is: "never", why: "spec.jobReference names a session cluster, which has no job of its own." };
  const isStopping = memory?.phase === "stopping" || memory?.phase === "deployed";
  if (suspended && !isStopping) return { is: "never", why: "The job is suspended." };
  if (memory?.phase !== "deployed") return notYet("The job is not deployed, or is being stopped.");
  if (cluster === undefined) return notYet("The session cluster of the job is not there.");
  if (!cluster.answers) return notYet("The JobManager is not up.");
  return judgeJob(job, memory, cluster);
}

function judgeJob(job: JobLook, { jobId, version }: FlinkMemory, cluster: ClusterLook): Readiness {
  if (job.found === "unreachable") return notYet(`The JobManager does not answer: ${job.fault.message}`);
  if (job.found === "missing" && !cluster.bringsBack) {
    return { is: "never", why: "The cluster does not know the job any more." };
  }
  if (job.found !== "job" || jobId === undefined) return notYet("The JobManager does not know the job yet.");
  const { state, rawState } = job.job;
  if (isTerminal(state)) return { is: "never", why: `The job is ${rawState}.` };
  if (state !== "RUNNING") return notYet(`The job is ${rawState}.`);
  const { endpoint, checkpointType, savepointDir } = cluster;
  return { is: "running", endpoint, jobId, version, checkpointType, savepointDir };
}
