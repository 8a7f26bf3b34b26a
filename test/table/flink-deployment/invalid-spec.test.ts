import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { flinkApplication, highlyAvailable } from "../../builders/flink-deployment.ts";
import { addJob, conditionOf, withCluster } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const operator = (key: string, value: string) => ({ flinkConfiguration: { [`kubernetes.operator.${key}`]: value } });
const saved = operator("job.savepoint-on-deletion", "true");
/** Past the schema, and refused by a rule. */
const invalid = { taskManager: { resource: { memory: "a lot" } } };

const savepoints = (world: FlinkWorld) => [...world.kubelet.storage.values()].filter((one) => one.isSavepoint);

async function running(...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = new FlinkWorld();
  world.cluster.create(flinkApplication(...changes));
  await world.follow();
  world.skip(12_000);
  await world.follow();
  return world;
}

async function spoilt(...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = await running(...changes);
  await edit(world, invalid);
  return world;
}

async function edit(world: FlinkWorld, spec: JsonObject): Promise<void> {
  world.cluster.edit("orders", { spec });
  await world.follow();
}

describe("a spec that breaks a rule after a deploy (8.1/15)", () => {
  it("is told, and what runs stays; corrected, it is deployed and the error goes", async () => {
    const world = await spoilt();
    expect(world.find()?.status).toMatchObject({
      error: expect.stringContaining("no amount of memory"),
      observedGeneration: 1,
      jobStatus: { state: "RUNNING" },
    });
    expect(conditionOf(world, "Waiting")).toMatchObject({ status: "True", reason: "InvalidSpec" });
    expect(world.events.filter(({ reason }) => reason === "ValidationError")).toHaveLength(1);
    await edit(world, { taskManager: { resource: { memory: "3g" } } });
    world.skip(20_000);
    await world.follow();
    expect([world.kubelet.started.length, at(world.find()?.status, "error")]).toEqual([2, undefined]);
    expect(conditionOf(world, "Waiting")).toMatchObject({ status: "False" });
  });

  it("holds up no recovery: a JobManager that is lost comes back with the spec before it (2.1)", async () => {
    const world = await spoilt(highlyAvailable);
    world.objects.remove("Deployment", "flink", "orders");
    world.skip(10_000);
    await world.follow();
    world.skip(20_000);
    await world.follow();
    expect(world.objects.all("Deployment")).toHaveLength(1);
    expect(world.find()?.status).toMatchObject({ jobStatus: { state: "RUNNING" }, observedGeneration: 1 });
    expect(conditionOf(world, "Waiting")).toMatchObject({ reason: "InvalidSpec" });
    expect(at(world.find()?.status, "reconciliationStatus", "lastReconciledSpec")).not.toContain(
      invalid.taskManager.resource.memory,
    );
  });

  it("in the middle of an upgrade: the job goes on with the spec before it", async () => {
    const world = await running();
    world.cluster.edit("orders", { spec: { image: "registry.example.com/orders:2" } });
    await world.pass();
    await edit(world, invalid);
    world.skip(20_000);
    await world.follow();
    expect(world.find()?.status).toMatchObject({ jobStatus: { state: "RUNNING" }, error: expect.any(String) });
  });

  it.each([
    { state: "suspended", ends: "SUSPENDED", starts: 1, deployments: 0, why: "that was and is the wish" },
    { state: "running", ends: "STABLE", starts: 2, deployments: 1, why: "the suspend is taken back" },
  ])(
    "in the middle of a suspend, with state $state: ends $ends, as $why",
    async ({ state, ends, starts, deployments }) => {
      const world = await running();
      world.cluster.edit("orders", { spec: { job: { state: "suspended" } } });
      await world.pass();
      await edit(world, { ...invalid, job: { state } });
      world.skip(20_000);
      await world.follow();
      expect(world.find()?.status).toMatchObject({ lifecycleState: ends, error: expect.any(String) });
      expect(conditionOf(world, "Waiting")).toMatchObject({ reason: "InvalidSpec" });
      const { started } = world.kubelet;
      expect([started.length, world.objects.all("Deployment").length]).toEqual([starts, deployments]);
      expect(started.filter(({ lost }) => lost > 0)).toEqual([]);
    },
  );

  it("of a job that is suspended starts nothing", async () => {
    const world = await running();
    await edit(world, { job: { state: "suspended" } });
    await edit(world, { ...invalid, job: { state: "running" } });
    expect(world.find()?.status).toMatchObject({ lifecycleState: "SUSPENDED", error: expect.any(String) });
    expect(conditionOf(world, "Waiting")).toMatchObject({ reason: "InvalidSpec" });
    expect(world.objects.all("Deployment")).toEqual([]);
  });

  it("and a last spec that the record does not vouch for: nothing is done", async () => {
    const world = await spoilt(highlyAvailable);
    world.cluster.edit("orders", {
      status: { reconciliationStatus: { lastReconciledSpec: JSON.stringify({ spec: flinkApplication().spec }) } },
    });
    world.objects.remove("Deployment", "flink", "orders");
    world.skip(30_000);
    await world.follow();
    expect(world.objects.all("Deployment")).toEqual([]);
  });
});

