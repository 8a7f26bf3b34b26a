import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { highlyAvailable } from "../../builders/flink-deployment.ts";
import { addJob, conditionOf, lookAtJob, withCluster } from "../../world/flink-scenes.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";

const operator = (key: string, value: string) => ({ flinkConfiguration: { [`kubernetes.operator.${key}`]: value } });
const saved = operator("job.savepoint-on-deletion", "true");
const broken = { flinkConfiguration: { "state.savepoints.dir": "broken:/nowhere" } };

/** A job on a session cluster, which has had a checkpoint. */
async function running(cluster: readonly JsonObject[], ...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = await addJob(await withCluster(...cluster), ...changes);
  world.skip(12_000);
  return world;
}

const jobs = (world: FlinkWorld) =>
  world.kubelet.processes(world.clock.now()).flatMap((process) => [...process.jobs.values()]);
const become = (world: FlinkWorld, state: "RUNNING" | "RESTARTING" | "INITIALIZING") => {
  for (const job of jobs(world)) job.state = state;
};
const savepoints = (world: FlinkWorld) => [...world.kubelet.storage.values()].filter((one) => one.isSavepoint);
const told = (world: FlinkWorld, word: string) => world.events.filter(({ reason }) => reason === word);
const waiting = (world: FlinkWorld) => conditionOf(world, "Waiting", "daily");

describe("the savepoint before the deletion of a session job (8.1/47, DV-35)", () => {
  it("is told, and outlives the resource", async () => {
    const world = await running([], saved);
    world.cluster.remove("daily");
    await lookAtJob(world, 15);
    const [last] = savepoints(world);
    expect([world.find("daily"), savepoints(world).length]).toEqual([undefined, 1]);
    expect(told(world, "SavepointTaken")).toMatchObject([{ message: expect.stringContaining(String(last?.path)) }]);
  });

  it.each([
    { state: "RESTARTING", why: "its tasks come back" },
    { state: "INITIALIZING", why: "its JobManager has only just come back" },
  ] as const)("waits for a job that is $state: $why", async ({ state }) => {
    const world = await running([], saved);
    become(world, state);
    world.cluster.remove("daily");
    await lookAtJob(world, 10);
    expect([jobs(world).map((job) => job.state), savepoints(world)]).toEqual([[state], []]);
    expect(waiting(world)).toMatchObject({ reason: "LastSavepoint", message: expect.stringContaining(state) });
    become(world, "RUNNING");
    await lookAtJob(world, 15);
    expect([world.find("daily"), savepoints(world).length]).toEqual([undefined, 1]);
  });

  it("that fails holds the resource, also once the job restarts, and says how to get on without", async () => {
    const world = await running([], saved, broken);
    const stops: string[] = [];
    world.way = ({ url }, when) => {
      if (when === "before" && url.endsWith("/stop")) stops.push(url);
      return undefined;
    };
    world.cluster.remove("daily");
    await lookAtJob(world, 10);
    expect(stops).toHaveLength(1);
    expect(waiting(world)).toMatchObject({ reason: "LastSavepoint", message: expect.stringContaining("to false") });
    expect(told(world, "CleanupFailed")).toHaveLength(1);
    become(world, "RESTARTING");
    await lookAtJob(world, 10);
    expect([jobs(world).map(({ state }) => state), at(waiting(world), "reason")]).toEqual([
      ["RESTARTING"],
      "LastSavepoint",
    ]);
    world.cluster.edit("daily", { spec: operator("job.savepoint-on-deletion", "false") });
    await lookAtJob(world, 10);
    expect([world.find("daily"), jobs(world).map(({ state }) => state)]).toEqual([undefined, ["CANCELED"]]);
  });

  it.each([
    { name: "has failed", args: ["--fail-after", "5000"], state: "FAILED", why: "there is none to stop" },
    { name: "has finished", args: ["--finish-after", "5000"], state: "FINISHED", why: "there is none to stop" },
  ])("is not taken of a job that $name: $why", async ({ args, state }) => {
    const world = await running([highlyAvailable], saved, { job: { args } });
    world.skip(20_000);
    await lookAtJob(world, 3);
    expect(jobs(world).map((job) => job.state)).toEqual([state]);
    world.cluster.remove("daily");
    await lookAtJob(world, 10);
    expect([world.find("daily"), savepoints(world)]).toEqual([undefined, []]);
  });

  it.each([
    { name: "with high availability", cluster: [highlyAvailable], held: true, why: "the job may come back" },
    { name: "without it", cluster: [], held: false, why: "the job is lost for good" },
  ])("of a job that its cluster does not know, $name: held $held, as $why", async ({ cluster, held }) => {
    const world = await running(cluster, saved);
    for (const process of world.kubelet.processes(world.clock.now())) process.jobs.clear();
    world.cluster.remove("daily");
    await lookAtJob(world, 10);
    expect(world.find("daily") !== undefined).toBe(held);
  });

  it.each([
    { drain: "false", why: "the job may go on from it" },
    { drain: "true", why: "windows are to be emitted" },
  ])("drains where asked to, $drain: $why", async ({ drain }) => {
    const world = await running([], saved, operator("job.drain-on-savepoint-deletion", drain));
    const bodies: unknown[] = [];
    world.way = (request, when) => {
      if (when === "before" && request.url.endsWith("/stop")) bodies.push(JSON.parse(request.body ?? "{}"));
      return undefined;
    };
    world.cluster.remove("daily");
    await lookAtJob(world, 15);
    expect(bodies).toMatchObject([{ drain: drain === "true" }]);
  });
});
