import { describe, expect, it } from "vitest";
import { flinkApplication, highlyAvailable } from "../../builders/flink-deployment.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const rollsBack = { flinkConfiguration: { "kubernetes.operator.deployment.rollback.enabled": "true" } };

/** A job whose last change did not come up, so that the spec before it runs again. */
async function rolledBack(): Promise<FlinkWorld> {
  const world = new FlinkWorld();
  world.cluster.create(flinkApplication(highlyAvailable, rollsBack));
  await world.follow();
  world.skip(12_000);
  await world.follow();
  world.cluster.edit("orders", { spec: { image: "broken/none:1" } });
  await world.follow();
  world.skip(300_000);
  await world.follow();
  world.skip(12_000);
  await world.follow();
  expect(world.find()?.status).toMatchObject({ lifecycleState: "ROLLED_BACK" });
  return world;
}

const imageOf = (world: FlinkWorld) => JSON.stringify(world.objects.find("Deployment", "flink", "orders"));

describe("a change that was rolled back (2.9)", () => {
  it("is told as Rollback, once", async () => {
    const { events } = await rolledBack();
    expect(events.filter(({ reason }) => reason === "Rollback")).toMatchObject([{ type: "Normal" }]);
  });

  it("is not tried again because the JobManager is lost: the spec that runs comes back", async () => {
    const world = await rolledBack();
    const { length: before } = world.kubelet.started;
    world.objects.remove("Deployment", "flink", "orders");
    await world.follow();
    world.skip(12_000);
    await world.follow();
    expect(world.kubelet.started).toHaveLength(before + 1);
    expect(imageOf(world)).not.toContain("broken/none:1");
    expect(world.find()?.status).toMatchObject({ lifecycleState: "ROLLED_BACK" });
  });
});
