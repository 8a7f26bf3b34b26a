import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { submit } from "../../../simulators/flink/jobs.ts";
import { highlyAvailable } from "../../builders/flink-deployment.ts";
import { mended, suspended } from "../../simulation/flink/acts.ts";
import { addJob, conditionOf, lookAtJob, withCluster } from "../../world/flink-scenes.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";

const anotherVersion = { spec: { flinkVersion: "v2_0" } };
const allowed = { metadata: { annotations: { "weir.dev/allow-state-loss": "true" } } };
const waiting = (world: FlinkWorld) => conditionOf(world, "Waiting");
const uidOf = (world: FlinkWorld) => world.objects.find("Deployment", "flink", "orders")?.metadata.uid;
const maps = (world: FlinkWorld) =>
  world.objects.all("ConfigMap").filter(({ metadata }) => metadata.name.endsWith("-config-map"));

/** A session cluster with the job `daily`, whose change was looked at for five seconds. */
async function changed(patch: JsonObject, ...cluster: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = await addJob(await withCluster(...cluster));
  world.cluster.edit("orders", patch);
  await world.follow("orders", 5);
  return world;
}

/** Starts a job by Flink's REST alone. */
function startByHand(world: FlinkWorld): string {
  const now = world.clock.now();
  const [process] = world.kubelet.processes(now);
  if (process === undefined) throw new Error("no JobManager runs");
  const id = "a".repeat(32);
  submit(process, { id, name: "by hand", settings: process.settings, restorePath: undefined }, now);
  return id;
}

describe("a session cluster that is changed under its jobs", () => {
  it("is left as it is where their state would be lost, and says for which and what to do", async () => {
    const world = await changed(mended);
    expect(waiting(world)).toMatchObject({
      reason: "JobsAtRisk",
      message: expect.stringMatching(/daily.*Suspend them/),
    });
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE", jobManagerDeploymentStatus: "READY" });
    expect(at(world.find()?.status, "error")).toBeUndefined();
    expect(world.kubelet.started).toHaveLength(1);
    expect(world.events.filter(({ reason }) => reason === "SpecChanged")).toHaveLength(1);
  });

  it("costs a steady cluster nothing: its jobs are asked for by a change alone", async () => {
    const world = await addJob(await withCluster());
    world.trace.length = 0;
    await world.pass();
    expect(world.trace.filter(({ verb }) => verb === "list")).toEqual([]);
  });

  it.each([
    { name: "the annotation", patch: allowed },
    { name: "the old spec again", patch: { spec: { image: "registry.example.com/orders:1" } } },
  ])("$name ends the wait at once", async ({ patch }) => {
    const world = await changed(mended);
    world.cluster.edit("orders", patch);
    await world.follow();
    expect(waiting(world)).toMatchObject({ reason: "NotWaiting" });
  });

  it("any other word in the annotation allows nothing", async () => {
    const world = await changed(mended);
    world.cluster.edit("orders", { metadata: { annotations: { "weir.dev/allow-state-loss": "yes" } } });
    await world.follow("orders", 5);
    expect(waiting(world)).toMatchObject({ reason: "JobsAtRisk" });
  });

  it("another port: the job is asked, and secured, where the cluster still answers", async () => {
    const world = await changed({ spec: { flinkConfiguration: { "rest.port": "8082" } } });
    world.cluster.edit("daily", suspended);
    await lookAtJob(world, 10);
    await world.follow();
    expect([waiting(world), world.find("daily")?.status]).toMatchObject([
      { reason: "NotWaiting" },
      { lifecycleState: "SUSPENDED", jobStatus: { upgradeSavepointPath: expect.any(String) } },
    ]);
  });

  it("a job that was started by hand: nobody can tell that it has no state", async () => {
    const world = await withCluster();
    const id = startByHand(world);
    world.cluster.edit("orders", mended);
    await world.follow("orders", 5);
    expect(waiting(world)).toMatchObject({ reason: "JobsAtRisk", message: expect.stringContaining(id) });
  });

  it("a REST that does not answer: it may run jobs", async () => {
    const world = await withCluster();
    world.way = () => "no route";
    world.cluster.edit("orders", mended);
    await world.follow("orders", 5);
    expect(waiting(world)).toMatchObject({ reason: "JobsAtRisk", message: expect.stringContaining("no route") });
    world.way = () => undefined;
    await world.follow();
    expect(waiting(world)).toMatchObject({ reason: "NotWaiting" });
  });

  it("a JobManager that has not come back yet, for no reason that is told: its jobs may run", async () => {
    const world = await addJob(await withCluster());
    const uid = uidOf(world);
    const found = world.objects.find("Deployment", "flink", "orders");
    const conditions = [{ type: "Available", status: "False", lastTransitionTime: "2030-01-01T00:00:00Z" }];
    if (found !== undefined) world.objects.put({ ...found, status: { conditions } });
    world.cluster.edit("orders", mended);
    await world.pass();
    expect([waiting(world), uidOf(world)]).toMatchObject([{ reason: "JobsAtRisk" }, uid]);
  });

  it("an image that never came up is mended: no job runs on it", async () => {
    const world = await withCluster({ image: "broken:1" });
    world.cluster.edit("orders", mended);
    await world.follow();
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE", jobManagerDeploymentStatus: "READY" });
  });

  it("a job that comes after the end was decided on keeps the cluster", async () => {
    const world = await withCluster();
    const uid = uidOf(world);
    world.cluster.edit("orders", mended);
    await world.pass();
    startByHand(world);
    await world.follow("orders", 5);
    expect([waiting(world), uidOf(world)]).toMatchObject([{ reason: "JobsAtRisk" }, uid]);
    expect(at(world.find()?.status, "reconciliationStatus", "state")).toBe("DEPLOYED");
  });
});

