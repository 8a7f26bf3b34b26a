import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { addJob, conditionOf, lookAtJob, withCluster } from "../../world/flink-scenes.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";

const known = "s3://second";

/** A job that was suspended with a savepoint. */
async function suspended(...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = await addJob(await withCluster(), ...changes);
  world.kubelet.storage.set(known, { path: known, count: 0, isSavepoint: true });
  world.skip(12_000);
  await edit(world, { job: { state: "suspended" } });
  expect(world.find("daily")?.status).toMatchObject({ lifecycleState: "SUSPENDED" });
  return world;
}

async function edit(world: FlinkWorld, spec: JsonObject): Promise<void> {
  world.cluster.edit("daily", { spec });
  await lookAtJob(world, 20);
}

const anew = { initialSavepointPath: known, savepointRedeployNonce: 3 };

describe("a session job that is resumed (2.8, 8.1/35)", () => {
  it.each([
    { job: {}, from: expect.stringContaining("/savepoint-"), why: "its savepoint is its state" },
    { job: { upgradeMode: "stateless" }, from: undefined, why: "the user gives the state up" },
    { job: anew, from: known, why: "a nonce names another state (8.1/34)" },
    {
      job: { initialSavepointPath: known },
      from: expect.stringContaining("/savepoint-"),
      why: "a path alone asks nothing",
    },
  ])("with $job starts from $from: $why", async ({ job, from }) => {
    const world = await suspended();
    await edit(world, { job: { state: "running", ...job } });
    expect(world.kubelet.started).toHaveLength(2);
    expect(world.kubelet.started.at(-1)).toMatchObject({ from });
  });

  it("starts from the state that was named while it was suspended", async () => {
    const world = await suspended();
    await edit(world, { job: anew });
    expect(world.kubelet.started).toHaveLength(1);
    await edit(world, { job: { state: "running" } });
    expect(world.kubelet.started.at(-1)).toMatchObject({ from: known });
  });
});

describe("a session job whose cluster went while it was being stopped with a savepoint", () => {
  /** Nobody learns any more whether the savepoint was taken. */
  async function lost(): Promise<FlinkWorld> {
    const world = await addJob(await withCluster());
    world.kubelet.storage.set(known, { path: known, count: 0, isSavepoint: true });
    world.skip(12_000);
    world.way = ({ url }, when) => {
      if (when === "after" && url.endsWith("/stop")) world.kubelet.kill("flink", "orders", world.clock.now());
      return undefined;
    };
    world.cluster.edit("daily", { spec: { job: { args: ["--env", "prod"] } } });
    await lookAtJob(world, 10);
    world.skip(70_000);
    await world.follow();
    await lookAtJob(world, 10);
    return world;
  }

  it("is not started, and the condition says what ends that", async () => {
    const world = await lost();
    expect(world.kubelet.started).toHaveLength(1);
    expect(world.find("daily")?.status).toMatchObject({ lifecycleState: "FAILED" });
    expect(conditionOf(world, "Waiting", "daily")).toMatchObject({
      reason: "StateUnknown",
      message: expect.stringContaining("a new spec.job.savepointRedeployNonce"),
    });
  });

  it.each([
    { job: anew, from: known, why: "the user found it" },
    { job: { upgradeMode: "stateless" }, from: undefined, why: "the user gives it up" },
  ])("goes on with $job: $why", async ({ job, from }) => {
    const world = await lost();
    await edit(world, { job });
    expect(world.kubelet.started).toHaveLength(2);
    expect(world.kubelet.started.at(-1)).toMatchObject({ from });
  });
});
