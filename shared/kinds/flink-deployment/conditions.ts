import { type AnyRow, conditionRow } from "../../core/condition.ts";
import { sentence } from "../../core/sentence.ts";
import {
  heldReasons,
  judgeJob,
  judgeRest,
  judgeState,
  lastSavepointReason,
  notWaiting,
  restartReason,
  runningReasons,
  scalingReason,
  stateReasons,
  suspended,
  waitingRow,
} from "../../flink/conditions.ts";
import { lastingFaultOf } from "../../flink/looks.ts";
import { jobStateOf } from "../../flink/note-end.ts";
import { refusedPart } from "./refusal.ts";
import { jobManagerStatusOf } from "./status.ts";
import type { FlinkFinding } from "./view.ts";
import { waitReasons } from "./wait-reasons.ts";

const row = conditionRow<FlinkFinding>();

/** Whether what was asked for runs (7.3). */
const running = row({
  type: "Running",
  healthyWhen: "True",
  summary: "Whether the job runs; of a session cluster, whether its JobManager answers.",
  reasons: {
    ...runningReasons,
    JobManagerReady: { status: "True", meaning: "The session cluster takes jobs." },
    JobManagerDeploying: { status: "False", meaning: "The JobManager is being started; nothing is to be done." },
    JobManagerNotReady: {
      status: "False",
      meaning: "The JobManager is started and does not answer yet, or not as Flink does.",
      action: "Where it lasts: read the log of the pod; its REST must be reachable from Weir's pods.",
    },
    JobManagerMissing: {
      status: "False",
      meaning: "There is no JobManager.",
      action: "Read the condition Waiting; without a reason there, the next pass starts one.",
    },
    JobManagerError: {
      status: "False",
      meaning: "The JobManager's pods do not come up; the message has Kubernetes' reason.",
      action: "Mend what the message says: image, quota, volumes, resources.",
    },
    TaskManagerError: {
      status: "False",
      meaning:
        "The job waits for TaskManagers that do not come up; the message has Kubernetes' reason, or how many are there.",
      action: "Mend what the message says: quota, image, nodes, resources; the job goes on by itself.",
    },
  },
  judge: (finding) => judgeRunning(finding),
});

function judgeRunning({ view }: FlinkFinding) {
  const { memory, wanted, job, jobManager } = view;
  if (wanted?.running === false && (memory === undefined || memory.phase === "stopped")) {
    return suspended;
  }
  const state = jobStateOf(job, memory);
  const { starving } = view;
  if (starving !== undefined) {
    return { status: "False", reason: "TaskManagerError", message: `${starving.reason}: ${starving.message}` } as const;
  }
  if (state !== undefined) return job.found === "job" ? judgeJob(job.job) : judgeState(state);
  const trouble = jobManager.found === "present" ? jobManager.trouble : undefined;
  if (trouble !== undefined) {
    return { status: "False", reason: "JobManagerError", message: `${trouble.reason}: ${trouble.message}` } as const;
  }
  const fault = lastingFaultOf(job);
  if (fault !== undefined) return { status: "False", reason: "JobManagerNotReady", message: fault.message } as const;
  return judgeJobManager(jobManagerStatusOf(view), wanted?.kind === "session");
}

function judgeJobManager(status: string, isSession: boolean) {
  if (status === "MISSING")
    return { status: "False", reason: "JobManagerMissing", message: "There is no JobManager." } as const;
  if (status === "DEPLOYING") {
    return { status: "False", reason: "JobManagerDeploying", message: "The JobManager is being started." } as const;
  }
  if (status === "DEPLOYED_NOT_READY") {
    return { status: "False", reason: "JobManagerNotReady", message: "The JobManager does not answer yet." } as const;
  }
  return isSession
    ? ({ status: "True", reason: "JobManagerReady", message: "The cluster takes jobs." } as const)
    : ({ status: "Unknown", reason: "Reconciling", message: "The JobManager knows no such job yet." } as const);
}

