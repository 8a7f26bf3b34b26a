import { describe, expect, it } from "vitest";
import { conditionsOf } from "../../../shared/core/kind.ts";
import { flinkApplication, highlyAvailable } from "../../builders/flink-deployment.ts";
import { failJob } from "../../simulation/flink/acts.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const args = { spec: { job: { args: ["--env", "prod"] } } };

async function deployed(): Promise<FlinkWorld> {
  const world = new FlinkWorld();
  world.cluster.create(flinkApplication(highlyAvailable, { job: { upgradeMode: "last-state" } }));
  await world.follow();
  world.skip(25_000);
  await world.follow();
  return world;
}

const memoryOf = (world: FlinkWorld) =>
  JSON.parse(world.find()?.metadata.annotations?.["weir.dev/record"] ?? "{}").memory as {
    readonly phase?: string;
    readonly state?: { readonly from: string };
  };
const waiting = (world: FlinkWorld) =>
  conditionsOf(world.find() ?? { metadata: { name: "" } }).find(({ type }) => type === "Waiting")?.reason;

/** It runs again, from the last checkpoint, and knows all that it knew. */
async function goesOn(world: FlinkWorld): Promise<void> {
  await world.follow();
  expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
  expect(world.kubelet.started).toHaveLength(2);
  expect(world.kubelet.started[1]).toMatchObject({ from: expect.stringContaining("/chk-"), lost: 0 });
}

describe("a job that fails for good while it is upgraded by its metadata (8.1/44)", () => {
  it("goes on from its last checkpoint where it failed just before the change", async () => {
    const world = await deployed();
    failJob(world);
    world.cluster.edit("orders", args);
    await world.pass();
    expect(waiting(world)).toBe("JobEnding");
    expect(memoryOf(world)).toMatchObject({ phase: "deployed" });
    await goesOn(world);
  });

  it("goes on from its last checkpoint where it fails once its metadata was chosen", async () => {
    const world = await deployed();
    world.cluster.edit("orders", args);
    await world.pass();
    expect(memoryOf(world)).toMatchObject({ phase: "stopping", state: { from: "last-state" } });
    failJob(world);
    await world.pass();
    expect(waiting(world)).toBe("JobEnding");
    expect(world.objects.find("Deployment", "flink", "orders")?.metadata.deletionTimestamp).toBeUndefined();
    await goesOn(world);
  });
});

it("a JobManager that goes while its job is being cancelled leaves a job that FAILED, and the way out (8.1/42)", async () => {
  const world = new FlinkWorld({ durations: { jobStartMs: 1_000, cancelMs: 10_000, savepointMs: 1_500 } });
  world.cluster.create(flinkApplication({ job: { upgradeMode: "last-state" } }));
  await world.follow();
  world.skip(25_000);
  world.cluster.edit("orders", { spec: { job: { state: "suspended" } } });
  await world.pass();
  await world.pass();
  expect(world.find()?.status).toMatchObject({ lifecycleState: "UPGRADING" });
  world.objects.remove("Deployment", "flink", "orders");
  world.skip(70_000);
  await world.follow();
  expect(world.find()?.status).toMatchObject({
    lifecycleState: "FAILED",
    error: expect.stringContaining("spec.job.initialSavepointPath"),
  });
});
