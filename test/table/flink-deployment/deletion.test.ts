import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { submit } from "../../../simulators/flink/jobs.ts";
import { flinkApplication, flinkSession } from "../../builders/flink-deployment.ts";
import { addJob, conditionOf, lookAtJob, withCluster } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const operator = (key: string, value: string) => ({ flinkConfiguration: { [`kubernetes.operator.${key}`]: value } });
const saved = operator("job.savepoint-on-deletion", "true");

const waiting = (world: FlinkWorld, name = "orders") => conditionOf(world, "Waiting", name);
const savepoints = (world: FlinkWorld) => [...world.kubelet.storage.values()].filter((one) => one.isSavepoint);
const told = (world: FlinkWorld, word: string) => world.events.filter(({ reason }) => reason === word);

async function application(...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = new FlinkWorld();
  world.cluster.create(flinkApplication(...changes));
  await world.follow();
  world.skip(12_000);
  return world;
}

describe("the savepoint before a deletion (8.1/47)", () => {
  it("is taken, told, and outlives the resource", async () => {
    const world = await application(saved);
    world.cluster.remove("orders");
    await world.follow();
    const [last] = savepoints(world);
    expect([world.find(), savepoints(world).length, last?.count]).toEqual([undefined, 1, expect.any(Number)]);
    expect(told(world, "SavepointTaken")).toMatchObject([{ message: expect.stringContaining(String(last?.path)) }]);
    expect(world.objects.all("Deployment")).toEqual([]);
  });

  it.each([
    { name: "by default", changes: {}, why: "nobody asked for it" },
    { name: "of a job that has ended", changes: { ...saved }, finishes: 5_000, why: "there is none to stop" },
    { name: "of an image that never came up", changes: { ...saved, image: "broken:1" }, why: "nothing ran" },
  ])("is not taken $name: $why", async ({ changes, finishes }) => {
    const behaviour = () => (finishes === undefined ? {} : { finishesAfterMs: finishes });
    const world = new FlinkWorld({ behaviour });
    world.cluster.create(flinkApplication(changes));
    await world.follow("orders", 20);
    world.skip(20_000);
    world.cluster.remove("orders");
    await world.follow();
    expect([world.find(), savepoints(world)]).toEqual([undefined, []]);
  });

  it.each([
    { drain: "false", why: "the job may go on from it" },
    { drain: "true", why: "windows are to be emitted" },
  ])("drains where asked to, $drain: $why", async ({ drain }) => {
    const world = await application(saved, operator("job.drain-on-savepoint-deletion", drain));
    const bodies: unknown[] = [];
    world.way = (request, when) => {
      if (when === "before" && request.url.endsWith("/stop")) bodies.push(JSON.parse(request.body ?? "{}"));
      return undefined;
    };
    world.cluster.remove("orders");
    await world.follow();
    expect(bodies).toMatchObject([{ drain: drain === "true" }]);
  });

  it("that fails holds the resource, which says how to get on without", async () => {
    const world = await application(saved, { flinkConfiguration: { "state.savepoints.dir": "broken:/nowhere" } });
    world.cluster.remove("orders");
    await world.follow("orders", 10);
    expect(waiting(world)).toMatchObject({ reason: "LastSavepoint", message: expect.stringContaining("to false") });
    expect(told(world, "CleanupFailed")).toHaveLength(1);
    world.cluster.edit("orders", { spec: operator("job.savepoint-on-deletion", "false") });
    await world.follow();
    expect(world.find()).toBeUndefined();
  });
});

/** A session cluster with the job `daily`. */
async function session(...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = await addJob(await withCluster(...changes));
  return world;
}

describe("the deletion of a session cluster (8.1/48)", () => {
  it("waits for its session jobs, and says for which", async () => {
    const world = await session();
    world.cluster.remove("orders");
    await world.follow("orders", 5);
    expect(waiting(world)).toMatchObject({ reason: "SessionJobs", message: expect.stringContaining("daily") });
    expect(told(world, "CleanupFailed")).toHaveLength(1);
    expect(world.kubelet.started).toHaveLength(1);
    await lookAtJob(world, 3);
    expect(world.find("daily")?.status).toMatchObject({ jobStatus: { state: "RUNNING" } });
    world.cluster.remove("daily");
    await lookAtJob(world, 10);
    expect(world.find("daily")).toBeUndefined();
    await world.follow();
    expect([world.find(), world.objects.all("Deployment")]).toEqual([undefined, []]);
  });

  it("a session job that is deleted first is ended on the cluster, and does not become one that nobody stands for", async () => {
    const world = await session();
    world.cluster.remove("orders");
    world.cluster.remove("daily");
    await lookAtJob(world, 10);
    await world.follow();
    expect([world.find("daily"), world.find()]).toEqual([undefined, undefined]);
  });

  it("does not wait where the option says so, and its jobs go with it", async () => {
    const world = await session(operator("session.deletion.block-on-session-jobs", "false"));
    world.cluster.remove("orders");
    await world.follow();
    expect(world.find()).toBeUndefined();
    world.cluster.remove("daily");
    await lookAtJob(world, 3);
    expect(world.find("daily")).toBeUndefined();
  });

  it("waits for a job that somebody started by hand, until it ends or the option is off", async () => {
    const world = new FlinkWorld();
    world.cluster.create(flinkSession());
    await world.follow();
    const now = world.clock.now();
    const [process] = world.kubelet.processes(now);
    if (process === undefined) throw new Error("no JobManager runs");
    const byHand = { id: "a".repeat(32), name: "by hand", settings: process.settings, restorePath: undefined };
    submit(process, byHand, now);
    world.cluster.remove("orders");
    await world.follow("orders", 5);
    expect(waiting(world)).toMatchObject({ reason: "UnmanagedJobs", message: expect.stringContaining(byHand.id) });
    world.cluster.edit("orders", { spec: operator("session.deletion.block-on-unmanaged-jobs", "false") });
    await world.follow();
    expect(world.find()).toBeUndefined();
  });

  it("says so where its JobManager does not answer, and goes on once the option is off", async () => {
    const world = new FlinkWorld();
    world.cluster.create(flinkSession());
    await world.follow();
    world.way = () => "no route";
    world.cluster.remove("orders");
    await world.follow("orders", 5);
    expect(waiting(world)).toMatchObject({ reason: "UnmanagedJobs" });
    world.cluster.edit("orders", { spec: operator("session.deletion.block-on-unmanaged-jobs", "false") });
    await world.follow();
    expect(world.find()).toBeUndefined();
  });
});
