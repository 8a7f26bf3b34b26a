import { describe, expect, it } from "vitest";
import { flinkApplication, highlyAvailable } from "../../builders/flink-deployment.ts";
import { FlinkWorld } from "../../world/flink-world.ts";
import { overtaken } from "../../world/overtaken.ts";

const args = { spec: { job: { args: ["--env", "prod"] } } };
const lastState = { ...highlyAvailable, job: { upgradeMode: "last-state" } };

async function deployed(...changes: readonly object[]): Promise<FlinkWorld> {
  const world = new FlinkWorld();
  world.cluster.create(flinkApplication(...(changes as readonly never[])));
  await world.follow();
  world.skip(25_000);
  return world;
}

/** Passes once a second until so much is true. */
async function passesUntil(world: FlinkWorld, isSo: () => boolean): Promise<void> {
  for (let look = 0; look < 60 && !isSo(); look += 1) {
    await world.pass();
    if (!isSo()) world.skip(1_000);
  }
  if (!isSo()) throw new Error("it never came so far");
}

const phaseOf = (world: FlinkWorld) =>
  JSON.parse(world.find()?.metadata.annotations?.["weir.dev/record"] ?? "{}").memory?.phase as string | undefined;
const attemptOf = (world: FlinkWorld, name: string) => {
  const { annotations, deletionTimestamp } = world.objects.find("Deployment", "flink", name)?.metadata ?? {};
  return deletionTimestamp === undefined ? annotations?.["weir.dev/attempt"] : "on its way down";
};
const maps = (world: FlinkWorld) =>
  world.objects.all("ConfigMap").filter(({ metadata }) => metadata.name.endsWith("-config-map"));

const gone = (world: FlinkWorld) =>
  world.objects.find("Deployment", "flink", "orders") === undefined && world.objects.all("Pod").length === 0;

describe("a pass that another process overtakes between its reads", () => {
  it("takes no later deploy for an earlier one's leftover", async () => {
    const world = await deployed();
    world.cluster.edit("orders", args);
    await overtaken(world, [{ before: ["get", "Deployment", "orders"], meanwhile: () => world.follow() }]);
    expect(attemptOf(world, "orders")).toBe("2");
  });

  it("deletes no metadata of a later deploy's job", async () => {
    const world = await deployed({ ...lastState, job: { upgradeMode: "savepoint" } });
    world.cluster.edit("orders", args);
    await passesUntil(world, () => phaseOf(world) === "stopping" && gone(world));
    await overtaken(world, [{ before: ["list", "ConfigMap"], meanwhile: () => world.follow() }]);
    expect(maps(world)).toHaveLength(2);
  });

  it("takes no TaskManagers of a later deploy away", async () => {
    const world = await deployed({ ...lastState, mode: "standalone" });
    const stops = async () => {
      world.cluster.edit("orders", args);
      await passesUntil(world, () => world.objects.find("Deployment", "flink", "orders") === undefined);
    };
    await overtaken(world, [
      { before: ["get", "Deployment", "orders"], meanwhile: stops },
      { before: ["get", "Deployment", "orders-taskmanager"], meanwhile: () => world.follow() },
    ]);
    expect(attemptOf(world, "orders")).toBe("2");
    expect(attemptOf(world, "orders-taskmanager")).toBe("2");
  });
});
