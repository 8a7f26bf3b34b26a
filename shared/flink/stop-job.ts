import { nothing, type Plan } from "../core/action.ts";
import type { KubeObject } from "../core/object.ts";
import type { Intent, OperatorRecord } from "../core/record.ts";
import type { FlinkAction } from "../ports/flink-actions.ts";
import type { FlinkEndpoint, SavepointFormat } from "../ports/flink-rest.ts";
import { triggerIdOf } from "./ids.ts";
import { cancelIntent, intentOf, stopIntent } from "./intents.ts";
import type { JobLook, StopLook } from "./looks.ts";
import { type FlinkMemory, toMemory } from "./memory.ts";
import { lateness, paceOf } from "./patience.ts";
import { formatOf } from "./savepoint-format.ts";

/** What the end of a job is asked for and followed by. */
export interface Ending {
  readonly object: KubeObject;
  readonly settings: { readonly quarantineMs: number };
  /** Milliseconds since the epoch by the API server's clock. */
  readonly now: number;
  readonly record: OperatorRecord | undefined;
  readonly endpoint: FlinkEndpoint;
  readonly job: JobLook;
  readonly stop: StopLook;
  readonly wanted:
    | {
        readonly savepointDir: string | undefined;
        readonly savepointFormat: SavepointFormat;
        readonly cancelTimeoutMs: number;
      }
    | undefined;
}

/** What is to be done about an end that was asked for; undefined where none was. */
export function followEnding(view: Ending, memory: FlinkMemory, drain = false): Plan<FlinkAction> | undefined {
  const stop = intentOf(view.record, stopIntent);
  if (stop !== undefined) return followSavepoint(view, memory, stop, drain);
  const cancel = intentOf(view.record, cancelIntent);
  return cancel === undefined ? undefined : followCancel(view, memory, cancel);
}

function followSavepoint(view: Ending, memory: FlinkMemory, intent: Intent, drain: boolean): Plan<FlinkAction> {
  const { stop, job, now, settings } = view;
  const pace = paceOf(intent.at, now);
  if (stop.found === "running") return { ...nothing("The job is stopped with a savepoint."), revisit: pace };
  if (stop.found === "unreachable") {
    return { ...nothing(`What became of the savepoint cannot be asked: ${stop.fault.message}`), revisit: "waiting" };
  }
  if (
    stop.found === "forgotten" &&
    job.found === "job" &&
    job.job.state === "RUNNING" &&
    intent.at + settings.quarantineMs <= now
  ) {
    return sendStop(view, memory, intent.attempt + 1, drain);
  }
  return { ...nothing("Whether the savepoint was taken is not known yet."), revisit: pace };
}

/** Between two cancels, in milliseconds; each is on record, and each writing of that is an event. */
const cancelAgainMs = 10_000;

function followCancel(view: Ending, memory: FlinkMemory, intent: Intent): Plan<FlinkAction> {
  const { job, now, wanted } = view;
  const isDue = now - intent.at >= cancelAgainMs;
  if (isDue && job.found === "job" && job.job.state !== "CANCELLING") return sendCancel(view, memory);
  const late = lateness(memory.at, now, wanted?.cancelTimeoutMs, "flink.client.cancel.timeout");
  return {
    ...nothing(["The job is being cancelled.", late].filter((one) => one !== undefined).join(" ")),
    revisit: paceOf(memory.at, now),
  };
}

/** The same trigger again is the same stop to Flink, so that a repeat after doubt takes no second savepoint. */
export function sendStop(view: Ending, memory: FlinkMemory, attempt: number, drain = false): Plan<FlinkAction> {
  const { object, now, record, wanted } = view;
  const { jobId = "" } = memory;
  // After a failure another id, since Flink would answer the same one with the same failure (REST fact 4).
  const purpose = `stop/${memory.failure?.at ?? 0}`;
  const open = intentOf(record, stopIntent);
  const triggerId = open?.content ?? triggerIdOf(object.metadata.uid ?? "", purpose, memory.attempt);
  const { savepointDir: targetDirectory, savepointFormat = "CANONICAL" } = wanted ?? {};
  const formatType = (open && formatOf(open)) ?? savepointFormat;
  const intent: Intent = { key: stopIntent, attempt, at: now, content: triggerId, details: { formatType } };
  const request = { triggerId, targetDirectory, formatType, drain };
  return {
    why: "The job is stopped with a savepoint.",
    intents: [...(record?.intents ?? []).filter(({ key }) => key !== stopIntent), intent],
    memory: { before: toMemory({ ...memory, phase: "stopping", at: now }) },
    actions: [{ type: "flink/stop", endpoint: view.endpoint, jobId, request }],
    revisit: "moving",
  };
}

/** Asks the job to end where it is; its last checkpoint is read once it has. */
export function sendCancel(view: Ending, memory: FlinkMemory): Plan<FlinkAction> {
  const { now, record } = view;
  const { jobId = "" } = memory;
  const intent: Intent = { key: cancelIntent, attempt: 1, at: now, content: jobId };
  return {
    why: "The job is cancelled; its last checkpoint is read at its end.",
    intents: [...(record?.intents ?? []).filter(({ key }) => key !== cancelIntent), intent],
    memory: { before: toMemory({ ...memory, phase: "stopping", at: memory.phase === "stopping" ? memory.at : now }) },
    actions: [{ type: "flink/cancel", endpoint: view.endpoint, jobId }],
    revisit: "moving",
  };
}
