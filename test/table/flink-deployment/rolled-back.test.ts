import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { flinkApplication, highlyAvailable } from "../../builders/flink-deployment.ts";
import { failJob, restartsFailed } from "../../simulation/flink/acts.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const rollsBack = { flinkConfiguration: { "kubernetes.operator.deployment.rollback.enabled": "true" } };

/** A job that runs, and whose changes are rolled back. */
async function running(...before: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = new FlinkWorld();
  world.cluster.create(flinkApplication(highlyAvailable, rollsBack, ...before));
  await world.follow();
  world.skip(12_000);
  await world.follow();
  return world;
}

/** A job whose last change did not come up for longer than it may take. */
async function afterChange(change: JsonObject, ...before: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = await running(...before);
  world.kubelet.storage.set(known, { path: known, count: 0, isSavepoint: true });
  world.cluster.edit("orders", { spec: { image: "broken/none:1", ...change } });
  await world.follow();
  world.skip(300_000);
  await world.follow();
  world.skip(12_000);
  await world.follow();
  return world;
}

/** The same, so that the spec before it runs again. */
async function rolledBack(...change: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = await afterChange({}, ...change);
  expect(world.find()?.status).toMatchObject({ lifecycleState: "ROLLED_BACK" });
  return world;
}

const known = "s3://known";

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

  it("goes back to a spec whose nonce was acted on long ago, though its path is gone since", async () => {
    const world = await afterChange(
      { job: { savepointRedeployNonce: null } },
      { job: { savepointRedeployNonce: 1, initialSavepointPath: null } },
    );
    expect(world.find()?.status).toMatchObject({ lifecycleState: "ROLLED_BACK", jobStatus: { state: "RUNNING" } });
    expect(imageOf(world)).not.toContain("broken/none:1");
  });

  it("of a job that was to start from a path: the last stable spec starts from there (DV-56)", async () => {
    const world = await afterChange({ job: { initialSavepointPath: known, savepointRedeployNonce: 4 } });
    expect(world.find()?.status).toMatchObject({ lifecycleState: "ROLLED_BACK", jobStatus: { state: "RUNNING" } });
    expect(world.kubelet.started.at(-1)).toMatchObject({ from: known });
  });
});

describe("a change of the Flink version that does not come up (2.9)", () => {
  it.each([{ mode: "last-state" }, { mode: "savepoint" }])(
    "is not rolled back with $mode: the version before could not read what this one may have written",
    async ({ mode }) => {
      const world = await afterChange({ flinkVersion: "v2_2" }, { flinkVersion: "v1_20", job: { upgradeMode: mode } });
      expect(world.find()?.status).toMatchObject({ lifecycleState: "DEPLOYED", jobManagerDeploymentStatus: "ERROR" });
      expect(world.kubelet.started).toHaveLength(1);
      world.cluster.edit("orders", { spec: { image: "registry.example.com/orders:2" } });
      await world.follow();
      world.skip(12_000);
      await world.follow();
      expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
      expect(world.kubelet.started).toMatchObject([{}, { lost: 0 }]);
    },
  );

  it("is restarted where that is on, as no rollback is to come", async () => {
    const world = await running(restartsFailed, { flinkVersion: "v1_20" });
    world.cluster.edit("orders", { spec: { flinkVersion: "v2_2", image: "registry.example.com/orders:2" } });
    for (let look = 0; look < 60 && world.kubelet.started.length < 2; look += 1) {
      await world.pass();
      world.skip(500);
    }
    failJob(world);
    await world.pass();
    world.skip(5_000);
    await world.follow();
    expect(world.kubelet.started).toMatchObject([{}, {}, { lost: 0 }]);
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
  });
});
