import { at } from "../../../../shared/core/json.ts";
import { conditionsOf, ownRecord } from "../../../../shared/core/kind.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { hasEnded } from "../../../../simulators/flink/jobs.ts";
import { forward } from "../../oracles/history.ts";
import { isToRun, jobNameOf } from "./deeds.ts";
import type { FlinkUniverse } from "./universe.ts";

type Oracle = (world: FlinkUniverse) => readonly string[];

/** S11: no job was started by Weir behind the newest state, but where the user said that there is none. */
const keepsState: Oracle = (world) =>
  world.kubelet.started.flatMap(({ id, lost, again }) =>
    lost > 0 && !again && !mayGoBack(world)
      ? [`S11: job ${id} was started ${lost} records behind its newest state`]
      : [],
  );

/** A JobManager of an application without high availability that dies runs the job again from where its deploy began. */
function mayGoBack(world: FlinkUniverse): boolean {
  return world.schedule.subject !== "session" && mayLoseTrack(world);
}

/**
 * S2: no more savepoints than were asked for. One whose JobManager was gone before it could be asked may be taken again, as
 * nobody else knows of it, and a snapshot that failed is tried anew, each try on its record.
 */
const once: Oracle = ({ kubelet, done, server }) => {
  const taken = [...kubelet.storage.values()].filter(({ isSavepoint, ends }) => isSavepoint && ends !== true).length;
  const count = (deed: string) => done.filter((one) => one === deed).length;
  const snapshots = server.cluster.all().filter(({ kind }) => kind === "FlinkStateSnapshot");
  const tries = snapshots.map((one) => Number(at(ownRecord(one)?.memory, "attempt") ?? 0));
  const asked = tries.reduce((sum, one) => sum + one, count("askSavepoint"));
  const gone = Math.max(0, kubelet.started.length - 1);
  return taken > asked + gone ? [`S2: ${asked} savepoints were asked for and ${taken} taken`] : [];
};

/** S8: with a resource goes all that was made for it. */
const leavesNothing: Oracle = ({ job, objects, kubelet, now, schedule }) => {
  if (job !== undefined) return [];
  const jobs = kubelet.processes(now()).flatMap((process) => [...process.jobs.values()]);
  const alive = jobs.filter((one) => !hasEnded(one)).map(({ id }) => `job ${id}`);
  const kinds = schedule.subject === "session" ? [] : ["Deployment", "Service", "ConfigMap", "Pod"];
  const left = kinds.flatMap((kind) => objects.all(kind).map(({ metadata }) => `${kind} ${metadata.name}`));
  return [...left, ...alive].map((one) => `S8: ${one} is left behind`);
};

/** L1 to L3: what the spec of the last edit wants is so. */
const arrives: Oracle = (world) => {
  const { server } = world;
  const open = server.cluster.all().flatMap((object) => atRest(object, world));
  return [...open, ...(world.job === undefined ? [] : asWanted(world.job, world))];
};

function atRest(object: KubeObject, world: FlinkUniverse): string[] {
  const { name, deletionTimestamp } = object.metadata;
  if (deletionTimestamp !== undefined) return [`L1: ${name} is still being deleted: ${wordsOf(object)}`];
  const { intents = [] } = ownRecord(object) ?? {};
  const isLost = mayLoseTrack(world) && at(object.status, "lifecycleState") === "FAILED";
  if (intents.length === 0 || isLost || waitsForJob(object, world)) return [];
  return [`L1: ${name} has open intents: ${intents.map(({ key }) => key).join(", ")}; ${wordsOf(object)}`];
}

/** A snapshot that was asked for of a job that does not come up, and says so. */
function waitsForJob({ kind, status }: KubeObject, { kubelet, now }: FlinkUniverse): boolean {
  const runs = kubelet.processes(now()).some(({ jobs }) => [...jobs.values()].some(({ state }) => state === "RUNNING"));
  const conditions = (at(status, "conditions") ?? []) as readonly { type: string; status: string }[];
  const waits = conditions.some((one) => one.type === "Waiting" && one.status === "True");
  return kind === "FlinkStateSnapshot" && !runs && waits;
}