describe("a highly available session cluster", () => {
  it("keeps its metadata for its jobs, and nothing is held", async () => {
    const world = await changed(mended, highlyAvailable);
    await world.follow();
    expect(world.kubelet.started).toMatchObject([{ lost: 0 }, { lost: 0, again: false }]);
    expect(waiting(world)).toMatchObject({ reason: "NotWaiting" });
  });

  it("of another version is held; once its jobs are secured nothing of the old metadata is left to it", async () => {
    const world = await changed(anotherVersion, highlyAvailable);
    expect(waiting(world)).toMatchObject({ reason: "JobsAtRisk" });
    const before = maps(world).map(({ metadata }) => metadata.uid);
    world.cluster.edit("daily", suspended);
    await lookAtJob(world, 10);
    await world.follow();
    const after = maps(world).map(({ metadata }) => metadata.uid);
    expect([before.length > 0, before.filter((uid) => after.includes(uid))]).toEqual([true, []]);
    expect(waiting(world)).toMatchObject({ reason: "NotWaiting" });
  });

  it("whose JobManager is gone, and of another version: the metadata of its jobs is kept, and the way back is told", async () => {
    const world = await addJob(await withCluster(highlyAvailable));
    world.objects.remove("Deployment", "flink", "orders");
    world.cluster.edit("orders", anotherVersion);
    await world.follow("orders", 10);
    expect(waiting(world)).toMatchObject({
      reason: "JobsAtRisk",
      message: expect.stringMatching(/daily.*take the change of flinkVersion/),
    });
    expect(maps(world).length).toBeGreaterThan(0);
    world.cluster.edit("orders", { spec: { flinkVersion: "v1_20" } });
    await world.follow();
    expect(world.kubelet.started).toMatchObject([{ lost: 0 }, { lost: 0 }]);
  });

  it("of another version while its pods go: the same, as the metadata is all that there is", async () => {
    const world = await addJob(await withCluster(highlyAvailable));
    world.cluster.edit("orders", mended);
    await world.pass();
    await world.pass();
    world.cluster.edit("orders", anotherVersion);
    await world.follow("orders", 10);
    expect([waiting(world), maps(world).length > 0]).toMatchObject([{ reason: "JobsAtRisk" }, true]);
    world.cluster.edit("orders", { spec: { flinkVersion: "v1_20" } });
    await world.follow();
    expect(world.kubelet.started).toMatchObject([{ lost: 0 }, { lost: 0 }]);
  });
});