describe("the deletion of a resource whose spec breaks a rule", () => {
  it("takes the savepoint that the user wants before the end", async () => {
    const world = await spoilt(saved);
    world.cluster.remove("orders");
    await world.follow();
    expect([world.find(), savepoints(world).length]).toEqual([undefined, 1]);
  });

  it.each([
    { name: "no version that is known", spec: { flinkVersion: "v9_9" } },
    { name: "no configuration", spec: { flinkConfiguration: "none" } },
    { name: "an option that cannot be read", spec: operator("job.savepoint-on-deletion", "perhaps") },
    {
      name: "more nested options than are taken, of which this may be one",
      spec: {
        flinkConfiguration: {
          "kubernetes.operator.job.savepoint-on-deletion": null,
          ["x".repeat(40_000)]: { a: "1", b: "2" },
        },
      },
    },
  ])("takes it with $name", async ({ spec }) => {
    const world = await running(saved);
    await edit(world, spec);
    world.cluster.remove("orders");
    await world.follow();
    expect([world.find(), savepoints(world).length]).toEqual([undefined, 1]);
  });

  it("in the middle of a suspend, whose savepoint is the last one", async () => {
    const world = await running(saved);
    world.cluster.edit("orders", { spec: { job: { state: "suspended" } } });
    await world.pass();
    world.cluster.edit("orders", { spec: invalid });
    world.cluster.remove("orders");
    await world.follow();
    expect([world.find(), savepoints(world).length]).toEqual([undefined, 1]);
  });

  it("waits where there is no directory for it, and takes it once there is one", async () => {
    const world = await running({ flinkConfiguration: { "state.savepoints.dir": null } });
    await edit(world, saved);
    world.cluster.remove("orders");
    await world.follow("orders", 5);
    expect(conditionOf(world, "Waiting")).toMatchObject({
      reason: "LastSavepoint",
      message: expect.stringContaining("state.savepoints.dir"),
    });
    await edit(world, { flinkConfiguration: { "state.savepoints.dir": "s3://state/savepoints" } });
    expect([world.find(), savepoints(world).length]).toEqual([undefined, 1]);
  });

  it("goes without one as soon as the user says so, sound or not", async () => {
    const world = await spoilt(saved, { flinkConfiguration: { "state.savepoints.dir": "broken:/nowhere" } });
    world.cluster.remove("orders");
    await world.follow("orders", 10);
    expect(conditionOf(world, "Waiting")).toMatchObject({ reason: "LastSavepoint" });
    await edit(world, operator("job.savepoint-on-deletion", "false"));
    expect(world.find()).toBeUndefined();
  });

  it("of a session cluster waits for its session jobs", async () => {
    const world = await addJob(await withCluster());
    await edit(world, invalid);
    world.cluster.remove("orders");
    await world.follow("orders", 5);
    expect(conditionOf(world, "Waiting")).toMatchObject({ reason: "SessionJobs" });
    await edit(world, operator("session.deletion.block-on-session-jobs", "false"));
    expect(world.find()).toBeUndefined();
  });

  it("is never held by what was not deployed", async () => {
    const world = new FlinkWorld();
    world.cluster.create(flinkApplication(saved, invalid));
    await world.follow();
    world.cluster.remove("orders");
    await world.follow();
    expect(world.find()).toBeUndefined();
  });
});