function asWanted(object: KubeObject, world: FlinkUniverse): string[] {
  const lifecycle = at(object.status, "lifecycleState");
  const isBroken = String(at(object.spec, "image")).startsWith("broken");
  const running = world.kubelet
    .processes(world.now())
    .flatMap(({ jobs }) => [...jobs.values()])
    .filter(({ state }) => state === "RUNNING").length;
  if (running === 0 && mayLoseTrack(world) && lifecycle === "FAILED") {
    return wordsOf(object) === "" ? [`L3: ${object.metadata.name} does not run and says no word`] : [];
  }
  if (!isToRun(object)) {
    const rests = lifecycle === "SUSPENDED" || lifecycle === "CREATED";
    return rests && running === 0
      ? []
      : [`L1: a suspended job is ${lifecycle}, and ${running} run: ${wordsOf(object)}`];
  }
  if (isBroken) return running === 0 ? [] : [`L1: an image that cannot be pulled, and ${running} jobs run`];
  if (lifecycle !== "STABLE" || running !== 1)
    return [`L1: the job is ${lifecycle}, and ${running} run: ${wordsOf(object)}`];
  return [...isOfLastEdit(object, world), ...nonceIsAnswered(object)];
}

/** The arguments of the last edit are those of the job that runs. */
function isOfLastEdit({ metadata, spec, status }: KubeObject, { objects, schedule }: FlinkUniverse): string[] {
  const seen = at(status, "observedGeneration") === metadata.generation;
  const found = seen ? [] : [`L3: the status of ${metadata.name} is of generation ${at(status, "observedGeneration")}`];
  const args = at(spec, "job", "args");
  if (schedule.subject === "session" || !Array.isArray(args)) return found;
  const made = [
    objects.find("ConfigMap", "flink", "flink-config-orders"),
    objects.find("Deployment", "flink", "orders"),
  ];
  const runs =
    JSON.stringify(made).includes(args.join(";")) || JSON.stringify(made).includes(JSON.stringify(args).slice(1, -1));
  return runs ? found : [...found, `L1: the job does not run with ${args.join(" ")}`];
}

/** L2: a savepoint that is asked for was taken, or why not is on record. */
function nonceIsAnswered(object: KubeObject): string[] {
  const nonce = at(object.spec, "job", "savepointTriggerNonce");
  const answered = at(ownRecord(object)?.memory, "nonces", "savepoint");
  if (nonce === undefined || nonce === answered) return [];
  return [`L2: savepoint nonce ${nonce} is not answered; the last one was ${answered}`];
}

/**
 * Without high availability a JobManager that dies takes along what it knew of its job, and runs it again from where its deploy
 * began, also where it had ended. Where its state is then, nobody knows, and a job that is to be suspended FAILED as well. With it
 * the same holds for one that is removed before it kept any: nothing tells whether its job never began or has ended.
 */
function mayLoseTrack({ schedule, done, removedEarly }: FlinkUniverse): boolean {
  const keeps = schedule.subject === "last-state" || schedule.subject === "standalone";
  const isLost = done.some((deed) => deed === "killJobManager" || deed === "removeJobManager");
  return removedEarly || (!keeps && isLost);
}

/** What a user reads of what is in the way. */
function wordsOf(object: KubeObject): string {
  const waiting = conditionsOf(object).find(({ type, status }) => type === "Waiting" && status === "True");
  const error = at(object.status, "error");
  return waiting?.message ?? (typeof error === "string" ? error : "");
}

/** Every snapshot has come to its end where its job runs. */
const snapshotsEnd: Oracle = ({ server, schedule }) => {
  const job = server.cluster.find(jobNameOf(schedule));
  if (job === undefined || at(job.status, "lifecycleState") !== "STABLE") return [];
  return server.cluster.all().flatMap((object) => {
    const state = at(object.status, "state");
    if (object.kind !== "FlinkStateSnapshot" || state === "COMPLETED" || state === "ABANDONED" || state === "FAILED")
      return [];
    return [`L2: ${object.metadata.name} is ${state}: ${wordsOf(object)}`];
  });
};

/** What has to hold once a world is at rest. */
export const flinkOracles: readonly Oracle[] = [keepsState, once, leavesNothing, arrives, snapshotsEnd, forward];
