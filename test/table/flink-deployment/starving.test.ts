import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { kill } from "../../simulation/flink/acts.ts";
import { conditionOf, deployed } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

/** An application whose JobManager is the only pod that a quota admits, so many milliseconds after its deploy. */
async function withoutTaskManagers(ms: number, ...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = new FlinkWorld();
  world.kubelet.setQuota(1);
  world.cluster.create(flinkApplication(...changes));
  await world.follow("orders", 5);
  world.skip(ms);
  await world.pass();
  return world;
}

const reads = (world: FlinkWorld) =>
  world.trace.filter(({ to }) => to === "objects").map((call) => `${call.verb} ${"about" in call ? call.about : ""}`);
const told = (world: FlinkWorld) => world.events.filter(({ type }) => type === "Warning").map(({ reason }) => reason);
const errorOf = (world: FlinkWorld) => at(world.find()?.status, "error");

const modes = [
  {
    mode: "native",
    reason: "TaskManagersMissing",
    message: /0 of 2 TaskManagers have a pod.*log tells/,
    why: "nobody but Flink hears of the refusal",
  },
  { mode: "standalone", reason: "FailedCreate", message: /exceeded quota/, why: "their Deployment tells" },
] as const;

describe("TaskManagers that do not come up while the JobManager does", () => {
  it.each(modes)("$mode, refused by a quota: the reason in status and Event ($why)", async (row) => {
    const world = await withoutTaskManagers(40_000, { mode: row.mode });
    expect(world.find()?.status).toMatchObject({
      lifecycleState: "DEPLOYED",
      jobManagerDeploymentStatus: "READY",
      jobStatus: { state: "CREATED" },
    });
    expect(errorOf(world)).toMatch(row.message);
    expect(conditionOf(world, "Running")).toMatchObject({
      status: "False",
      reason: "TaskManagerError",
      message: expect.stringMatching(row.message),
    });
    expect(conditionOf(world, "Waiting")).toMatchObject({ reason: "NotWaiting" });
    expect(conditionOf(world, "Reconciling")).toMatchObject({ status: "True", reason: "TaskManagerError" });
    await world.pass();
    expect(told(world)).toEqual([row.reason]);
  });

  it.each(modes)("$mode: all of it is gone once there is room", async ({ mode }) => {
    const world = await withoutTaskManagers(40_000, { mode });
    world.kubelet.setQuota(undefined);
    await world.follow("orders", 10);
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE", jobStatus: { state: "RUNNING" } });
    expect([errorOf(world), conditionOf(world, "Running")]).toMatchObject([undefined, { status: "True" }]);
  });

  it("native, of which one is there: how many", async () => {
    const world = new FlinkWorld();
    world.kubelet.setQuota(2);
    world.cluster.create(flinkApplication());
    await world.follow("orders", 5);
    world.garble = (text) => text.replace('"state":"RUNNING"', '"state":"CREATED"');
    world.skip(40_000);
    await world.pass();
    expect(errorOf(world)).toContain("1 of 2 TaskManagers have a pod");
  });

  it.each([
    { name: "an image that cannot be pulled", waiting: { reason: "ImagePullBackOff", message: "no such image" } },
    { name: "a crash loop", waiting: { reason: "CrashLoopBackOff", message: "back-off 5m0s" } },
  ])("$name of a TaskManager: Kubernetes' words", async ({ waiting }) => {
    const world = await withoutTaskManagers(0);
    const metadata = {
      name: "orders-taskmanager-1-1",
      namespace: "flink",
      labels: { app: "orders", component: "taskmanager" },
    };
    const containerStatuses = [{ name: "flink-main-container", state: { waiting } }];
    world.objects.put({ kind: "Pod", metadata, status: { containerStatuses } });
    world.garble = (text) => text.replace('"state":"RUNNING"', '"state":"CREATED"');
    world.skip(12_000);
    await world.pass();
    expect(errorOf(world)).toContain(`${waiting.reason}: ${waiting.message}`);
  });
});

it("a TaskManager whose volume cannot be mounted: Kubernetes' words, which only its Events have", async () => {
  const world = await withoutTaskManagers(0);
  const labels = { app: "orders", component: "taskmanager" };
  const status = { phase: "Pending", startTime: new Date(world.clock.now()).toISOString() };
  world.objects.put({ kind: "Pod", metadata: { name: "orders-taskmanager-1-1", namespace: "flink", labels }, status });
  const { uid } = world.objects.find("Pod", "flink", "orders-taskmanager-1-1")?.metadata ?? {};
  const told = { involvedObject: { uid: uid ?? "" }, reason: "FailedAttachVolume", message: "claim is in use" };
  world.objects.put({ kind: "Event", metadata: { name: "one", namespace: "flink" }, ...told });
  world.garble = (text) => text.replace('"state":"RUNNING"', '"state":"CREATED"');
  world.skip(12_000);
  await world.pass();
  expect(errorOf(world)).toContain("FailedAttachVolume: claim is in use");
});

describe("the pods of TaskManagers", () => {
  it("are not asked for while a deploy comes up in time", async () => {
    const world = new FlinkWorld();
    world.cluster.create(flinkApplication());
    await world.follow();
    expect(reads(world).filter((one) => one.includes("taskmanager"))).toEqual([]);
  });

  it("are asked for of a job that waits, once a look, and not of one that runs", async () => {
    const world = await withoutTaskManagers(12_000);
    world.trace.length = 0;
    await world.pass();
    expect(reads(world)).toEqual(["get Deployment orders", expect.stringMatching(/^list Pod/)]);
    world.kubelet.setQuota(undefined);
    await world.follow();
    world.skip(60_000);
    world.trace.length = 0;
    await world.pass();
    expect(reads(world)).toEqual(["get Deployment orders"]);
  });

  it("that are still being made are no error: a native cluster asks for them one by one", async () => {
    const world = await withoutTaskManagers(12_000);
    expect([errorOf(world), conditionOf(world, "Running")]).toMatchObject([undefined, { reason: "NotRunning" }]);
  });

  it("that are all there say nothing of a job that restarts", async () => {
    const world = await deployed();
    kill(world);
    world.skip(5_000);
    world.garble = (text) => text.replace('"state":"RUNNING"', '"state":"RESTARTING"');
    await world.pass();
    expect([errorOf(world), conditionOf(world, "Running")]).toMatchObject([undefined, { reason: "NotRunning" }]);
  });
});
