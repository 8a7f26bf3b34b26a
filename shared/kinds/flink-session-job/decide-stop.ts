import { nothing, type Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { chooseStop, type Stop, type Stopping } from "../../flink/choose-stop.ts";
import { chosenState, wayOut } from "../../flink/chosen-state.ts";
import { doubtLeft } from "../../flink/doubt.ts";
import { holdOf } from "../../flink/failed-stop.ts";
import { isTerminal } from "../../flink/looks.ts";
import { type FlinkMemory, toMemory } from "../../flink/memory.ts";
import { describe, type Restore } from "../../flink/restore.ts";
import { followEnding, sendCancel, sendStop } from "../../flink/stop-job.ts";
import { isLost } from "./decide-start.ts";
import type { Act, View } from "./view.ts";
import type { Wanted } from "./wanted.ts";

type Rule = Decision<View, Plan<Act>>;

/** Brings the job to an end, because another spec, or none, is to run. */
export const beginStop: Rule = {
  name: "begin-stop",
  why: "What runs is not what is wanted. Before it is ended it is known how its state survives (2.7).",
  decide: (view) => {
    const { memory, wanted, job } = view;
    if (memory === undefined || wanted === undefined || !isToStop(memory, wanted)) return undefined;
    const held = recentFailure(view, memory, wanted);
    if (held !== undefined) {
      const why = `The savepoint before the change failed, and the job runs on as it was: ${held.why}`;
      return { ...nothing(why), revisit: held.revisit };
    }
    const chosen = chosenState(wanted);
    if (chosen?.from === "savepoint") return drop(view, memory, chosen);
    if (memory.phase === "starting" && job.found === "missing" && !isLost(view)) return giveUpStart(view, memory);
    if (job.found === "missing" && memory.ended !== undefined) return drop(view, memory, memory.ended.restore);
    return carryOut(view, memory, chooseStop(toStopping(view, memory, wanted)).result);
  },
};

/** Why the last try failed, while it is too early for another one; what its cluster has lost runs on no more. */
function recentFailure({ now, settings, job }: View, { failure }: FlinkMemory, { spec }: Wanted) {
  return job.found === "missing" ? undefined : holdOf(failure, { spec, now, retryMs: settings.rejectedRetryMs });
}

/** True where what runs, or is being started, is not what is to run. */
export function isToStop({ phase }: FlinkMemory, { change, running }: Wanted): boolean {
  if (phase === "starting") return change !== "none" || !running;
  return phase === "deployed" && (!running || change === "upgrade" || change === "redeploy" || change === "scale");
}

/** Nothing ran, unless a start that was not confirmed still comes through. */
function giveUpStart(view: View, memory: FlinkMemory): Plan<Act> {
  const { now } = view;
  if (doubtLeft(view) > 0) {
    return { ...nothing("A start that was not confirmed may still come through."), revisit: "waiting" };
  }
  const done = toMemory({ ...memory, phase: "stopped", at: now, state: memory.origin });
  return { why: "The start is given up; nothing of it runs.", actions: [], memory: { done }, revisit: "moving" };
}

/** What the choice of a way to stop looks at; the cluster stays. */
export function toStopping({ job, cluster, now }: View, memory: FlinkMemory, wanted: Wanted): Stopping {
  const { mode, namesMode, mayFallBack, maxCheckpointAgeMs, savepointDir } = wanted;
  return {
    kind: "session",
    mode,
    namesMode,
    mayFallBack,
    maxCheckpointAgeMs,
    jobManager: { found: "missing" },
    ha: { found: "unasked" },
    keepsHa: cluster.found === "session" && cluster.ha,
    changesVersion: false,
    cancels: true,
    stakes: wanted.stakes(),
    hasSavepointDir: savepointDir !== undefined,
    job,
    now,
    origin: memory.origin,
  };
}

/** True where the job is not ended because nothing of its state would be left. */
export function isAtRisk(view: View, memory: FlinkMemory, wanted: Wanted): boolean {
  return chooseStop(toStopping(view, memory, wanted)).rule === "secure";
}

/** The plan that ends a job the chosen way. */
export function carryOut(view: View, memory: FlinkMemory, stop: Stop): Plan<Act> {
  if (stop.how === "drop") return drop(view, memory, stop.state);
  if (stop.how === "savepoint") return sendStop(view, memory, 1);
  if (stop.how === "cancel") return sendCancel(view, memory);
  if (stop.how === "wait") {
    // Nobody knows whether what the cluster has lost comes back, so that its user may end the wait.
    const until = view.job.found === "missing" ? `${stop.until} ${wayOut}` : stop.until;
    return { ...nothing(stop.why), until, revisit: "waiting" };
  }
  return nothing(`${stop.why} ${wayOut}`);
}

/** Follows a stop that was begun, until the state of the job is secured. */
export const followStop: Rule = {
  name: "follow-stop",
  why: "Nothing is ended while Flink may still be writing what the next start begins with.",
  decide: (view) => {
    const { memory, wanted, cluster } = view;
    if (memory?.phase !== "stopping" || memory.state !== undefined) return undefined;
    const chosen = wanted && chosenState(wanted);
    if (chosen !== undefined) return drop(view, memory, chosen);
    if (cluster.found !== "session") return nothing(`The cluster went while the job was being stopped. ${wayOut}`);
    if (view.job.found === "missing") return nothing(`The cluster lost the job while it was being stopped. ${wayOut}`);
    return followEnding(view, memory);
  },
};

/** Notes where the state is, and nothing more: the job is ended by the next look, which finds it on record. */
function drop(view: View, memory: FlinkMemory, state: Restore): Plan<Act> {
  const before = toMemory({ ...memory, phase: "stopping", at: view.now, state });
  const why = `The job is stopped, and goes on ${describe(state)}.`;
  return { why, intents: view.record?.intents ?? [], memory: { before }, actions: [], revisit: "moving" };
}

/** Ends the job, once its state is secured. */
export const endJob: Rule = {
  name: "end-job",
  why: "The next start waits until this job is gone: two of them would write the same output.",
  decide: (view) => {
    const { memory, cluster, job, endpoint, now } = view;
    if (memory?.phase !== "stopping" || memory.state === undefined) return undefined;
    const { jobId = "" } = memory;
    const isGone = cluster.found !== "session" || (cluster.status === "MISSING" && !cluster.ha);
    if (isGone || (job.found === "job" && isTerminal(job.job.state)) || (job.found === "missing" && !doubtLeft(view))) {
      const done = toMemory({ ...memory, phase: "stopped", at: now });
      return { why: "The job has ended.", actions: [], memory: { done }, revisit: "moving" };
    }
    if (job.found !== "job")
      return { ...nothing("Whether the job has ended cannot be told for now."), revisit: "waiting" };
    if (job.job.state === "CANCELLING") return { ...nothing("The job is being cancelled."), revisit: "moving" };
    return { why: "The job is cancelled.", actions: [{ type: "flink/cancel", endpoint, jobId }], revisit: "moving" };
  },
};
