import { nothing, type Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { chosenState, startsNothing, wayOut } from "../../flink/chosen-state.ts";
import { actedNonces } from "../../flink/decide-savepoint.ts";
import { doubtLeft } from "../../flink/doubt.ts";
import { jobIdOf } from "../../flink/ids.ts";
import { type FlinkMemory, toMemory } from "../../flink/memory.ts";
import { describe, pathOf, type Restore } from "../../flink/restore.ts";
import { firstAttempt } from "../../flink/take-over.ts";
import type { Jar } from "../../ports/flink-answers.ts";
import { jarNameOf } from "./jar-names.ts";
import { describeRefusal } from "./refusal.ts";
import type { Act, View } from "./view.ts";
import type { Wanted } from "./wanted.ts";

type Rule = Decision<View, Plan<Act>>;

/** First start of a job that is to run (2.6). */
export const startFirst: Rule = {
  name: "start-first",
  why: "Nothing was ever started. The job's id goes on record first, so that whatever comes of it is found again (D6).",
  decide: (view) => {
    const { memory, wanted } = view;
    if (memory !== undefined || wanted === undefined) return undefined;
    const { initialSavepointPath: path } = wanted;
    return start(view, wanted, path === undefined ? { from: "nothing" } : { from: "savepoint", path });
  },
};

/** Starts what was stopped, from where its state is. */
export const startAgain: Rule = {
  name: "start-again",
  why: "Nothing runs any more and the state is secured: from here the newest spec is started, whatever came before.",
  decide: (view) => {
    const { memory, wanted } = view;
    if (memory?.phase !== "stopped" || wanted === undefined) return undefined;
    const state = chosenState(wanted) ?? memory.state ?? memory.origin;
    if (state.from === "unknown") return nothing(`${startsNothing} ${state.why}. ${wayOut}`);
    return start(view, wanted, state);
  },
};

/** Brings a job to running that was begun: its jar, then the job, then the jar away again. */
export const submit: Rule = {
  name: "submit",
  why: "Each step is found again on the cluster: a jar by its name, a job by its id. So each is done once, whoever died on the way.",
  decide: (view) => {
    const { memory, wanted, job, jars } = view;
    if (memory?.phase !== "starting" || wanted === undefined || memory.spec !== wanted.spec || !wanted.running) {
      return undefined;
    }
    if (isLost(view)) return undefined;
    if (jars.found !== "listed") return { ...nothing(unansweredOf(view)), revisit: "waiting" };
    if (job.found === "job") return cleanUp(view, memory, jars.jars);
    if (doubtLeft(view) > 0) {
      return { ...nothing("A start that was not confirmed may still come through."), revisit: "moving" };
    }
    const refusal = refusalOf(view, wanted);
    if (refusal !== undefined) return refusal;
    const name = jarNameOf(memory.jobId ?? "");
    const jar = jars.jars.find((one) => one.name === name);
    return jar === undefined ? upload(view, wanted, memory) : run(view, wanted, memory, jar);
  },
};

/** Starts a job without state again that its cluster has lost (2.2). */
export const resubmit: Rule = {
  name: "resubmit",
  why: "A job without state loses nothing by starting anew; any other would, so that the user decides.",
  decide: (view) => {
    const { wanted, cluster } = view;
    if (wanted === undefined || !isLost(view)) return undefined;
    const lasts = cluster.found === "session" && cluster.ha;
    if (wanted.mode === "stateless") return lasts ? nothing(mayComeBack) : start(view, wanted, { from: "nothing" });
    return nothing(
      "The cluster does not know the job any more. Set spec.job.initialSavepointPath and a new " +
        "spec.job.savepointRedeployNonce to start from a path that you know, or spec.job.upgradeMode to stateless and a " +
        "new spec.restartNonce to start without state.",
    );
  },
};

/** Two of a job would run where it were started anew just as the cluster's metadata brings it back. */
const mayComeBack =
  "The cluster does not know the job any more, which its high availability may bring back. Set a new spec.restartNonce to " +
  "start it anew, without state.";

/** True where the cluster has taken the job and does not know it any more. */
export function isLost({ memory, job }: Pick<View, "memory" | "job">): boolean {
  if (memory === undefined || job.found !== "missing" || memory.ended !== undefined) return false;
  return memory.phase === "deployed" || (memory.phase === "starting" && memory.accepted === true);
}

/** The plan that starts the wanted spec as the next attempt. */
function start(view: View, wanted: Wanted, origin: Restore): Plan<Act> {
  const { memory: before, object, now } = view;
  if (wanted.jar === undefined) return nothing("spec.job.jarURI names no jar, so that there is nothing to start.");
  const attempt = before === undefined ? firstAttempt(object, now) : before.attempt + 1;
  const memory: FlinkMemory = {
    attempt,
    phase: "starting",
    jobId: jobIdOf(object.metadata.uid ?? "", attempt),
    spec: wanted.spec,
    version: wanted.version,
    ha: view.cluster.found === "session" && view.cluster.ha,
    nonces: actedNonces(before, wanted),
    ...(before?.taken !== undefined && { taken: before.taken }),
    ...(before?.snapshots !== undefined && { snapshots: before.snapshots }),
    generation: wanted.generation,
    at: now,
    origin,
    ...(before?.stable !== undefined && { stable: before.stable }),
    ...(before?.restarted !== undefined && before.spec === wanted.spec && { restarted: before.restarted }),
  };
  return { ...upload(view, wanted, memory), why: `The job is started ${describe(origin)}.` };
}

function upload(view: View, { jar }: Wanted, memory: FlinkMemory): Plan<Act> {
  if (jar === undefined) return nothing("spec.job.jarURI names no jar, so that there is nothing to start.");
  const { endpoint } = view;
  return {
    why: "The jar is brought to the cluster.",
    intents: view.record?.intents ?? [],
    memory: { before: toMemory(memory) },
    actions: [{ type: "flink/upload", endpoint, artifact: jar, fileName: jarNameOf(memory.jobId ?? "") }],
    revisit: "moving",
  };
}

/** Flink takes an id once, so that a run that is sent again after doubt starts no second job; its main() runs again. */
function run(view: View, wanted: Wanted, memory: FlinkMemory, { id: jarId }: Jar): Plan<Act> {
  const savepointPath = pathOf(memory.origin);
  const request = {
    ...wanted.run,
    jobId: memory.jobId ?? "",
    ...(savepointPath !== undefined && { savepointPath }),
  };
  return {
    why: `The job is started ${describe(memory.origin)}.`,
    intents: view.record?.intents ?? [],
    memory: { before: toMemory(memory), done: toMemory({ ...memory, accepted: true }) },
    actions: [{ type: "flink/run", endpoint: view.endpoint, jarId, request }],
    revisit: "moving",
  };
}

function cleanUp({ endpoint, now }: View, memory: FlinkMemory, jars: readonly Jar[]): Plan<Act> {
  return {
    why: "The job is there; its jar is not needed any more.",
    actions: jars.map(({ id }) => ({ type: "flink/delete-jar", endpoint, jarId: id })),
    memory: { done: toMemory({ ...memory, phase: "deployed", at: now }) },
    revisit: "moving",
  };
}

function unansweredOf({ job, jars }: View): string {
  const fault = job.found === "unreachable" ? job.fault : jars.found === "unreachable" ? jars.fault : undefined;
  return `The cluster does not answer${fault === undefined ? "." : `: ${fault.message}`}`;
}

/** What Flink or the jar's origin refused is not sent again at every look. */
export function refusalOf({ record, settings, now }: View, { spec }: Wanted): Plan<Act> | undefined {
  const { rejected } = record ?? {};
  if (rejected?.hash !== spec || rejected.at + settings.rejectedRetryMs <= now) return undefined;
  const { why, until } = describeRefusal(rejected);
  return { ...nothing(why), until };
}
