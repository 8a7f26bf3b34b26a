import { describe, expect, it } from "vitest";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

/** No high availability, so that the last checkpoint is what the job tells at its end; a new one each second. */
const application = flinkApplication({
  flinkConfiguration: { "execution.checkpointing.interval": "1 s" },
  job: { upgradeMode: "last-state" },
});

describe("the last checkpoint of a job that has just ended (REST facts 1, 5)", () => {
  it("is not the one that Flink remembers of three seconds ago, which is deleted by then", async () => {
    const world = new FlinkWorld();
    world.cluster.create(application);
    await world.follow();
    world.skip(12_300);
    await world.pass();
    world.skip(1_500);
    world.cluster.edit("orders", { spec: { job: { args: ["--env", "prod"] } } });
    await world.follow();
    expect(world.kubelet.started).toMatchObject([{}, { from: expect.stringContaining("/chk-"), lost: 0 }]);
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
  });
});
