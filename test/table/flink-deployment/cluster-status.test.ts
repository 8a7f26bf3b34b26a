import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { flinkApplication, flinkSession } from "../../builders/flink-deployment.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const gibi = 2 ** 30;
const mebi = 2 ** 20;
const selector = "component=taskmanager,app=orders";

async function deployed(object = flinkApplication()): Promise<FlinkWorld> {
  const world = new FlinkWorld();
  world.cluster.create(object);
  await world.follow();
  world.skip(12_000);
  return world;
}

const shown = (world: FlinkWorld) => {
  const status = world.find()?.status ?? {};
  return { taskManager: at(status, "taskManager"), clusterInfo: at(status, "clusterInfo") };
};

async function edit(world: FlinkWorld, spec: JsonObject): Promise<void> {
  world.cluster.edit("orders", { spec });
  await world.follow();
}

const asked = (world: FlinkWorld) =>
  world.trace.filter((call) => "about" in call && call.to === "flink" && call.about.endsWith(" /config")).length;

describe("what a status tells of the cluster (1.4, 8.1/53)", () => {
  it("of an application: as many TaskManagers as its parallelism fills, and what it comes to", async () => {
    const world = await deployed();
    expect(shown(world)).toEqual({
      taskManager: { labelSelector: selector, replicas: 2 },
      clusterInfo: {
        "flink-version": "1.20.5",
        "flink-revision": expect.stringContaining("@"),
        "total-cpu": "3",
        "total-memory": String(1600 * mebi + 2 * 2 * gibi),
      },
    });
  });

  it.each([
    { name: "a session cluster that makes TaskManagers as jobs need them", object: flinkSession(), replicas: 0 },
    { name: "one that holds three", object: flinkSession({ taskManager: { replicas: 3 } }), replicas: 3 },
    { name: "a standalone one", object: flinkSession({ mode: "standalone" }), replicas: 1 },
  ])("of $name: $replicas", async ({ object, replicas }) => {
    const { taskManager, clusterInfo } = shown(await deployed(object));
    expect([taskManager, at(clusterInfo, "flink-version")]).toEqual([{ labelSelector: selector, replicas }, "1.20.5"]);
  });

  it("follows a scaling, and is none while it is suspended", async () => {
    const world = await deployed(flinkApplication({ mode: "standalone" }));
    await edit(world, { job: { parallelism: 7 } });
    expect(at(world.find()?.status, "taskManager", "replicas")).toBe(4);
    world.skip(12_000);
    await edit(world, { job: { state: "suspended" } });
    expect(shown(world)).toEqual({ taskManager: { labelSelector: selector, replicas: 0 }, clusterInfo: undefined });
  });

  it("is what runs, and not what is wanted, while a spec is invalid", async () => {
    const world = await deployed();
    const before = shown(world);
    await edit(world, { job: { parallelism: 8 }, taskManager: { resource: { memory: "lots" } } });
    expect(shown(world)).toEqual(before);
  });

  it("Flink is asked once for each deploy, and again where it did not answer", async () => {
    const world = new FlinkWorld();
    let isLost = true;
    world.way = ({ url }) => (isLost && url.endsWith("/config") ? "ECONNRESET" : undefined);
    world.cluster.create(flinkApplication());
    await world.follow();
    expect([asked(world) > 0, shown(world).clusterInfo]).toEqual([
      true,
      { "total-cpu": "3", "total-memory": expect.any(String) },
    ]);
    isLost = false;
    world.trace.length = 0;
    world.skip(60_000);
    await world.sweep();
    expect([asked(world) > 0, at(shown(world).clusterInfo, "flink-version")]).toEqual([true, "1.20.5"]);
    world.trace.length = 0;
    await world.sweep();
    expect(asked(world)).toBe(0);
    await edit(world, { job: { args: ["--env", "prod"] } });
    expect(asked(world)).toBe(1);
  });
});