/** Why a change waits, in the words of the decision. */
const waiting = row({
  ...waitingRow,
  reasons: {
    ...heldReasons,
    ...stateReasons,
    NameTaken: {
      status: "True",
      meaning:
        "A Deployment, Service or ConfigMap of a name that the cluster needs belongs to somebody else, and is left as it is.",
      action:
        "Delete the one that the message names or give it another name, or give the resource another one; it goes on by itself.",
    },
    JobNotReady: {
      status: "True",
      meaning: "Only a savepoint may secure the job's state, and only a running job can give one.",
      action: "Once the job runs, the change goes on; or allow the last state, or set upgradeMode to it.",
    },
    JobManagerSilent: {
      status: "True",
      meaning: "Where the job's state is cannot be told while its JobManager does not answer or does not know it.",
      action: "Where it lasts: see why its pods do not come up.",
    },
    JobManagerGone: {
      status: "True",
      meaning: "The JobManager is gone, and bringing it back is switched off.",
      action: "Set kubernetes.operator.jm-deployment-recovery.enabled, or change restartNonce.",
    },
    JobEnding: {
      status: "True",
      meaning: "The job is being cancelled, or has only just ended; nothing is to be done.",
    },
    CheckpointRunning: {
      status: "True",
      meaning: "The last checkpoint is older than allowed, and a new one is being taken; nothing is to be done.",
    },
    SessionJobs: {
      status: "True",
      meaning: "The session cluster is to be deleted, and FlinkSessionJobs name it.",
      action: "Delete them, or set kubernetes.operator.session.deletion.block-on-session-jobs to false.",
    },
    UnmanagedJobs: {
      status: "True",
      meaning: "The session cluster is to be deleted, and runs jobs that no FlinkSessionJob stands for.",
      action: "Cancel them, or set kubernetes.operator.session.deletion.block-on-unmanaged-jobs to false.",
    },
    JobsAtRisk: {
      status: "True",
      meaning:
        "The session cluster is to be changed in a way that its jobs do not outlive, and their state would be lost: without high availability, or with metadata that another version cannot read.",
      action:
        "Suspend the FlinkSessionJobs that the message names, and resume them after the change; or allow the loss with the annotation weir.dev/allow-state-loss.",
    },
    ...lastSavepointReason,
    Refused: {
      status: "True",
      meaning: "The API server refuses a part of the cluster: by a quota, a policy, or a value that it does not take.",
      action: "Read the message; mend what refuses it, or the spec. It is tried again with the next tick.",
    },
    DeployInDoubt: {
      status: "True",
      meaning:
        "A deploy or a stop that was not confirmed may still take effect; it goes on after that, and nothing is to be done.",
    },
    PodsLeaving: { status: "True", meaning: "The pods of the cluster are on their way down; nothing is to be done." },
    ...scalingReason,
    IngressRefused: {
      status: "True",
      meaning: "The API server refuses the Ingress; the cluster and its job go on without it.",
      action: "Read the message and correct spec.ingress, or what refuses it; it is tried again after a while.",
    },
    ...restartReason,
    Unhealthy: {
      status: "True",
      meaning: "The job runs and does badly; a restart by Weir would lose its state.",
      action: "Read the message and the job's exceptions; give it a checkpoint directory, so that it can be restarted.",
    },
    RolledBack: {
      status: "True",
      meaning: "The last change did not run in time; the last stable spec runs instead.",
      action: "Find out why the change did not come up, and change the spec again.",
    },
  },
  judge: ({ rule, plan, view, outcomes }) => {
    const refused = refusedPart({ rule, outcomes });
    if (refused !== undefined) {
      const isTaken = refused.reason === "NameTaken";
      const why = sentence(isTaken ? refused.message : `A part of the cluster is refused: ${refused.message}`);
      const reason = isTaken ? "NameTaken" : "Refused";
      return { status: "True", reason, message: `${why} It is tried again with the next tick.` };
    }
    if (plan.actions.length > 0 || plan.release === true) return notWaiting;
    const message = plan.until === undefined ? plan.why : `${plan.why} ${plan.until}`;
    const found = waitReasons[rule]?.(view, plan);
    return found === undefined ? judgeRest(view) : { status: "True", reason: found, message };
  },
});

/** In the order in which they are shown. */
export const conditions: readonly AnyRow<FlinkFinding>[] = [running, waiting];
