import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { adaptive, larger, overrides } from "../../simulation/flink/acts.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

async function deployed(...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = new FlinkWorld();
  world.cluster.create(flinkApplication(adaptive, ...changes));
  await world.follow();
  world.skip(12_000);
  world.events.length = 0;
  world.trace.length = 0;
  return world;
}

async function edited(world: FlinkWorld, change: JsonObject): Promise<FlinkWorld> {
  world.cluster.edit("orders", change);
  await world.follow();
  return world;
}

const jobOf = (world: FlinkWorld) => {
  const process = world.kubelet.process("flink", "orders", world.clock.now());
  return [...(process?.jobs.values() ?? [])][0];
};
const sizes = (world: FlinkWorld) => jobOf(world)?.vertices.map(({ parallelism }) => parallelism);
const puts = (world: FlinkWorld) => world.trace.filter((call) => call.to === "flink" && call.verb === "PUT").length;
const reasons = (world: FlinkWorld) => world.events.map(({ reason }) => reason);

describe("another size of what runs (2.10)", () => {
  it("is told as Scaling, with the same job and nothing suspended (8.1/54)", async () => {
    const world = await deployed();
    const id = jobOf(world)?.id;
    await edited(world, larger);
    expect([jobOf(world)?.id, sizes(world), puts(world)]).toEqual([id, [6, 6], 1]);
    expect(reasons(world)).toEqual(["Scaling"]);
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE", observedGeneration: 2 });
    expect(at(world.find()?.status, "reconciliationStatus", "lastStableSpec")).toContain('"parallelism":6');
  });

  it("is told once although nobody heard that Flink took it", async () => {
    const world = await deployed();
    world.way = (request, when) => (request.method === "PUT" && when === "after" ? "no answer" : undefined);
    await edited(world, larger);
    expect([sizes(world), puts(world), reasons(world)]).toEqual([[6, 6], 1, ["Scaling"]]);
  });

  it("is in the configuration as well, from which a JobManager without memory starts", async () => {
    const world = await edited(await deployed(), larger);
    expect(JSON.stringify(world.objects.find("ConfigMap", "flink", "flink-config-orders"))).toContain(
      "parallelism.default: 6",
    );
  });

  it.each([
    { name: "from a parallelism of 1", changes: { job: { parallelism: 1 } } },
    { name: "of Flink before 1.18", changes: { flinkVersion: "v1_17" } },
    {
      name: "where the user has switched it off",
      changes: { flinkConfiguration: { "kubernetes.operator.job.upgrade.inplace-scaling.enabled": "false" } },
    },
    { name: "with another scheduler", changes: { flinkConfiguration: { "jobmanager.scheduler": "default" } } },
  ])("$name it is an upgrade", async ({ changes }) => {
    const world = await edited(await deployed(changes), larger);
    expect([puts(world), world.kubelet.started.length, sizes(world)]).toEqual([0, 2, [6, 6]]);
  });

  it("a size that Flink refuses is deployed", async () => {
    const world = await deployed();
    world.way = (request, when) => {
      const isPut = request.method === "PUT" && when === "before";
      // A vertex less: the request names one that the job does not have.
      const vertices = jobOf(world)?.vertices as unknown as unknown[] | undefined;
      if (isPut) vertices?.pop();
      return undefined;
    };
    await edited(world, larger);
    expect([puts(world), world.kubelet.started.length, sizes(world)]).toEqual([1, 2, [6, 6]]);
    expect(reasons(world)).toEqual(expect.arrayContaining(["SpecChanged", "Suspended", "Submit"]));
  });

  it("that is overtaken by another one of every vertex goes there in place", async () => {
    const world = await deployed();
    world.cluster.edit("orders", overrides(8, 8));
    await world.pass();
    await edited(world, overrides(3, 5));
    expect([world.kubelet.started.length, sizes(world)]).toEqual([1, [3, 5]]);
  });

  it("that is taken back halfway ends at the old one", async () => {
    const world = await deployed();
    world.cluster.edit("orders", larger);
    await world.pass();
    await edited(world, { spec: { job: { parallelism: 4 } } });
    expect([sizes(world), world.find()?.status]).toMatchObject([[4, 4], { lifecycleState: "STABLE" }]);
  });

  it("costs nothing more once it is taken", async () => {
    const world = await edited(await deployed(), larger);
    world.trace.length = 0;
    world.skip(60_000);
    await world.sweep();
    expect(world.trace).toHaveLength(4);
  });
});
