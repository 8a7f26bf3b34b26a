import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { adaptive, larger, overrides } from "../../simulation/flink/acts.ts";
import { addJob, lookAtJob, withCluster } from "../../world/flink-scenes.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";

/** A job of two vertices with a parallelism of 2 on a cluster that can change it. */
async function running(cluster: readonly JsonObject[] = [], ...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = await addJob(await withCluster(adaptive, ...cluster), ...changes);
  world.events.length = 0;
  world.trace.length = 0;
  return world;
}

async function edited(world: FlinkWorld, change: JsonObject): Promise<FlinkWorld> {
  world.cluster.edit("daily", change);
  await lookAtJob(world, 90);
  return world;
}

const jobs = (world: FlinkWorld) =>
  world.kubelet.processes(world.clock.now()).flatMap((process) => [...process.jobs.values()]);
const jobOf = (world: FlinkWorld) => jobs(world).find(({ state }) => state === "RUNNING");
const sizes = (world: FlinkWorld) => jobOf(world)?.vertices.map(({ parallelism }) => parallelism);
const puts = (world: FlinkWorld) => world.trace.filter((call) => call.to === "flink" && call.verb === "PUT").length;
const reasons = (world: FlinkWorld) => world.events.map(({ reason }) => reason);
const waiting = (world: FlinkWorld) => {
  const conditions = at(world.find("daily")?.status, "conditions");
  const found = Array.isArray(conditions) ? conditions.find((one) => at(one, "type") === "Waiting") : undefined;
  return at(found, "reason");
};
const lines = (world: FlinkWorld) =>
  world.trace.map((call) => {
    const about = "about" in call ? call.about : call.name;
    return `${call.to} ${call.verb} ${about.replace(/[0-9a-f]{32}/g, "…")}`.trim();
  });

const seen = ["api get daily", "api get orders", "flink GET orders /jobs/overview"];
const checkpoints = "flink GET orders /jobs/…/checkpoints";
const sized = ["flink GET orders /jobs/…/resource-requirements", "flink GET orders /jobs/…"];

describe("another size of a session job that runs (2.10, DV-22)", () => {
  it("is told as Scaling, with the same job and nothing suspended (8.1/54)", async () => {
    const world = await running();
    const id = jobOf(world)?.id;
    await edited(world, larger);
    expect([jobOf(world)?.id, sizes(world), puts(world)]).toEqual([id, [6, 6], 1]);
    expect(reasons(world)).toEqual(["Scaling"]);
    expect(world.find("daily")?.status).toMatchObject({ lifecycleState: "STABLE", observedGeneration: 2 });
    expect(at(world.find("daily")?.status, "reconciliationStatus", "lastStableSpec")).toContain('"parallelism":6');
  });

  it("costs two calls a look while it is under way, and one to ask for it", async () => {
    const world = await running();
    world.cluster.edit("daily", larger);
    await lookAtJob(world, 1);
    const asks = ["flink PUT orders /jobs/…/resource-requirements"];
    expect(lines(world).filter((line) => line.startsWith("flink"))).toEqual([
      ...["flink GET orders /jobs/overview", checkpoints, ...sized, ...asks],
    ]);
    expect(waiting(world)).toBe("NotWaiting");
    world.trace.length = 0;
    await lookAtJob(world, 1);
    expect(lines(world).slice(0, 6)).toEqual([...seen, checkpoints, ...sized]);
    expect(waiting(world)).toBe("Scaling");
  });

  it("costs nothing more once it is taken", async () => {
    const world = await edited(await running(), larger);
    world.trace.length = 0;
    await lookAtJob(world, 1);
    expect(lines(world)).toEqual([...seen, checkpoints]);
  });

  it("is told once although nobody heard that Flink took it", async () => {
    const world = await running();
    world.way = (request, when) => (request.method === "PUT" && when === "after" ? "no answer" : undefined);
    await edited(world, larger);
    expect([sizes(world), puts(world), reasons(world)]).toEqual([[6, 6], 1, ["Scaling"]]);
  });

  it.each<{ name: string; cluster?: readonly JsonObject[]; job?: JsonObject }>([
    { name: "from a parallelism of 1", job: { job: { parallelism: 1 } } },
    { name: "of Flink before 1.18", cluster: [{ flinkVersion: "v1_17" }] },
    {
      name: "where the user has switched it off",
      job: { flinkConfiguration: { "kubernetes.operator.job.upgrade.inplace-scaling.enabled": "false" } },
    },
    {
      name: "where the user has switched it off for the cluster",
      cluster: [{ flinkConfiguration: { "kubernetes.operator.job.upgrade.inplace-scaling.enabled": "false" } }],
    },
    {
      name: "on a cluster with another scheduler, whatever the job says of it",
      cluster: [{ flinkConfiguration: { "jobmanager.scheduler": "default" } }],
      job: { flinkConfiguration: { "jobmanager.scheduler": "adaptive" } },
    },
  ])("$name it is an upgrade", async ({ cluster = [], job = {} }) => {
    const world = await edited(await running(cluster, job), larger);
    expect([puts(world), world.kubelet.started.length, sizes(world)]).toEqual([0, 2, [6, 6]]);
  });

  it("that Flink refuses is an upgrade, and no reason to wait", async () => {
    const world = await running();
    world.way = (request, when) => {
      // A vertex less: the request names one that the job does not have.
      const vertices = jobOf(world)?.vertices as unknown as unknown[] | undefined;
      if (request.method === "PUT" && when === "before") vertices?.pop();
      return undefined;
    };
    await edited(world, larger);
    expect([puts(world), world.kubelet.started.length, sizes(world)]).toEqual([1, 2, [6, 6]]);
    expect(reasons(world)).toEqual(expect.arrayContaining(["SpecChanged", "Suspended", "Submit"]));
    expect([waiting(world), at(world.find("daily")?.status, "lifecycleState")]).toEqual(["NotWaiting", "STABLE"]);
  });

  it("that is not answered for a minute is an upgrade, once the cluster answers again", async () => {
    const world = await running();
    world.way = ({ url }) => (url.endsWith("/resource-requirements") ? "ECONNRESET" : undefined);
    await edited(world, larger);
    expect([world.kubelet.started.length, sizes(world)]).toEqual([2, [6, 6]]);
  });

  it("that is overtaken by another one of every vertex goes there in place", async () => {
    const world = await running();
    world.cluster.edit("daily", overrides(8, 8));
    await lookAtJob(world, 1);
    await edited(world, overrides(3, 5));
    expect([world.kubelet.started.length, sizes(world)]).toEqual([1, [3, 5]]);
  });

  it("that is taken back halfway ends at the old one", async () => {
    const world = await running();
    world.cluster.edit("daily", larger);
    await lookAtJob(world, 1);
    await edited(world, { spec: { job: { parallelism: 2 } } });
    expect([sizes(world), world.find("daily")?.status]).toMatchObject([[2, 2], { lifecycleState: "STABLE" }]);
  });

  it("comes with another change: one upgrade brings both", async () => {
    const world = await running();
    await edited(world, { spec: { job: { parallelism: 6, args: ["--env", "prod"] } } });
    expect([puts(world), world.kubelet.started.length, sizes(world)]).toEqual([0, 2, [6, 6]]);
  });
});
