import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { addJob, conditionOf, lookAtJob, withCluster } from "../../world/flink-scenes.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";

/** Past the schema, and refused by a rule. */
const invalid = { job: { jarURI: "ftp://repo.example.com/daily.jar" } };
const valid = { job: { jarURI: "https://repo.example.com/daily.jar" } };
const operator = (key: string, value: string) => ({ flinkConfiguration: { [`kubernetes.operator.${key}`]: value } });
const saved = operator("job.savepoint-on-deletion", "true");

async function running(...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = await addJob(await withCluster(), ...changes);
  world.skip(12_000);
  return world;
}

async function edit(world: FlinkWorld, spec: JsonObject, passes = 20): Promise<void> {
  world.cluster.edit("daily", { spec });
  await lookAtJob(world, passes);
}

const savepoints = (world: FlinkWorld) => [...world.kubelet.storage.values()].filter((one) => one.isSavepoint);
const statusOf = (world: FlinkWorld) => world.find("daily")?.status;
const waiting = (world: FlinkWorld) => conditionOf(world, "Waiting", "daily");

describe("a spec of a session job that breaks a rule after its start (2.1, 8.1/15)", () => {
  it("is told, and the job runs on; corrected, the error goes", async () => {
    const world = await running();
    await edit(world, invalid);
    expect(statusOf(world)).toMatchObject({
      error: expect.stringContaining("has the scheme ftp"),
      observedGeneration: 1,
      jobStatus: { state: "RUNNING" },
    });
    expect(waiting(world)).toMatchObject({ status: "True", reason: "InvalidSpec" });
    expect(world.events.filter(({ reason }) => reason === "ValidationError")).toHaveLength(1);
    await edit(world, valid);
    expect(statusOf(world)).not.toHaveProperty("error");
    expect([world.kubelet.started.length, waiting(world)]).toMatchObject([1, { status: "False" }]);
  });

  it("in the middle of an upgrade: the job goes on with the spec before it, from its savepoint", async () => {
    const world = await running();
    await edit(world, { job: { args: ["--env", "prod"] } }, 3);
    await edit(world, invalid);
    expect(world.kubelet.started).toMatchObject([{}, { from: expect.stringContaining("/savepoint-"), lost: 0 }]);
    expect(statusOf(world)).toMatchObject({ jobStatus: { state: "RUNNING" }, observedGeneration: 1 });
    expect(waiting(world)).toMatchObject({ status: "True", reason: "InvalidSpec" });
  });

  it("holds up no periodic savepoint", async () => {
    const world = await running(operator("periodic.savepoint.interval", "5 min"));
    await edit(world, invalid);
    world.skip(300_000);
    await lookAtJob(world, 10);
    expect(savepoints(world)).toHaveLength(1);
  });

  it("of a job that is suspended starts nothing", async () => {
    const world = await running();
    await edit(world, { job: { state: "suspended" } });
    await edit(world, { job: { ...invalid.job, state: "running" } });
    expect([world.kubelet.started.length, statusOf(world)]).toMatchObject([1, { lifecycleState: "SUSPENDED" }]);
    expect(waiting(world)).toMatchObject({ reason: "InvalidSpec" });
  });

  it("before its first start: nothing is started", async () => {
    const world = await addJob(await withCluster(), invalid);
    expect([world.kubelet.started, waiting(world)]).toMatchObject([[], { reason: "InvalidSpec" }]);
  });
});

describe("the deletion of a session job whose spec breaks a rule (2.8, DV-35)", () => {
  it.each([
    { name: "another rule", spec: invalid },
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
  ])("takes the savepoint that the user wants: $name", async ({ spec }) => {
    const world = await running(saved);
    await edit(world, spec);
    world.cluster.remove("daily");
    await lookAtJob(world, 20);
    expect([world.find("daily"), savepoints(world).length]).toEqual([undefined, 1]);
  });

  it("goes without one as soon as the user says so, sound or not", async () => {
    const world = await running(saved, { flinkConfiguration: { "state.savepoints.dir": "broken:/nowhere" } });
    await edit(world, invalid);
    world.cluster.remove("daily");
    await lookAtJob(world, 10);
    expect(waiting(world)).toMatchObject({ reason: "LastSavepoint" });
    await edit(world, operator("job.savepoint-on-deletion", "false"));
    expect([world.find("daily"), savepoints(world)]).toEqual([undefined, []]);
  });

  it("is never held by what was not started", async () => {
    const world = await addJob(await withCluster(), saved, invalid);
    world.cluster.remove("daily");
    await lookAtJob(world, 10);
    expect(world.find("daily")).toBeUndefined();
  });
});
