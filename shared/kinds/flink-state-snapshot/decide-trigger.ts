import { nothing, type Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { triggerIdOf } from "../../flink/ids.ts";
import { atLeast, findFlinkVersion } from "../../flink/versions.ts";
import { failed, openTrigger, type SnapshotMemory, toMemory, triggerIntent } from "./memory.ts";
import type { Readiness } from "./readiness.ts";
import { untilRetry } from "./retry.ts";
import type { Act, View } from "./view.ts";

type Rule = Decision<View, Plan<Act>>;
type Running = Extract<Readiness, { readonly is: "running" }>;

/** Waits after a failure, or for good. */
export const backOff: Rule = {
  name: "back-off",
  why: "A job that could not give a snapshot is left alone for a while, longer after each failure (2.12).",
  decide: (view) => {
    const { memory } = view;
    if (memory?.phase !== "failed") return undefined;
    const left = untilRetry(view, memory);
    const error = memory.error ?? "";
    if (left === undefined) return nothing(`No further try is allowed by spec.backoffLimit: ${error}`);
    if (left === 0) return undefined;
    const until = `The next try is due at ${new Date(view.now + left).toISOString()}.`;
    return { ...nothing(`Try ${memory.attempt} failed: ${error}`), until, revisit: "waiting", revisitAfterMs: left };
  },
};

/** Follows what was sent, and sends it again where it cannot have come. */
export const follow: Rule = {
  name: "follow",
  why: "One trigger at a time: until its end is known, or it is known to be lost, no other is sent.",
  decide: (view) => {
    const { memory, record, trigger, readiness, now, settings } = view;
    const intent = openTrigger(record);
    if (memory?.phase !== "in-progress" || intent === undefined) return undefined;
    if (trigger.found === "running") return { ...nothing(`The ${memory.snapshot} is being taken.`), revisit: "moving" };
    if (trigger.found === "unreachable") {
      return { ...nothing(`What became of it cannot be asked: ${trigger.fault.message}`), revisit: "waiting" };
    }
    const isLost =
      trigger.found === "forgotten" && intent.at + settings.quarantineMs <= now && !isWritingSavepoint(view);
    if (isLost && readiness.is === "never") return undefined;
    if (isLost && readiness.is === "running") return send(view, memory, readiness, intent.attempt + 1);
    const unknown = { ...nothing("Whether Flink knows the request is not known yet."), revisit: "waiting" as const };
    if (readiness.is !== "not-yet") return unknown;
    return { ...unknown, until: `${readiness.why} The request is looked for once the job runs.` };
  },
};

/** Some savepoint is on its way, which may be the one whose trigger is forgotten. */
function isWritingSavepoint({ job }: View): boolean {
  const history = job.found === "job" ? (job.checkpoints?.history ?? []) : [];
  return history.some(({ isSavepoint, status }) => isSavepoint && status === "IN_PROGRESS");
}

/** Gives up where there is no job. */
export const abandon: Rule = {
  name: "abandon",
  why: "Of a job that does not run, and is not on its way, no snapshot can be taken (2.12).",
  decide: (view) => {
    const { readiness, now } = view;
    if (readiness.is !== "never") return undefined;
    const base = view.memory ?? first(view);
    return {
      ...nothing(readiness.why),
      memory: { done: toMemory({ ...base, phase: "abandoned", error: readiness.why, at: now }) },
    };
  },
};

/** Waits for a job that is on its way. */
export const awaitJob: Rule = {
  name: "await-job",
  why: "Only a running job can give a snapshot.",
  decide: ({ readiness }) =>
    readiness.is === "not-yet"
      ? { ...nothing(readiness.why), until: "It goes on when the job runs.", revisit: "waiting" }
      : undefined,
};

/** Sends the next try. */
export const trigger: Rule = {
  name: "trigger",
  why: "Everything that speaks against it has been asked; the try is on record before it is sent (D6).",
  decide: (view) => {
    const { readiness, now } = view;
    if (readiness.is !== "running") return nothing("There is no job to ask.");
    const { snapshot, target } = view.wanted ?? {};
    const before = view.memory ?? first(view);
    const base = { ...before, ...(snapshot && { snapshot }), ...(target && { target }) };
    const { name } = findFlinkVersion(readiness.version) ?? {};
    if (base.snapshot === "checkpoint" && name !== undefined && !atLeast(name, "v1_17")) {
      const why = `Flink takes checkpoints on request from 1.17 on, and the job runs on ${name}.`;
      return { ...nothing(why), memory: { done: toMemory(failed(base, why, now)) }, revisit: "moving" };
    }
    return send(view, { ...base, attempt: base.attempt + 1, sentAt: now }, readiness, 1);
  },
};

function first({ wanted, now }: View): SnapshotMemory {
  const { snapshot = "savepoint", target } = wanted ?? {};
  return { phase: "failed", attempt: 0, snapshot, ...(target && { target }), failures: 0, at: now };
}

/** The same trigger again is the same snapshot to Flink while it knows it, so that a repeat after doubt takes no second one. */
function send(view: View, memory: SnapshotMemory, running: Running, sending: number): Plan<Act> {
  const { object, now, wanted } = view;
  const { endpoint, jobId, checkpointType, savepointDir } = running;
  const triggerId = triggerIdOf(object.metadata.uid ?? "", "snapshot", memory.attempt);
  const { snapshot } = memory;
  const { path: targetDirectory = savepointDir, format: formatType = "CANONICAL" } = wanted ?? {};
  const before: SnapshotMemory = { ...memory, phase: "in-progress", jobId, triggerId, at: now };
  const request = { endpoint, jobId };
  return {
    why: `A ${snapshot} is asked for.`,
    intents: [{ key: triggerIntent, attempt: sending, at: now, content: triggerId }],
    memory: { before: toMemory(before) },
    actions: [
      snapshot === "savepoint"
        ? { type: "flink/savepoint", ...request, request: { triggerId, targetDirectory, formatType } }
        : { type: "flink/checkpoint", ...request, request: { triggerId, checkpointType } },
    ],
    revisit: "moving",
  };
}
