import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { addJob, forgetting, lookAtJob, withCluster } from "../../world/flink-scenes.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";

/** A job that runs on a session cluster. */
async function running(...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = await addJob(forgetting(await withCluster()), ...changes);
  world.skip(12_000);
  return world;
}

async function edited(world: FlinkWorld, job: JsonObject): Promise<void> {
  world.cluster.edit("daily", { spec: { job } });
  await lookAtJob(world);
}

const info = (world: FlinkWorld) => at(world.find("daily")?.status, "jobStatus", "savepointInfo");
const savepoints = (world: FlinkWorld) => [...world.kubelet.storage.values()].filter((one) => one.isSavepoint);
const told = (world: FlinkWorld) => world.events.map(({ type, reason, message }) => `${type} ${reason}: ${message}`);

describe("savepoints of a session job (8.1/37, 38)", () => {
  it("a nonce takes one; the same again and null take none; another takes another", async () => {
    const world = await running();
    await edited(world, { savepointTriggerNonce: 1 });
    const [first] = savepoints(world);
    expect(info(world)).toMatchObject({
      lastSavepoint: { location: first?.path, triggerType: "MANUAL", triggerNonce: 1 },
      savepointHistory: [{ location: first?.path }],
    });
    expect(info(world)).not.toHaveProperty("triggerId");
    await edited(world, { savepointTriggerNonce: null });
    await edited(world, { savepointTriggerNonce: 1 });
    expect(savepoints(world)).toHaveLength(1);
    await edited(world, { savepointTriggerNonce: 2 });
    expect([savepoints(world).length, world.kubelet.started.length]).toEqual([2, 1]);
  });

  it("one that is there from the beginning asks for nothing", async () => {
    expect(savepoints(await running({ job: { savepointTriggerNonce: 5 } }))).toEqual([]);
  });

  it("a period takes them while the job runs, and none while it is suspended", async () => {
    const world = await running({ flinkConfiguration: { "kubernetes.operator.periodic.savepoint.interval": "60s" } });
    for (let minute = 0; minute < 2; minute += 1) {
      world.skip(61_000);
      await lookAtJob(world);
    }
    expect(savepoints(world)).toHaveLength(2);
    expect(at(info(world), "lastSavepoint", "triggerType")).toBe("PERIODIC");
    await edited(world, { state: "suspended" });
    world.skip(200_000);
    await lookAtJob(world);
    expect(at(info(world), "savepointHistory")).toMatchObject(
      ["PERIODIC", "PERIODIC", "UPGRADE"].map((triggerType) => ({ triggerType })),
    );
  });

  it("one that fails is told, asked for again, and does the job no harm", async () => {
    const world = await running({ flinkConfiguration: { "state.savepoints.dir": "broken:/nowhere" } });
    await edited(world, { savepointTriggerNonce: 1 });
    expect([savepoints(world), world.find("daily")?.status]).toMatchObject([[], { lifecycleState: "STABLE" }]);
    expect(world.events.map(({ reason }) => reason)).toContain("SavepointError");
    expect(info(world)).toEqual({ savepointHistory: [] });
    world.cluster.edit("daily", { spec: { flinkConfiguration: { "state.savepoints.dir": "s3://state/savepoints" } } });
    await lookAtJob(world, 60);
    expect(info(world)).toMatchObject({ lastSavepoint: { triggerNonce: 1 }, savepointHistory: [{}, {}] });
  });
});

describe("Kubernetes Events of a FlinkSessionJob (7.2)", () => {
  it("a first start: Submit, then each state of the job", async () => {
    const lines = told(await running());
    expect(lines.slice(0, 2)).toEqual([
      "Normal Submit: Start 1 begins, without state.",
      "Normal JobStatusChanged: Job status changed from nothing to RECONCILING.",
    ]);
    expect(lines.at(-1)).toMatch(/^Normal JobStatusChanged: Job status changed from \w+ to RUNNING\.$/);
  });

  it("an upgrade: what changed, how it is stopped, and from where it goes on", async () => {
    const world = await running();
    world.events.length = 0;
    await edited(world, { parallelism: 3 });
    expect(told(world).filter((line) => !line.includes("JobStatusChanged"))).toEqual([
      "Normal SpecChanged: Changed: job.parallelism: 2 → 3.",
      "Normal Suspended: The job is stopped with a savepoint.",
      expect.stringMatching(/^Normal Submit: Start 2 begins, from s3:\/\/state\/savepoints\/savepoint-/),
    ]);
  });

  it("a job that its cluster has lost: Missing, once", async () => {
    const world = await running();
    world.events.length = 0;
    world.kubelet.kill("flink", "orders", world.clock.now());
    world.skip(15_000);
    await world.follow();
    world.events.length = 0;
    await lookAtJob(world);
    expect(told(world)).toEqual([
      expect.stringContaining("Normal JobStatusChanged"),
      "Warning Missing: The cluster does not know the job any more.",
    ]);
  });

  it("a rule that is broken, and deletion: ValidationError and Cleanup", async () => {
    const world = await running();
    world.events.length = 0;
    await edited(world, { jarURI: "http://169.254.169.254/x.jar" });
    world.cluster.remove("daily");
    await lookAtJob(world);
    const reasons = world.events.map(({ reason }) => reason);
    expect(reasons.filter((one) => one !== "JobStatusChanged")).toEqual(["ValidationError", "Cleanup"]);
  });

  it("a pass at rest tells nothing", async () => {
    const world = await running();
    world.events.length = 0;
    await world.passJob("daily");
    expect(told(world)).toEqual([]);
  });
});
