import { type AnyRow, conditionRow } from "../../core/condition.ts";
import { heldReasons, notWaiting, waitingRow } from "../../flink/conditions.ts";
import { memoryOf } from "./memory.ts";
import { remember } from "./remember.ts";
import { stateOf } from "./status.ts";
import type { SnapshotFinding } from "./view.ts";

const row = conditionRow<SnapshotFinding>();

/** Whether the snapshot is there (1.6). */
const completed = row({
  type: "Completed",
  healthyWhen: "True",
  summary: "Whether the snapshot has been taken and can be restored from.",
  reasons: {
    Completed: { status: "True", meaning: "The snapshot is complete; status.path says where it is." },
    TriggerPending: {
      status: "False",
      meaning: "It has not been asked for, or not again after a failure.",
      action: "Read the condition Waiting; without a reason there, the next pass asks for it.",
    },
    InProgress: { status: "False", meaning: "Flink is taking it; nothing is to be done." },
    Failed: {
      status: "False",
      meaning: "A try failed; the message has Flink's reason.",
      action: "Mend what the message says; where no try is left, raise spec.backoffLimit or create another resource.",
    },
    Abandoned: {
      status: "False",
      meaning: "There is no running job to take it of.",
      action: "Create another resource once the job runs.",
    },
  },
  judge: (finding) => {
    const memory = memoryOf(remember(finding));
    const state = stateOf(finding.view, memory);
    const error = memory?.error ?? "";
    if (state === "COMPLETED") {
      const message = `The ${memory?.snapshot} is at ${memory?.path ?? "a place that Flink does not tell"}.`;
      return { status: "True", reason: "Completed", message };
    }
    if (state === "FAILED") return { status: "False", reason: "Failed", message: error };
    if (state === "ABANDONED") return { status: "False", reason: "Abandoned", message: error };
    if (state === "IN_PROGRESS") {
      return { status: "False", reason: "InProgress", message: `Flink was asked for a ${memory?.snapshot}.` };
    }
    return { status: "False", reason: "TriggerPending", message: "The snapshot has not been asked for yet." };
  },
});

/** Why nothing is done, in the words of the decision. */
const waiting = row({
  ...waitingRow,
  reasons: {
    ...heldReasons,
    JobNotReady: {
      status: "True",
      meaning: "The job is on its way to running; a snapshot that was asked for is looked for once it runs.",
      action: "Where it lasts: look at the resource of the job; the snapshot goes on by itself.",
    },
    BackingOff: {
      status: "True",
      meaning: "A try failed, and the next one waits for a while; nothing is to be done.",
    },
    SnapshotRunning: {
      status: "True",
      meaning: "The resource is being deleted while Flink still takes the snapshot; nothing is to be done.",
    },
    DisposalBlocked: {
      status: "True",
      meaning: "The resource is being deleted, and its savepoint cannot be disposed of for now.",
      action: "Let the job run, or set the annotation weir.dev/deletion-policy to Orphan to keep the files.",
    },
  },
  judge: ({ rule, plan }) => {
    const reason = plan.actions.length > 0 ? undefined : reasonOf(rule);
    if (reason === undefined || (plan.until === undefined && needsUntil.has(rule))) return notWaiting;
    const message = plan.until === undefined ? plan.why : `${plan.why} ${plan.until}`;
    return { status: "True", reason, message };
  },
});

/** Rules that wait only where they say what ends the wait. */
const needsUntil: ReadonlySet<string> = new Set(["follow", "back-off", "dispose"]);

/** The reason of a rule that sends nothing. */
function reasonOf(rule: string) {
  if (rule === "pause") return "Paused";
  if (rule === "report-invalid") return "InvalidSpec";
  if (rule === "await-job" || rule === "follow") return "JobNotReady";
  if (rule === "back-off") return "BackingOff";
  if (rule === "finish") return "SnapshotRunning";
  return rule === "dispose" || rule === "keep-needed" ? "DisposalBlocked" : undefined;
}

/** In the order in which they are shown. */
export const conditions: readonly AnyRow<SnapshotFinding>[] = [completed, waiting];
