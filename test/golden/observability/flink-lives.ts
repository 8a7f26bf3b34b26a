import type { JsonObject } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { flinkDeployment } from "../../../shared/kinds/flink-deployment/kind.ts";
import { flinkStateSnapshot } from "../../../shared/kinds/flink-state-snapshot/kind.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { flinkSnapshot } from "../../builders/flink-state-snapshot.ts";
import { FlinkWorld } from "../../world/flink-world.ts";
import type { Life } from "./life.ts";

const snapshotName = "before-sale";
const operator = (key: string, value: string) => ({ flinkConfiguration: { [`kubernetes.operator.${key}`]: value } });

/** An application's life: made with these changes, followed, and led on. */
export async function liveOf(
  changes: readonly JsonObject[] = [],
  act: (world: FlinkWorld) => Promise<unknown> = async () => undefined,
  world = new FlinkWorld(),
): Promise<KubeObject> {
  world.cluster.create(flinkApplication(...changes));
  await world.follow("orders", 20);
  await act(world);
  return found(world, "orders");
}

const edited = (spec: JsonObject) => async (world: FlinkWorld) => {
  world.cluster.edit("orders", { spec });
  await world.follow("orders", 20);
};

async function failed(): Promise<KubeObject> {
  const world = new FlinkWorld({ behaviour: () => ({ failsAfterMs: 5_000 }) });
  return liveOf(
    [],
    async () => {
      world.skip(20_000);
      await world.follow();
    },
    world,
  );
}

async function leaving(world: FlinkWorld): Promise<void> {
  world.cluster.edit("orders", { spec: { flinkConfiguration: { "state.savepoints.dir": "broken:/nowhere" } } });
  world.skip(12_000);
  world.cluster.remove("orders");
  await world.follow("orders", 20);
}

async function snapshotOf(snapshot: JsonObject): Promise<KubeObject> {
  const world = new FlinkWorld({}, {}, [flinkDeployment, flinkStateSnapshot]);
  world.cluster.create(flinkApplication());
  await world.follow("orders");
  world.cluster.create(flinkSnapshot(snapshot));
  await world.follow(snapshotName);
  world.skip(60_000);
  await world.follow(snapshotName, 3);
  return found(world, snapshotName);
}

function found(world: FlinkWorld, name: string): KubeObject {
  const object = world.find(name);
  if (object === undefined) throw new Error(`${name} is gone`);
  return object;
}

/** Lives of Flink's kinds, one for each way to be healthy that is easily mistaken, and one for each alert. */
export const flinkLives: readonly Life[] = [
  { name: "running", why: "all is well", live: () => liveOf(), alarms: [] },
  {
    name: "suspended",
    why: "somebody wants it so",
    live: () => liveOf([], edited({ job: { state: "suspended" } })),
    alarms: [],
  },
  { name: "failed", why: "the guide's own alert", live: failed, alarms: ["FlinkJobFailed"] },
  {
    name: "invalid",
    why: "its spec breaks a rule that only the pass sees",
    live: () => liveOf([], edited(operator("savepoint.format.type", "x"))),
    alarms: ["FlinkResourceWaitsForPeople"],
  },
  {
    name: "not-stable",
    why: "its image never comes up",
    live: () => liveOf([{ image: "broken/none:1" }]),
    alarms: ["FlinkResourceNotStable"],
  },
  {
    name: "leaving",
    why: "the savepoint before its end does not work",
    live: () => liveOf([operator("job.savepoint-on-deletion", "true")], leaving),
    alarms: ["FlinkResourceWaitsForPeople", "FlinkResourceDeletionHangs"],
  },
  {
    name: "ignored",
    why: "Weir does not look at its namespace",
    live: async () => {
      const world = new FlinkWorld();
      world.cluster.create(flinkApplication());
      return found(world, "orders");
    },
    alarms: ["FlinkResourceIgnored"],
  },
  { name: "savepoint", why: "it is complete", live: () => snapshotOf({}), alarms: [] },
  {
    name: "checkpoint",
    why: "it says nothing of itself but that it is one",
    live: () => snapshotOf({ savepoint: null, checkpoint: {} }),
    alarms: [],
  },
  {
    name: "no-savepoint",
    why: "its directory cannot be written",
    live: () => snapshotOf({ backoffLimit: 0, savepoint: { path: "broken:/nowhere" } }),
    alarms: ["FlinkSnapshotFailed"],
  },
];
