import { type AnyRow, conditionRow } from "../../core/condition.ts";
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
import { doubtLeft } from "../../flink/doubt.ts";
import { lastingFaultOf } from "../../flink/looks.ts";
import { isLost } from "./decide-start.ts";
import { isAtRisk } from "./decide-stop.ts";
import { describeRefusal, refusedStart } from "./refusal.ts";
import type { JobFinding } from "./view.ts";

const row = conditionRow<JobFinding>();

const running = row({
  type: "Running",
  healthyWhen: "True",
  summary: "Whether the job runs.",
  reasons: {
    ...runningReasons,
    NotFound: {
      status: "False",
      meaning: "The cluster does not know the job any more.",
      action: "Set initialSavepointPath and a new savepointRedeployNonce, or start without state.",
    },
    NotStarted: { status: "False", meaning: "The job is on its way to its first sign of life; nothing is to be done." },
  },
  judge: (finding) => judgeRunning(finding),
});

function judgeRunning({ view: { memory, wanted, job } }: JobFinding) {
  if (wanted?.running === false && (memory === undefined || memory.phase === "stopped")) {
    return suspended;
  }
  if (job.found === "job") return judgeJob(job.job);
  if (memory?.ended !== undefined) return judgeState(memory.ended.state);
  if (memory?.phase !== "deployed") {
    return { status: "False", reason: "NotStarted", message: "The job is not started yet." } as const;
  }
  const fault = lastingFaultOf(job);
  if (fault !== undefined) return { status: "Unknown", reason: "Reconciling", message: fault.message } as const;
  return job.found === "missing"
    ? ({ status: "False", reason: "NotFound", message: "The cluster does not know the job." } as const)
    : ({ status: "Unknown", reason: "Reconciling", message: "The cluster cannot be asked for now." } as const);
}

/** Why a change waits, in the words of the decision. */
const waiting = row({
  ...waitingRow,
  reasons: {
    ...heldReasons,
    ...stateReasons,
    JobNotReady: {
      status: "True",
      meaning: "The job's state has to be secured first, and cannot be for now.",
      action: "Read the message; once the job runs, or has a checkpoint, the change goes on by itself.",
    },
    ClusterMissing: {
      status: "True",
      meaning: "There is no FlinkDeployment of that name.",
      action: "Create it, or name another one.",
    },
    ClusterNotReady: {
      status: "True",
      meaning: "The session cluster is not ready; the message has its state.",
      action: "Where it lasts: look at the FlinkDeployment; the job goes on by itself.",
    },
    Refused: {
      status: "True",
      meaning: "Flink, or the jar's origin, refused what was sent.",
      action: "Read the message; it is tried again after a while, or at once when the spec changes.",
    },
    Stopping: {
      status: "True",
      meaning: "The job is being ended, or a savepoint of it is taken; nothing is to be done.",
    },
    ...lastSavepointReason,
    ...scalingReason,
    ...restartReason,
    StartInDoubt: {
      status: "True",
      meaning:
        "A start that was not confirmed may still come through; it goes on after that, and nothing is to be done.",
    },
  },
  judge: ({ rule, plan, view, outcomes }) => {
    const refused = refusedStart(outcomes);
    if (refused !== undefined) {
      const { why, until } = describeRefusal(refused);
      return { status: "True", reason: "Refused", message: `${why} ${until}` };
    }
    const isStep = plan.memory !== undefined && rule !== "scale";
    if (plan.actions.length > 0 || isStep || plan.release === true) return notWaiting;
    const message = plan.until === undefined ? plan.why : `${plan.why} ${plan.until}`;
    const found = reasons[rule]?.(view, plan);
    return found === undefined ? judgeRest(view) : { status: "True", reason: found, message };
  },
});

type WaitingReason =
  | "Paused"
  | "InvalidSpec"
  | "ClusterMissing"
  | "ClusterNotReady"
  | "Refused"
  | "JobNotReady"
  | "StateUnknown"
  | "StateAtRisk"
  | "Stopping"
  | "SavepointRunning"
  | "SavepointFailed"
  | "LastSavepoint"
  | "Scaling"
  | "RestartDelayed"
  | "StartInDoubt";

/** The reason of a rule that sends nothing. */
const reasons: Readonly<
  Record<string, (view: JobFinding["view"], plan: JobFinding["plan"]) => WaitingReason | undefined>
> = {
  pause: () => "Paused",
  "report-invalid": () => "InvalidSpec",
  "await-cluster": ({ cluster }) => (cluster.found === "missing" ? "ClusterMissing" : "ClusterNotReady"),
  "refuse-take-over": () => "StateUnknown",
  "start-first": () => "InvalidSpec",
  submit: (view) => {
    if (view.jars.found !== "listed") return "ClusterNotReady";
    return doubtLeft(view) > 0 ? "StartInDoubt" : "Refused";
  },
  "start-again": () => "StateUnknown",
  "check-jar": () => "Refused",
  "begin-stop": (view, plan) => {
    const { memory, wanted, job } = view;
    if (isLost(view) || (plan.until === undefined && plan.revisit === undefined)) return "StateUnknown";
    if (memory?.failure !== undefined && memory.failure.spec === wanted?.spec) return "SavepointFailed";
    const isSent = memory?.phase === "starting" && memory.accepted !== true;
    if (memory !== undefined && wanted !== undefined && isAtRisk(view, memory, wanted)) return "StateAtRisk";
    return isSent && job.found === "missing" ? "StartInDoubt" : "JobNotReady";
  },
  "follow-stop": ({ cluster, job }) =>
    cluster.found !== "session" || job.found === "missing" ? "StateUnknown" : "Stopping",
  "restart-failed": (_view, { until }) => (until === undefined ? "StateUnknown" : "RestartDelayed"),
  scale: () => "Scaling",
  "end-job": () => "Stopping",
  "follow-savepoint": () => "SavepointRunning",
  resubmit: () => "StateUnknown",
  "await-answer": ({ job }) => (job.found === "missing" ? "StartInDoubt" : "ClusterNotReady"),
  "save-last": () => "LastSavepoint",
  "cancel-job": () => "Stopping",
};

/** In the order in which they are shown. */
export const conditions: readonly AnyRow<JobFinding>[] = [running, waiting];
