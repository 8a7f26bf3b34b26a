import { describe, expect, it } from "vitest";
import { flinkApplication, highlyAvailable } from "../../builders/flink-deployment.ts";
import { cameUp, conditionOf } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const own = "0123456789abcdef0123456789abcdef";
const named = { flinkConfiguration: { "$internal.pipeline.job-id": own } };

describe("a highly available job whose id the user gives, so that each deploy has the same", () => {
  it.each([
    {
      name: "by savepoint",
      why: "its old JobManager kept that it ended, in a place of that deploy's own",
      upgradeMode: "savepoint",
    },
    { name: "by last state", why: "the metadata is that of the id", upgradeMode: "last-state" },
    { name: "without state", why: "nothing of the old job's metadata is left", upgradeMode: "stateless" },
  ])("runs after an upgrade $name ($why)", async ({ upgradeMode }) => {
    const world = await cameUp(highlyAvailable, named, { job: { upgradeMode } });
    world.cluster.edit("orders", { spec: { image: "registry.example.com/orders:2" } });
    await world.follow();
    world.skip(12_000);
    await world.follow();
    expect(world.kubelet.started.map(({ id }) => id)).toEqual([own, own]);
    expect(world.find()?.status).toMatchObject({
      lifecycleState: "STABLE",
      jobStatus: { jobId: own, state: "RUNNING" },
    });
    expect(conditionOf(world, "Running")).toMatchObject({ status: "True" });
  });

  it("that has ended does not run again in a JobManager that takes the place of its own", async () => {
    const world = new FlinkWorld({ behaviour: () => ({ finishesAfterMs: 5_000 }) });
    world.cluster.create(flinkApplication(highlyAvailable, named));
    await world.follow();
    world.skip(20_000);
    await world.follow();
    world.kubelet.kill("flink", "orders", world.clock.now());
    world.skip(20_000);
    await world.follow();
    expect(world.kubelet.started.map(({ id }) => id)).toEqual([own]);
    expect(world.find()?.status).toMatchObject({ jobStatus: { state: "FINISHED" } });
  });
});
