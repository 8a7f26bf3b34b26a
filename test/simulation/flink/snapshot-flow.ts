import { at, type JsonObject, type JsonValue } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { flinkDeployment } from "../../../shared/kinds/flink-deployment/kind.ts";
import { flinkStateSnapshot } from "../../../shared/kinds/flink-state-snapshot/kind.ts";
import type { KubeletOptions } from "../../../simulators/flink/kubelet-options.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { Crashes, type CrashPoint } from "../../world/crash.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

/** Name of the snapshot in every story. */
export const snapshotName = "before-sale";

/** Something that a user or the world does, after everything before it has come to rest. */
export type SnapshotStep =
  | { readonly edit: JsonObject }
  | { readonly remove: true }
  | { readonly act: (world: FlinkWorld) => void };

/** A story of one snapshot, whose job runs when it begins. */
export interface SnapshotFlow {
  readonly name: string;
  readonly why: string;
  readonly application?: KubeObject;
  /** Before the snapshot is made; the job comes to rest after it. */
  readonly before?: (world: FlinkWorld) => void;
  readonly options?: Partial<KubeletOptions>;
  readonly start: KubeObject;
  /** How often the snapshot is looked at after its creation, to meet it on its way; until it rests where nothing is said. */
  readonly looks?: number;
  readonly steps: readonly SnapshotStep[];
  readonly end: Partial<SnapshotEnd>;
  /** What may be otherwise at the end where the operator dies on the way; `why` says so. */
  readonly varies?: readonly (keyof SnapshotEnd)[];
}

/** The end of a story, as far as a user sees it. */
export interface SnapshotEnd {
  /** `status.state`; undefined for a resource that is gone. */
  readonly state: JsonValue | undefined;
  readonly failures: JsonValue | undefined;
  /** Whether `status.path` names something that is in the storage. */
  readonly found: boolean;
  /** Savepoints in the storage. */
  readonly savepoints: number;
  /** Reasons of the conditions that are worth a look. */
  readonly waiting: JsonValue | undefined;
  /** Ready, Reconciling and Stalled, as far as they are True. */
  readonly progress: readonly string[];
  /** The reasons of its Events. */
  readonly events: readonly string[];
}

/** So many looks that only wait are rest as well: from there on the tick looks. */
const patience = 30;

/** Plays a story; from the creation of the snapshot on, the operator dies at the given calls. */
export async function playSnapshot(flow: SnapshotFlow, points: readonly CrashPoint[] = []) {
  const world = new FlinkWorld(flow.options, {}, [flinkDeployment, flinkStateSnapshot]);
  world.cluster.create(flow.application ?? flinkApplication());
  await world.follow("orders");
  world.skip(12_000);
  flow.before?.(world);
  await world.follow("orders");
  const crashes = new Crashes(world, points);
  world.cluster.create(flow.start);
  await settle(world, crashes, flow.looks);
  for (const step of flow.steps) {
    if ("edit" in step) world.cluster.edit(snapshotName, step.edit);
    else if ("remove" in step) world.cluster.remove(snapshotName);
    else step.act(world);
    await settle(world, crashes);
  }
  return { world, crashes, end: endOf(world) };
}

/** Looks at the job's resource and at the snapshot until nothing moves; the operator dies, lives again, and ticks. */
async function settle(world: FlinkWorld, crashes: Crashes, rounds = 400): Promise<void> {
  let [quiet, waits] = [0, 0];
  for (let round = 0; round < rounds && quiet < 2 && waits < patience; round += 1) {
    const job = (await crashes.aside(() => world.pass("orders"))).end;
    const ends = [job, await lookAt(world, crashes)];
    const isQuiet = ends.every((end) => end === "settled" || end === "gone");
    const moves = ends.includes("moving") || ends.includes("died");
    world.skip(isQuiet ? 15_000 : moves ? 1_000 : 5_000);
    waits = isQuiet || moves ? 0 : waits + 1;
    quiet = isQuiet ? quiet + 1 : 0;
  }
}

async function lookAt(world: FlinkWorld, crashes: Crashes): Promise<string> {
  if (world.find(snapshotName) === undefined) return "gone";
  try {
    return (await world.pass(snapshotName)).end;
  } catch (error) {
    if (!crashes.isDead) throw error;
    return "died";
  } finally {
    if (crashes.isDead) {
      crashes.revive();
      world.boot();
      world.skip(15_000);
    }
  }
}

function endOf(world: FlinkWorld): SnapshotEnd {
  const object = world.find(snapshotName);
  const listed = at(object?.status, "conditions");
  const conditions: readonly JsonValue[] = Array.isArray(listed) ? listed : [];
  const typesOf = (types: readonly string[]) =>
    types.filter((type) => conditions.some((one) => at(one, "type") === type && at(one, "status") === "True"));
  const { storage } = world.kubelet;
  return {
    state: at(object?.status, "state"),
    failures: at(object?.status, "failures"),
    found: storage.has(String(at(object?.status, "path"))),
    savepoints: [...storage.values()].filter(({ isSavepoint }) => isSavepoint).length,
    waiting: at(
      conditions.find((one) => at(one, "type") === "Waiting"),
      "reason",
    ),
    progress: typesOf(["Ready", "Reconciling", "Stalled"]),
    events: world.events
      .filter(({ involvedObject }) => involvedObject.name === snapshotName)
      .map(({ reason }) => reason),
  };
}
