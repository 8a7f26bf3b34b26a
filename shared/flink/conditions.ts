import type { Aggregate, ReasonDoc } from "../core/condition.ts";
import type { Violation } from "../core/rule.ts";
import type { JobOverview } from "../ports/flink-answers.ts";
import { describeInvalid } from "./held-rules.ts";

type Reasons = Readonly<Record<string, ReasonDoc>>;

/** Reasons of `Running` that every resource with a job has (7.3). */
export const runningReasons = {
  Running: { status: "True", meaning: "The job is RUNNING." },
  Finished: {
    status: "False",
    meaning: "The job has come to its end; nothing is to be done.",
    standing: "expected",
  },
  Suspended: {
    status: "False",
    meaning: "spec.job.state is suspended, and nothing runs.",
    standing: "chosen",
    action: "Set spec.job.state to running to start it from where it was stopped.",
  },
  Failed: {
    status: "False",
    meaning: "The job has failed, and Flink does not start it again.",
    action: "Read status.error and the job's exceptions, mend what they say, then change the spec or restartNonce.",
  },
  NotRunning: {
    status: "False",
    meaning: "The job is on its way to running or to its end; the message has Flink's word, and nothing is to be done.",
  },
  Reconciling: {
    status: "Unknown",
    meaning: "What the job does cannot be told for now; it is asked again, and nothing is to be done.",
  },
} as const satisfies Reasons;

/** The verdict of `Running` on a resource whose job is meant not to run, and does not. */
export const suspended = { status: "False", reason: "Suspended", message: "The job is suspended." } as const;

/** The verdict of `Running` on Flink's word for a job. */
export function judgeState(word: string) {
  const message = `Job status ${word}.`;
  if (word === "RUNNING") return { status: "True", reason: "Running", message } as const;
  if (word === "FINISHED") return { status: "False", reason: "Finished", message } as const;
  if (word === "FAILED") return { status: "False", reason: "Failed", message } as const;
  return { status: "False", reason: "NotRunning", message } as const;
}

/** The verdict of `Running` on a job as Flink lists it: in Weir's words, and in Flink's for what Weir has none for. */
export function judgeJob({ state, rawState }: JobOverview) {
  return judgeState(state === "RECONCILING" ? rawState : state);
}

/** Type, polarity and summary of the condition that tells why nothing is done, in the words of the decision. */
export const waitingRow = {
  type: "Waiting",
  healthyWhen: "False",
  summary: "Why what is wanted is not done yet, and what ends the wait.",
} as const;

/** Reasons of `Waiting` that every Flink kind has. */
export const heldReasons = {
  NotWaiting: { status: "False", meaning: "Nothing is waited for." },
  Paused: {
    status: "True",
    meaning: "The annotation weir.dev/paused is set.",
    standing: "chosen",
    action: "Remove the annotation weir.dev/paused to go on.",
  },
  InvalidSpec: {
    status: "True",
    meaning: "The spec breaks a rule, by itself or with what it names.",
    action: "Read the message and correct the spec.",
  },
} as const satisfies Reasons;

/** Reasons of `Waiting` of a resource whose job is to be stopped or started with its state. */
export const stateReasons = {
  StateUnknown: {
    status: "True",
    meaning: "Nobody knows where the job's state is; nothing is started that would lose it.",
    action: "Name a savepoint in spec.job.initialSavepointPath and change spec.job.savepointRedeployNonce.",
  },
  StateAtRisk: {
    status: "True",
    meaning:
      "A change, a suspend or a restart would end the job, and nothing of its state would outlive that: it takes no checkpoints, or they lie in the JobManager's memory, or Flink deletes them with the job.",
    action:
      "Set state.savepoints.dir, and a savepoint is taken first; or set upgradeMode to stateless where there is no state to lose.",
  },
  SavepointRunning: { status: "True", meaning: "A savepoint is being taken; nothing is to be done." },
  SavepointFailed: {
    status: "True",
    meaning: "The savepoint before the change failed; the job runs on as it was.",
    action: "Read the message; it is tried again after a while, or at once when the spec changes.",
  },
} as const satisfies Reasons;

/** Reason of `Waiting` of a resource whose job is restarted by itself. */
export const restartReason = {
  RestartDelayed: {
    status: "True",
    meaning: "The job has failed, or does badly, again soon after it was restarted; the next restart waits longer.",
    action: "Read the message and status.error, and mend what they say; a change of the spec is tried at once.",
  },
} as const satisfies Reasons;

/** Reason of `Waiting` of a resource with a job that is deleted. */
export const lastSavepointReason = {
  LastSavepoint: {
    status: "True",
    meaning: "The resource is to be deleted, and the savepoint before that is not taken yet.",
    action: "Mend what the message says, or set kubernetes.operator.job.savepoint-on-deletion to false.",
  },
} as const satisfies Reasons;

/** Reason of `Waiting` of a resource with a job whose size changes while it runs. */
export const scalingReason = {
  Scaling: { status: "True", meaning: "The job is taking another size in place; nothing is to be done." },
} as const satisfies Reasons;

/** The verdict of `Waiting` where nothing is waited for. */
export const notWaiting = { status: "False", reason: "NotWaiting", message: "Nothing is waited for." } as const;

/** The same of a resource; where another spec goes on in its place, the one that breaks a rule waits (2.1). */
export function judgeRest({ violations: [first] }: { readonly violations: readonly Violation[] }) {
  return first === undefined
    ? notWaiting
    : ({ status: "True", reason: "InvalidSpec", message: describeInvalid(first) } as const);
}

/** What all conditions of a Flink kind come to. */
export const ready: Aggregate = {
  type: "Healthy",
  summary: "Whether every condition is met.",
  allMet: "AllConditionsMet",
  severalFailing: "SubConditionsFailing",
};
