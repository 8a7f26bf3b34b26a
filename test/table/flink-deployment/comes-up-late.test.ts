import { describe, expect, it } from "vitest";
import { conditionsOf } from "../../../shared/core/kind.ts";
import { flinkApplication, highlyAvailable } from "../../builders/flink-deployment.ts";
import { FlinkWorld } from "../../world/flink-world.ts";
import { overtaken } from "../../world/overtaken.ts";

const quick = { flinkConfiguration: { "execution.checkpointing.interval": "1 s" } };
const args = { spec: { job: { args: ["--env", "prod"] } } };
const lastState = { ...highlyAvailable, job: { upgradeMode: "last-state" } };

/** A first deploy whose JobManager takes ten seconds to come up, and that is to be another one after two. */
async function changedEarly(...changes: readonly object[]): Promise<FlinkWorld> {
  const world = new FlinkWorld({ startMs: 10_000 });
  world.cluster.create(flinkApplication(quick, ...(changes as readonly never[])));
  await world.pass();
  world.skip(2_000);
  world.cluster.edit("orders", args);
  await world.pass();
  world.skip(1_000);
  return world;
}

const comesUp = (world: FlinkWorld) => async () => world.skip(13_000);
const starts = (world: FlinkWorld) => world.kubelet.started.map(({ lost }) => lost);

describe("a deploy that never came up, and does just as it is taken away", () => {
  it("is not taken away as it was seen before: it is stopped like any other that runs", async () => {
    const world = await changedEarly();
    await overtaken(world, [{ before: ["delete", "Deployment", "orders"], meanwhile: comesUp(world) }]);
    await world.follow();
    world.skip(70_000);
    await world.follow();
    expect(starts(world)).toEqual([0, 0]);
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
  });

  it("goes on from its last checkpoint where its metadata tells of one once it has gone", async () => {
    const world = await changedEarly(lastState);
    await overtaken(world, [{ before: ["delete", "Deployment", "orders"], meanwhile: comesUp(world) }]);
    world.objects.remove("Deployment", "flink", "orders");
    world.skip(70_000);
    await world.follow();
    expect(starts(world)).toEqual([0, 0]);
    expect(conditionsOf(world.find() as never).find(({ type }) => type === "Running")).toMatchObject({
      status: "True",
    });
  });
});

it("a change that cannot be pulled is replaced where a busy control plane writes its first status late (8.1/18)", async () => {
  const world = new FlinkWorld({ firstStatusMs: 7_000 });
  world.cluster.create(flinkApplication(highlyAvailable, { image: "broken/none:1" }));
  await world.follow();
  world.cluster.edit("orders", { spec: { image: "flink:1.20" } });
  await world.follow();
  expect(starts(world)).toEqual([0]);
  expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
});
