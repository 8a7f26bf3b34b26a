import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { highlyAvailable } from "../../builders/flink-deployment.ts";
import { cameUp, conditionOf } from "../../world/flink-scenes.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";

async function edit(world: FlinkWorld, spec: JsonObject): Promise<void> {
  world.cluster.edit("orders", { spec });
  await world.follow();
  world.skip(12_000);
  await world.follow();
}

/** A job that was to be suspended with a savepoint, when its tasks were just restarting: Flink's metadata is its state. */
async function fellBack(): Promise<FlinkWorld> {
  const world = await cameUp(highlyAvailable);
  for (const process of world.kubelet.processes(world.clock.now()))
    for (const job of process.jobs.values()) job.state = "RESTARTING";
  await edit(world, { job: { state: "suspended" } });
  expect(world.find()?.status).toMatchObject({
    lifecycleState: "SUSPENDED",
    jobStatus: { upgradeSavepointPath: "KUBERNETES_OPERATOR_LAST_STATE" },
  });
  return world;
}

describe("another version of Flink for a job that is suspended by its metadata (FD-4, DV-59)", () => {
  it("starts nothing, and says what gets on", async () => {
    const world = await fellBack();
    await edit(world, { flinkVersion: "v2_2", job: { state: "running" } });
    expect(world.kubelet.started).toHaveLength(1);
    expect(conditionOf(world, "Waiting")).toMatchObject({
      status: "True",
      reason: "StateUnknown",
      message: expect.stringContaining("With spec.flinkVersion as it was it goes on from there."),
    });
  });

  it("goes on from its state once the version is as it was", async () => {
    const world = await fellBack();
    await edit(world, { flinkVersion: "v2_2", job: { state: "running" } });
    await edit(world, { flinkVersion: "v1_20" });
    expect(world.kubelet.started).toMatchObject([{}, { lost: 0 }]);
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
  });
});
