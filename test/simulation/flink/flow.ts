import { at, type JsonObject, type JsonValue } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import type { PassEnd } from "../../../shared/engine/engine.ts";
import type { JobBehaviour } from "../../../simulators/flink/state.ts";
import { Crashes, type CrashPoint } from "../../world/crash.ts";
import { FlinkWorld } from "../../world/flink-world.ts";
import { shownSnapshots } from "./shown-snapshots.ts";

/** Something that a user or the world does, after everything before it has come to rest. */
export type Step =
  | { readonly edit: JsonObject }
  | { readonly remove: true }
  | { readonly act: (world: FlinkWorld) => void };

/** A story of one resource. */
export interface Flow {
  readonly name: string;
  readonly why: string;
  readonly start: KubeObject;
  readonly behaviour?: JobBehaviour;
  /** How often it is looked at after its creation, to meet it on its way; until it rests where nothing is said. */
  readonly looks?: number;
  readonly steps: readonly Step[];
  /** What is expected at its end. */
  readonly end: End;
}

/** The end of a story, as far as a user sees it. */
export interface End {
  /** `status.lifecycleState`; undefined for a resource that is gone. */
  readonly lifecycle: string | undefined;
  /** How often a job was started in all. */
  readonly starts?: number;
  /** Jobs that run at the end. */
  readonly running: number;
  /** Kinds and names of what is left, without metadata of Flink's own. */
  readonly objects?: readonly string[];
  /** Some start knew less than the newest snapshot. */
  readonly loses?: boolean;
  /** Savepoints in the storage. */
  readonly savepoints?: number;
  /** Resources of snapshots. */
  readonly snapshots?: readonly string[];
  /** What becomes of the newest savepoint; undefined where it has no resource. */
  readonly latest?: "kept" | "disposed with it" | undefined;
  /** How large the jobs run at the end, each vertex once. */
  readonly sizes?: readonly number[];
  /** Arguments of a native job, as they were deployed last. */
  readonly args?: string;
  /** Memory of a TaskManager of a native cluster, as it was deployed last. */
  readonly memory?: string;
  /** Deployments that outlived the resource. */
  readonly orphans?: number;
}

/** How a story went. */
export interface Told {
  readonly world: FlinkWorld;
  readonly end: Required<End>;
  readonly crashes: Crashes;
}

const restMs = 12_000;

/** Looks after which a story that moves still is never going to rest. */
const mostRounds = 400;

/** So many looks that only wait are rest as well: from there on the tick looks. */
const patience = 12;

/** Plays a story, with crashes at some calls; each is followed by a new process and a tick. */
export async function play(flow: Flow, points: readonly CrashPoint[] = []): Promise<Told> {
  const world = new FlinkWorld({ behaviour: () => flow.behaviour ?? {} });
  const crashes = new Crashes(world, points);
  world.cluster.create(flow.start);
  await settle(world, crashes, flow.looks);
  for (const step of flow.steps) {
    world.skip(flow.looks === undefined ? restMs : 0);
    if ("edit" in step) world.cluster.edit("orders", step.edit);
    else if ("remove" in step) world.cluster.remove("orders");
    else step.act(world);
    await settle(world, crashes);
  }
  return { world, crashes, end: endOf(world) };
}

/** Looks that change nothing on end, after which the next ones are further apart. */
const stillLooks = 8;

/** Passes once a second until nothing moves, dies and lives again, and ticks. */
async function settle(world: FlinkWorld, crashes: Crashes, rounds = mostRounds): Promise<void> {
  let [quiet, waits, still] = [0, 0, 0];
  for (let round = 0; round < rounds && quiet < 2 && waits < patience; round += 1) {
    const before = world.find();
    const end = await world.pass().then(
      (result) => result.end,
      (error: unknown) => {
        if (!crashes.isDead) throw error;
        return "died" as const;
      },
    );
    if (end === "died" || crashes.isDead) {
      crashes.revive();
      world.boot();
      world.skip(15_000);
    } else world.skip(pauseMs(end, waits, still));
    still = world.find() === before ? still + 1 : 0;
    waits = end === "waiting" ? waits + 1 : 0;
    quiet = end === "settled" || end === "gone" ? quiet + 1 : 0;
  }
  if (rounds === mostRounds && quiet < 2 && waits < patience)
    throw new Error(`it never came to rest: ${JSON.stringify(world.find()?.status)}`);
}

/** How long until the next look, in milliseconds, after so many that only waited and so many that changed nothing. */
function pauseMs(end: PassEnd, waits: number, still: number): number {
  if (end === "settled" || end === "gone" || waits > 4) return 15_000;
  return still > stillLooks ? 5_000 : 1_000;
}

function endOf(world: FlinkWorld): Required<End> {
  const object = world.find();
  const processes = world.kubelet.processes(world.clock.now());
  const jobs = processes.flatMap(({ jobs }) => [...jobs.values()]);
  const left = ["Deployment", "Service", "ConfigMap", "Ingress"].flatMap((kind) =>
    world.objects.all(kind).map(({ metadata }) => `${kind} ${metadata.name}`),
  );
  const config = world.objects.find("ConfigMap", "flink", "flink-config-orders");
  const lines = String(at(config as unknown as JsonValue, "data", "flink-conf.yaml") ?? "");
  return {
    lifecycle: object === undefined ? undefined : String(at(object.status, "lifecycleState")),
    starts: world.kubelet.started.length,
    running: jobs.filter(({ state }) => state === "RUNNING").length,
    objects: left,
    sizes: jobs.flatMap(({ vertices }) => vertices.map(({ parallelism }) => parallelism)),
    loses: world.kubelet.started.some(({ lost }) => lost > 0),
    savepoints: [...world.kubelet.storage.values()].filter(({ isSavepoint }) => isSavepoint).length,
    snapshots: shownSnapshots(world),
    latest: latestOf(world),
    orphans: world.orphans.length,
    memory: /taskmanager\.memory\.process\.size: (.*)/.exec(lines)?.[1] ?? "",
    args: /\$internal\.application\.program-args: (.*)/.exec(lines)?.[1] ?? "",
  };
}

/** What the resource of the savepoint that knows most says of its files. */
function latestOf({ kubelet, objects }: FlinkWorld): End["latest"] {
  const savepoints = [...kubelet.storage.values()].filter(({ isSavepoint }) => isSavepoint);
  const [newest] = savepoints.sort((one, other) => other.count - one.count);
  const resource = objects.all("FlinkStateSnapshot").find(({ spec }) => at(spec, "savepoint", "path") === newest?.path);
  if (newest === undefined || resource === undefined) return undefined;
  return at(resource.spec, "savepoint", "disposeOnDelete") === true ? "disposed with it" : "kept";
}
