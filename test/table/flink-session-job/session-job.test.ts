import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import { addJob, conditionOf, lookAtJob, withCluster } from "../../world/flink-scenes.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";

const lines = (world: FlinkWorld) =>
  world.trace.map((call) => `${call.to} ${call.verb} ${"about" in call ? call.about : call.name}`.trim());
const uploads = (world: FlinkWorld) => lines(world).filter((line) => line.endsWith("/jars/upload")).length;
const reasonOf = (world: FlinkWorld, type: string) => at(conditionOf(world, type, "daily"), "reason");

/** A job on it. */
async function running(...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = await withCluster();
  await addJob(world, ...changes);
  return world;
}

describe("what a steady session job costs", () => {
  it("its own object, its cluster, the overview and the checkpoints, and no write", async () => {
    const world = await running();
    world.trace.length = 0;
    await world.passJob("daily");
    expect(lines(world)).toEqual([
      "api get daily",
      "api get orders",
      expect.stringMatching(/^flink GET orders \/jobs\/overview$/),
      expect.stringMatching(/^flink GET orders \/jobs\/[0-9a-f]{32}\/checkpoints$/),
    ]);
  });
});

describe("exceptions of a session job as Kubernetes Events (7.2)", () => {
  it("each is told once", async () => {
    const world = await running();
    world.skip(12_000);
    world.kubelet.failTasks("flink", "orders", world.clock.now());
    await lookAtJob(world, 12);
    const told = world.events.filter(({ reason }) => reason === "JobException");
    expect(told.map(({ involvedObject, message }) => `${involvedObject.name}: ${message}`)).toEqual([
      expect.stringMatching(/^daily: org\.apache\..*no longer reachable\. /),
    ]);
  });
});

describe("what goes wrong on the way", () => {
  it("an upload whose answer is lost: its jar is found by its name and used", async () => {
    const world = await withCluster();
    world.way = ({ url }, when) => (when === "after" && url.endsWith("/jars/upload") ? "ECONNRESET" : undefined);
    world.cluster.create(sessionJob());
    await lookAtJob(world, 20);
    expect([uploads(world), world.kubelet.started.length, reasonOf(world, "Running")]).toEqual([1, 1, "Running"]);
  });

  it("a run whose answer is lost: the job is found by its id, and no second one is started", async () => {
    const world = await withCluster();
    world.way = ({ url }, when) => (when === "after" && url.endsWith("/run") ? "ECONNRESET" : undefined);
    world.cluster.create(sessionJob());
    await lookAtJob(world, 20);
    expect([world.kubelet.started.length, reasonOf(world, "Running")]).toEqual([1, "Running"]);
  });

  it.each([
    { name: "starts its job after a while", comesAfterMs: 30_000, runs: 1, why: "the job is found by its id" },
    {
      name: "never does",
      comesAfterMs: undefined,
      runs: 2,
      why: "a run is not sent again before its quarantine is over",
    },
  ])("a main() that does not answer, and $name: $why", async ({ comesAfterMs, runs }) => {
    const world = await withCluster();
    const asked: number[] = [];
    world.way = ({ url }, when, effect) => {
      if (when !== "after" || !url.endsWith("/run")) return undefined;
      asked.push(world.clock.now());
      if (asked.length > 1) return undefined;
      for (const process of world.kubelet.processes(world.clock.now())) process.jobs.clear();
      if (comesAfterMs !== undefined) world.later(comesAfterMs, effect);
      return "no answer in the time that was left";
    };
    world.cluster.create(sessionJob());
    await lookAtJob(world, 20);
    expect([asked.length, reasonOf(world, "Waiting")]).toEqual([1, "StartInDoubt"]);
    await lookAtJob(world, 60);
    expect([asked.length, reasonOf(world, "Running")]).toEqual([runs, "Running"]);
  });

  it("a run that never came and another spec: waits out the quarantine before anything else is started (D6)", async () => {
    const world = await withCluster();
    const asked: string[] = [];
    world.way = ({ url }, when) => {
      if (when !== "after" || !url.endsWith("/run")) return undefined;
      asked.push(url);
      for (const process of world.kubelet.processes(world.clock.now())) process.jobs.clear();
      world.way = () => undefined;
      return "ECONNRESET";
    };
    world.cluster.create(sessionJob());
    while (asked.length === 0) await lookAtJob(world, 1);
    world.cluster.edit("daily", { spec: { job: { args: ["--env", "prod"] } } });
    await lookAtJob(world, 5);
    expect(reasonOf(world, "Waiting")).toBe("StartInDoubt");
    world.skip(60_000);
    await lookAtJob(world, 20);
    expect([reasonOf(world, "Waiting"), reasonOf(world, "Running")]).toEqual(["NotWaiting", "Running"]);
  });

  it("a savepoint that fails: the job runs on as it was, and the condition says why", async () => {
    const world = await running({ flinkConfiguration: { "state.savepoints.dir": "broken:/none" } });
    world.cluster.edit("daily", { spec: { job: { args: ["--env", "prod"] } } });
    await lookAtJob(world, 20);
    expect([world.kubelet.started.length, reasonOf(world, "Waiting"), reasonOf(world, "Running")]).toEqual([
      1,
      "SavepointFailed",
      "Running",
    ]);
  });

  it("a cluster that does not answer while the job is being deleted: the job is not let go", async () => {
    const world = await running();
    world.way = () => "ETIMEDOUT";
    world.cluster.remove("daily");
    await lookAtJob(world, 5);
    expect(reasonOf(world, "Waiting")).toBe("ClusterNotReady");
    world.way = () => undefined;
    await lookAtJob(world, 10);
    const jobs = world.kubelet.processes(world.clock.now()).flatMap((process) => [...process.jobs.values()]);
    expect([world.find("daily"), jobs.map(({ state }) => state)]).toEqual([undefined, ["CANCELED"]]);
  });

  it("a job that fails, where failed jobs are restarted: again from where it was, under another id", async () => {
    const restarted = { flinkConfiguration: { "kubernetes.operator.job.restart.failed": "true" } };
    const world = await running(restarted, { job: { args: ["--fail-after", "25000"] } });
    await lookAtJob(world, 20);
    const ids = world.kubelet.started.map(({ id }) => id);
    expect([ids.length, new Set(ids).size, world.kubelet.started.some(({ lost }) => lost > 0)]).toEqual([2, 2, false]);
  });
});
