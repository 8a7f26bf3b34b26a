import { nothing, type Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { chosenState, startsNothing, wayOut } from "../../flink/chosen-state.ts";
import { actedNonces } from "../../flink/decide-savepoint.ts";
import { jobIdOf } from "../../flink/ids.ts";
import { withoutEnding } from "../../flink/intents.ts";
import { type FlinkMemory, toMemory } from "../../flink/memory.ts";
import { deployments, ingresses } from "../../flink/object-kinds.ts";
import { describe, pathOf, type Restore } from "../../flink/restore.ts";
import { firstAttempt } from "../../flink/take-over.ts";
import { forgetOthers } from "./removals.ts";
import type { Act, View } from "./view.ts";
import type { ClusterObject, Wanted } from "./wanted.ts";

type Rule = Decision<View, Plan<Act>>;

/** First deploy of a resource that is to run (2.6). */
export const startFirst: Rule = {
  name: "start-first",
  why: "Nothing was ever deployed. What is about to be made goes on record first, since the answer may be lost (D6).",
  decide: (view) => {
    const { memory, wanted } = view;
    if (memory !== undefined || wanted === undefined) return undefined;
    if (!wanted.running) return nothing("spec.job.state is suspended, so that nothing is deployed.");
    const { initialSavepointPath: path } = wanted;
    return start(view, wanted, path === undefined ? { from: "nothing" } : { from: "savepoint", path });
  },
};

/** Applies once more what a deploy consists of, until all of it was taken. */
export const finishStart: Rule = {
  name: "finish-start",
  why: "A deploy that was cut short is applied whole once more; what is there already is equal and stays untouched.",
  decide: (view) => {
    const { memory, wanted } = view;
    if (memory?.phase !== "starting" || wanted === undefined || wanted.change !== "none") return undefined;
    if (view.taskManager.found === "present" && view.taskManager.deleting)
      return { ...nothing("TaskManagers of before are on their way down."), revisit: "moving" };
    return apply(view, runs(view, wanted), memory, "The deploy was not confirmed as a whole; it is applied once more.");
  },
};

/** Starts what was stopped, from where its state is. */
export const startAgain: Rule = {
  name: "start-again",
  why: "Nothing runs any more and the state is secured: from here the newest spec is deployed, whatever came before.",
  decide: (view) => {
    const { memory, wanted } = view;
    if (memory?.phase !== "stopped" || wanted === undefined) return undefined;
    if (!wanted.running) return nothing("The job is suspended.");
    const state = chosenState(wanted) ?? memory.state ?? memory.origin;
    if (state.from === "unknown") return nothing(`${startsNothing} ${state.why}. ${wayOut}`);
    if (state.from !== "last-state" || wanted.kind === "session") return start(view, wanted, state);
    const why = whyNotByMetadata(view, wanted);
    if (why !== undefined) return nothing(`Nothing is started: ${why} ${wayOut}`);
    return start(view, wanted, fromMetadata(view, memory));
  },
};

/**
 * What a job goes on from whose metadata is kept: its last checkpoint in it. One that never had a checkpoint goes on from what
 * it was started from; Flink refuses to start by metadata that tells of none.
 */
export function fromMetadata({ ha }: Pick<View, "ha">, { origin }: FlinkMemory): Restore {
  if (ha.found === "present" && ha.checkpoint) return { from: "last-state" };
  if (origin.from === "nothing") return origin;
  const path = pathOf(origin);
  return { from: "last-state", ...(path !== undefined && { path }) };
}

/** Why a job that was stopped with its metadata kept cannot go on from it. */
function whyNotByMetadata({ ha }: View, { ha: isOn, changesVersion }: Wanted): string | undefined {
  if (ha.found !== "present" || !ha.job) {
    return "the high-availability metadata that tells of the last checkpoint is gone.";
  }
  if (!isOn) return "its state is in high-availability metadata, and high availability is switched off now.";
  return changesVersion
    ? "its state is in metadata that another version of Flink cannot read. With spec.flinkVersion as it was it goes on from there."
    : undefined;
}

/** What is to run of what is wanted: the last stable spec from when a change that did not come up is rolled back (2.9). */
function runs({ memory, stable }: View, wanted: Wanted): Wanted {
  return memory?.rollback !== undefined && wanted.change === "none" && stable !== undefined ? stable : wanted;
}

/** The plan that deploys the wanted spec as the next attempt. */
export function start(view: View, wanted: Wanted, origin: Restore): Plan<Act> {
  const run = runs(view, wanted);
  const { memory: before, object, now } = view;
  const attempt = before === undefined ? firstAttempt(object, now) : before.attempt + 1;
  const ownId = wanted.jobId ?? jobIdOf(object.metadata.uid ?? "", attempt);
  const jobId = origin.from === "last-state" ? (before?.jobId ?? ownId) : ownId;
  const memory: FlinkMemory = {
    attempt,
    phase: "starting",
    ...(wanted.kind === "application" && jobId !== undefined && { jobId }),
    spec: wanted.spec,
    version: run.version,
    ha: run.ha,
    endpoint: run.endpoint,
    nonces: actedNonces(before, wanted),
    ...(before?.taken !== undefined && { taken: before.taken }),
    ...(before?.snapshots !== undefined && { snapshots: before.snapshots }),
    generation: wanted.generation,
    at: now,
    origin,
    ...(origin.from === "last-state" && origin.path === undefined && { checkpointed: true as const }),
    ...(before?.stable !== undefined && { stable: before.stable }),
    ...(before?.ingress !== undefined && { ingress: { hash: "" } }),
    ...(before?.restarted !== undefined && before.spec === wanted.spec && { restarted: before.restarted }),
    ...(run !== wanted && { rollback: "rolling-back" }),
  };
  const what = wanted.kind === "application" ? `The job is deployed ${describe(origin)}.` : "The cluster is deployed.";
  const { record } = view;
  return { ...apply(view, run, memory, what), intents: record === undefined ? [] : withoutEnding(record).intents };
}

function apply(view: View, wanted: Wanted, memory: FlinkMemory, why: string): Plan<Act> {
  const { now, jobManager, taskManager } = view;
  const { attempt, jobId, origin } = memory;
  const isThere = ({ object }: ClusterObject) =>
    (object.metadata.name === view.object.metadata.name ? jobManager : taskManager).found === "present";
  const { objects, problems } = wanted.objects({ attempt, jobId, restore: origin });
  if (objects === undefined)
    return nothing(`The cluster cannot be built: ${problems[0]?.path} ${problems[0]?.message}.`);
  const parts = objects.filter(({ kind }) => kind !== ingresses);
  const cleared = jobId === undefined ? [] : forgetOthers(view, jobId);
  return {
    why,
    actions: [...cleared, ...parts.flatMap((one) => toAction(one, isThere(one)))],
    memory: { before: toMemory(memory), done: toMemory({ ...memory, phase: "deployed", at: now }) },
    revisit: "moving",
  };
}

/**
 * Deployments are created and never applied: one that is sent late, after its deploy was taken away, finds the next one's
 * and does it no harm. Everything else is applied, and equal ones stay as they are.
 */
function toAction({ kind, object }: ClusterObject, isThere: boolean): Act[] {
  if (kind !== deployments) return [{ type: "kubernetes/apply", kind, object }];
  return isThere ? [] : [{ type: "kubernetes/create", kind, object }];
}
