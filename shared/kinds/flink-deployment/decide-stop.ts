import { nothing, type Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { chooseStop, type Stop, type Stopping } from "../../flink/choose-stop.ts";
import { chosenState, wayOut } from "../../flink/chosen-state.ts";
import { doubtLeft, endingLeft } from "../../flink/doubt.ts";
import { holdOf } from "../../flink/failed-stop.ts";
import { isEnding } from "../../flink/looks.ts";
import { type FlinkMemory, toMemory } from "../../flink/memory.ts";
import { describe, type Restore } from "../../flink/restore.ts";
import { stateAtEnd } from "../../flink/state-at-end.ts";
import { followEnding, sendCancel, sendStop } from "../../flink/stop-job.ts";
import { holdForJobs } from "./jobs-at-risk.ts";
import { awaitPods, forgetJob, removals } from "./removals.ts";
import type { Act, View } from "./view.ts";
import type { Wanted } from "./wanted.ts";

type Rule = Decision<View, Plan<Act>>;

/** Brings what is deployed to an end, because another spec, or none, is to run. */
export const beginStop: Rule = {
  name: "begin-stop",
  why: "What runs is not what is wanted. Before anything is taken away it is known how its state survives (2.7).",
  decide: (view) => {
    const { memory, wanted } = view;
    if (memory === undefined || wanted === undefined || !isToStop(memory, wanted)) return undefined;
    const isThere = view.jobManager.found === "present" || (view.ha.found === "present" && view.ha.checkpoint);
    if (memory.phase === "starting" && !isThere) {
      const why = "Nothing of the deploy ran; the newest spec is deployed instead.";
      return drop(view, { ...memory, unstarted: true }, memory.origin, why);
    }
    const held = recentFailure(view, memory, wanted);
    if (held !== undefined) return { ...nothing(`${heldWhy} ${held.why}`), revisit: held.revisit };
    const chosen = chosenState(wanted);
    if (wanted.change === "redeploy" && chosen?.from === "savepoint") {
      return drop(view, memory, chosen, "The job is started anew from spec.job.initialSavepointPath.");
    }
    if (wanted.kind === "session") return drop(view, memory, { from: "nothing" }, "The cluster is deployed anew.");
    const { restore } = memory.ended ?? {};
    if (restore !== undefined && wanted.mode !== "stateless" && isForgotten(view)) {
      return drop(view, memory, restore, `The job ended before, and goes on ${describe(restore)}.`);
    }
    return carryOut(view, memory, chooseStop(toStopping(view, memory, wanted)).result);
  },
};

/** True where nobody is left who knows the job; a JobManager that was restarted after its end runs it no more. */
export function isForgotten({ jobManager, job }: Pick<View, "jobManager" | "job">): boolean {
  return jobManager.found === "missing" || job.found === "missing";
}

const heldWhy = "The savepoint before the change failed, and the job runs on as it was:";

/** Why the last try failed, while it is too early for another one of the same spec. */
function recentFailure({ now, settings, job }: View, { failure }: FlinkMemory, { spec }: Wanted) {
  if (job.found !== "job" || job.job.state !== "RUNNING") return undefined;
  return holdOf(failure, { spec, now, retryMs: settings.rejectedRetryMs });
}

/** What begin-stop waits for, in a word; the rule of the choice tells. */
export function stopWaitOf(view: View): StopWait {
  const { memory, wanted } = view;
  if (memory === undefined || wanted === undefined) return "JobNotReady";
  if (recentFailure(view, memory, wanted) !== undefined) return "SavepointFailed";
  return stopWaits[chooseStop(toStopping(view, memory, wanted)).rule] ?? "JobManagerSilent";
}

type StopWait =
  | "SavepointFailed"
  | "StateUnknown"
  | "StateAtRisk"
  | "JobEnding"
  | "JobNotReady"
  | "CheckpointRunning"
  | "JobManagerSilent";

const stopWaits: Readonly<Record<string, StopWait>> = {
  ended: "StateUnknown",
  "give-up": "StateUnknown",
  secure: "StateAtRisk",
  ending: "JobEnding",
  "await-savepoint": "JobNotReady",
  "too-old": "CheckpointRunning",
};

/** What the choice of a way to stop looks at. */
export function toStopping(view: View, memory: FlinkMemory, wanted: Wanted): Stopping {
  const { jobManager, job, ha, now } = view;
  const { mode, namesMode, keepsHa, changesVersion, savepointDir, mayFallBack, cancels, maxCheckpointAgeMs } = wanted;
  const asked = { mode, namesMode, keepsHa, changesVersion, mayFallBack, cancels, maxCheckpointAgeMs };
  const seen = { jobManager, job, ha, now, origin: memory.origin };
  const stakes = wanted.stakes();
  return { kind: "application", ...asked, ...seen, stakes, hasSavepointDir: savepointDir !== undefined };
}

/** True where what is deployed, or being deployed, is not what is to run. */
export function isToStop({ phase }: FlinkMemory, { change, running }: Wanted): boolean {
  const differs = change === "upgrade" || change === "redeploy" || change === "scale";
  return (phase === "deployed" && (differs || !running)) || (phase === "starting" && change !== "none");
}

/** The plan that stops a job the chosen way. */
export function carryOut(view: View, memory: FlinkMemory, stop: Stop): Plan<Act> {
  if (stop.how === "drop") {
    const stopped: FlinkMemory = stop.unstarted === true ? { ...memory, unstarted: true } : memory;
    return drop(view, stopped, stop.state, `The job is stopped, and goes on ${describe(stop.state)}.`);
  }
  if (stop.how === "savepoint") return sendStop(view, memory, 1);
  if (stop.how === "cancel") return sendCancel(view, memory);
  if (stop.how === "wait") return { ...nothing(stop.why), until: stop.until, revisit: "waiting" };
  return nothing(`${stop.why} ${wayOut}`);
}

/** Follows a stop that was begun, until the state of the job is secured. */
export const followStop: Rule = {
  name: "follow-stop",
  why: "Nothing is taken away while Flink may still be writing what the next deploy starts from.",
  decide: (view) => {
    const { memory, wanted, jobManager, ha } = view;
    if (memory?.phase !== "stopping" || memory.state !== undefined) return undefined;
    const chosen = wanted && chosenState(wanted);
    if (chosen !== undefined)
      return drop(view, memory, chosen, `The job goes on ${describe(chosen)}, as the spec says.`);
    if (jobManager.found === "missing") {
      // Where no checkpoint is left, the savepoint that was asked for may be all there is, and nobody knows its path.
      if (ha.found !== "present" || !ha.checkpoint)
        return nothing(`The JobManager went while the job was being stopped. ${wayOut}`);
      const why = "The JobManager went while the job was being stopped; its metadata is left.";
      return drop(view, memory, { from: "last-state" }, why);
    }
    return followEnding(view, memory);
  },
};

/** Notes where the state is, and nothing more: the cluster is taken away by the next look, which finds it on record. */
function drop(view: View, memory: FlinkMemory, state: Restore, why: string): Plan<Act> {
  const before = toMemory({ ...memory, phase: "stopping", at: view.now, state });
  return { why, intents: view.record?.intents ?? [], memory: { before }, actions: [], revisit: "moving" };
}

/** Takes the cluster away, once its job's state is secured. */
export const takeAway: Rule = {
  name: "take-away",
  why: "Where the state is goes on record first: with the cluster goes all that could tell it. A deploy that may still be applied late would bring back what is taken away here.",
  decide: (view) => {
    const { memory, record, wanted, jobManager, taskManager } = view;
    if (memory?.phase !== "stopping" || memory.state === undefined) return undefined;
    if (memory.unstarted === true && hasComeUp(view)) return comeBack(view, memory);
    const ended = endMeanwhile(view, memory);
    if (ended !== undefined) return ended;
    if (mayArriveLate(view)) {
      return { ...nothing("What was sent and not confirmed may still be applied."), revisit: "waiting" };
    }
    const held = holdForJobs(view);
    if (held !== undefined) return keepCluster(view, memory, held);
    const actions = removals(view);
    const claim = { intents: record?.intents ?? [], memory: { before: toMemory(memory) } };
    if (actions.length > 0) return { why: "The cluster is taken away.", ...claim, actions, revisit: "moving" };
    if (jobManager.found === "present" || taskManager.found === "present" || view.pods > 0) {
      return awaitPods(view);
    }
    const state = stateLeft(view, memory, memory.state);
    const done = toMemory({ ...memory, phase: "stopped", at: view.now, state });
    const why = "Nothing of the cluster runs any more.";
    const keeps = wanted?.kind === "session" && wanted.keepsHa;
    return { why, actions: keeps ? [] : forgetJob(view, state), memory: { done }, revisit: "moving" };
  },
};

/** True while a job is coming to its end that was to go on by the metadata which Flink deletes with that end. */
export function endsMeanwhile({ memory, job }: Pick<View, "memory" | "job">): boolean {
  return memory?.state?.from === "last-state" && job.found === "job" && isEnding(job.job);
}

/** A job that ends after its metadata was chosen goes on from its last checkpoint, as the metadata goes with it. */
function endMeanwhile(view: View, memory: FlinkMemory): Plan<Act> | undefined {
  if (memory.state?.from !== "last-state") return undefined;
  if (endsMeanwhile(view)) {
    return {
      ...nothing("The job is coming to its end, and is about to tell its last checkpoint."),
      revisit: "waiting",
    };
  }
  const state = stateAtEnd(view.job, memory.origin, true);
  const isKnown = state?.from === "savepoint" || state?.from === "nothing";
  return isKnown ? drop(view, memory, state, `The job ended meanwhile, and goes on ${describe(state)}.`) : undefined;
}

/** Where the state is once all is gone: what was taken for a deploy that never ran has a checkpoint where it did. */
function stateLeft({ ha }: View, { unstarted }: FlinkMemory, state: Restore): Restore {
  return unstarted === true && ha.found === "present" && ha.checkpoint ? { from: "last-state" } : state;
}

/** True while a deploy may still be applied, or an end may still reach the next run of the job under the same id. */
export function mayArriveLate(view: View): boolean {
  const isSameJob = view.memory?.state?.from === "last-state" || view.wanted?.jobId !== undefined;
  return doubtLeft(view) > 0 || (isSameJob && endingLeft(view) > 0);
}

function hasComeUp({ jobManager }: View): boolean {
  return jobManager.found === "present" && !jobManager.deleting && !jobManager.neverAvailable;
}

/** A job that came to a session cluster after its end was decided on keeps it, where it still stands. */
function keepCluster({ record, now, jobManager }: View, memory: FlinkMemory, held: Plan<Act>): Plan<Act> {
  if (jobManager.found !== "present" || memory.unstarted === true) return held;
  const { state: _none, rollback: _begun, ...deploy } = memory;
  const before = toMemory({ ...deploy, phase: "deployed", at: now });
  return { ...held, intents: record?.intents ?? [], memory: { before }, revisit: "moving" };
}

/** What was taken for a deploy that never ran runs; its state is asked for like that of any other. */
function comeBack({ record, now }: View, memory: FlinkMemory): Plan<Act> {
  const { state: _origin, unstarted: _wrong, rollback: _begun, ...deploy } = memory;
  return {
    ...nothing("The deploy came up after all; its state is secured before it is taken away."),
    intents: record?.intents ?? [],
    memory: { before: toMemory({ ...deploy, phase: "starting", at: now }) },
    revisit: "moving",
  };
}
