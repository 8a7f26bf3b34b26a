import { at, type JsonObject, type JsonValue } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import type { PassEnd } from "../../../shared/engine/engine.ts";
import { flinkSession } from "../../builders/flink-deployment.ts";
import { Crashes, type CrashPoint } from "../../world/crash.ts";
import { FlinkWorld } from "../../world/flink-world.ts";
import { shownSnapshots } from "./shown-snapshots.ts";

/** Something that a user or the world does, after everything before it has come to rest. */
export type Step =
  | { readonly edit: JsonObject }
  | { readonly remove: true }
  | { readonly act: (world: FlinkWorld) => void };

/** A story of a session job called `daily`. */
export interface SessionFlow {
  readonly name: string;
  readonly why: string;
  readonly job: KubeObject;
  /** Undefined: there is no cluster at first; otherwise changes to that of the stories. */
  readonly cluster: readonly JsonObject[] | undefined;
  /** The cluster is looked at in turn with the job from its making on, by a process that may die over either. */
  readonly withCluster?: true;
  readonly steps: readonly Step[];
  /** What is expected at its end. */
  readonly end: SessionEnd;
}

/** The end of a story, as far as a user sees it. */
export interface SessionEnd {
  /** `status.lifecycleState`; undefined for a resource that is gone. */
  readonly lifecycle: string | undefined;
  /** How often a job was started in all. */
  readonly starts: number;
  /** Jobs that run at the end. */
  readonly running: number;
  /** Some start knew less than the newest snapshot. */
  readonly loses?: boolean;
  /** Parallelism of each vertex that runs at the end. */
  readonly sizes?: readonly number[];
  /** Jars that are left on the cluster. */
  readonly jars?: number;
  readonly savepoints?: number;
  /** Resources of snapshots. */
  readonly snapshots?: readonly string[];
  /** Reason of the condition `Waiting`. */
  readonly waiting?: string | undefined;
  /** Reason of the cluster's condition `Waiting`. */
  readonly held?: string | undefined;
  /** `status.error`. */
  readonly error?: string | undefined;
}

/** How a story went. */
export interface Told {
  readonly world: FlinkWorld;
  readonly end: Required<SessionEnd>;
  readonly crashes: Crashes;
}

const restMs = 12_000;

/** So many looks that only wait are rest as well: from there on the tick looks. */
const patience = 12;

/** Plays a story, with crashes at some calls for the job; each is followed by a new process and a tick. */
export async function playSession(flow: SessionFlow, points: readonly CrashPoint[] = []): Promise<Told> {
  const world = new FlinkWorld();
  world.artifacts.files.set("https://repo.example.com/daily.jar", "com.example.Daily\n");
  if (flow.cluster !== undefined) {
    world.cluster.create(flinkSession(...flow.cluster));
    await world.follow();
  }
  const crashes = new Crashes(world, points);
  const looks = flow.withCluster === true ? ["orders", "daily"] : ["daily"];
  world.cluster.create(flow.job);
  await settle(world, crashes, looks);
  for (const step of flow.steps) {
    world.skip(restMs);
    if ("edit" in step) world.cluster.edit("daily", step.edit);
    else if ("remove" in step) world.cluster.remove("daily");
    else {
      step.act(world);
      if (flow.withCluster !== true) await crashes.aside(() => world.follow());
    }
    await settle(world, crashes, looks);
  }
  return { world, crashes, end: endOf(world) };
}

/** Passes once a second until nothing moves, dies and lives again, and ticks. */
async function settle(world: FlinkWorld, crashes: Crashes, looks: readonly string[]): Promise<void> {
  let [quiet, waits] = [0, 0];
  for (let round = 0; round < 400 && quiet < 2 && waits < patience; round += 1) {
    const end = await look(world, crashes, looks);
    if (end === "died" || crashes.isDead) {
      crashes.revive();
      world.boot();
      world.skip(15_000);
    } else world.skip(end === "settled" ? 15_000 : 1_000);
    waits = end === "waiting" ? waits + 1 : 0;
    quiet = end === "settled" ? quiet + 1 : 0;
  }
  if (quiet < 2 && waits < patience) {
    throw new Error(`it never came to rest: ${JSON.stringify(world.find("daily")?.status)}`);
  }
}

/** One pass over each; what moves most tells how they stand. */
async function look(world: FlinkWorld, crashes: Crashes, names: readonly string[]) {
  const ends: PassEnd[] = [];
  for (const name of names) {
    try {
      const { end } = name === "daily" ? await world.passJob(name) : await world.pass(name);
      ends.push(end);
    } catch (error) {
      if (!crashes.isDead) throw error;
      return "died";
    }
  }
  if (ends.every((end) => end === "settled" || end === "gone")) return "settled";
  return ends.find((end) => end === "moving") ?? "waiting";
}

function endOf(world: FlinkWorld): Required<SessionEnd> {
  const object = world.find("daily");
  const processes = world.kubelet.processes(world.clock.now());
  const jobs = processes.flatMap((process) => [...process.jobs.values()]);
  const atWork = jobs.filter(({ state }) => state === "RUNNING");
  const error = at(object?.status, "error");
  return {
    lifecycle: object === undefined ? undefined : String(at(object.status, "lifecycleState")),
    starts: world.kubelet.started.length,
    running: atWork.length,
    sizes: atWork.flatMap(({ vertices }) => vertices.map(({ parallelism }) => parallelism)),
    loses: world.kubelet.started.some(({ lost }) => lost > 0),
    jars: processes.reduce((sum, { jars }) => sum + jars.size, 0),
    savepoints: [...world.kubelet.storage.values()].filter(({ isSavepoint }) => isSavepoint).length,
    snapshots: shownSnapshots(world),
    waiting: waitingOf(object),
    held: waitingOf(world.find()),
    error: typeof error === "string" ? String(at(JSON.parse(error) as JsonValue, "message")) : undefined,
  };
}

/** Reason of the condition `Waiting`. */
function waitingOf(object: KubeObject | undefined): string | undefined {
  const conditions = at(object?.status, "conditions");
  const waiting = Array.isArray(conditions) ? conditions.find((one) => at(one, "type") === "Waiting") : undefined;
  return waiting === undefined ? undefined : String(at(waiting, "reason"));
}
