import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { flinkApplication, highlyAvailable } from "../../builders/flink-deployment.ts";
import { conditionOf } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

/** An application whose job has ended by itself. */
async function ended(
  behaviour: { readonly finishesAfterMs?: number; readonly failsAfterMs?: number },
  ...changes: readonly JsonObject[]
): Promise<FlinkWorld> {
  const world = new FlinkWorld({ behaviour: () => behaviour });
  world.cluster.create(flinkApplication(...changes));
  await world.follow();
  world.skip(20_000);
  await world.follow();
  return world;
}

const deployments = (world: FlinkWorld) => world.objects.all("Deployment").map(({ metadata }) => metadata.name);
const job = (world: FlinkWorld) => at(world.find()?.status, "jobStatus", "state");
const ttl = (text: string) => ({ flinkConfiguration: { "kubernetes.operator.jm-deployment.shutdown-ttl": text } });

describe("a job that has ended by itself (2.8, 8.1/21)", () => {
  it.each([
    { mode: "stateless", changes: [{ job: { upgradeMode: "stateless" } }], why: "it would begin anew" },
    { mode: "last-state", changes: [{ ...highlyAvailable, job: { upgradeMode: "last-state" } }], why: "it is done" },
  ])("is not run again where its Deployment is taken away, $mode: $why", async ({ changes }) => {
    const world = await ended({ finishesAfterMs: 5_000 }, ...changes);
    world.objects.remove("Deployment", "flink", "orders");
    world.skip(30_000);
    expect((await world.follow()).end).toBe("settled");
    expect([world.kubelet.started.length, deployments(world), job(world)]).toEqual([1, [], "FINISHED"]);
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE", jobManagerDeploymentStatus: "MISSING" });
    expect(conditionOf(world, "Running")).toMatchObject({ status: "False", reason: "Finished" });
    expect(conditionOf(world, "Waiting")).toMatchObject({ status: "False", reason: "NotWaiting" });
    expect(world.events.map(({ reason }) => reason)).not.toContain("Missing");
  });

  it("that failed stays FAILED without its JobManager", async () => {
    const world = await ended({ failsAfterMs: 5_000 }, { job: { upgradeMode: "stateless" } });
    world.objects.remove("Deployment", "flink", "orders");
    world.skip(30_000);
    await world.follow();
    expect([world.kubelet.started.length, job(world)]).toEqual([1, "FAILED"]);
    expect(world.find()?.status).toMatchObject({ lifecycleState: "FAILED" });
  });

  it("keeps its JobManager for as long as the option says, and its history for ever", async () => {
    const world = await ended({ finishesAfterMs: 5_000 }, ttl("10 min"));
    world.skip(400_000);
    await world.follow();
    expect(deployments(world)).toEqual(["orders"]);
    world.skip(300_000);
    await world.follow();
    expect([deployments(world), job(world), world.kubelet.started.length]).toEqual([[], "FINISHED", 1]);
  });

  it.each([
    { name: "another spec", options: {}, edit: { job: { args: ["--env", "prod"] } } },
    { name: "a restart of what failed", options: { "kubernetes.operator.job.restart.failed": "true" }, edit: {} },
  ])(
    "goes on from its last state by $name, where its JobManager was restarted and knows it no more",
    async ({ options, edit }) => {
      const lastState = { ...highlyAvailable, job: { upgradeMode: "last-state" } };
      const world = await ended({ failsAfterMs: 15_000 }, lastState, ttl("1 h"));
      expect(job(world)).toBe("FAILED");
      world.kubelet.kill("flink", "orders", world.clock.now());
      world.skip(10_000);
      world.cluster.edit("orders", { spec: { flinkConfiguration: options, ...edit } });
      await world.follow();
      expect(world.kubelet.started).toMatchObject([{}, { lost: 0, from: expect.stringContaining("/chk-") }]);
    },
  );

  it("that runs again in a JobManager that was restarted has not ended", async () => {
    const world = await ended({ finishesAfterMs: 5_000 }, ttl("10 min"));
    world.skip(590_000);
    world.kubelet.kill("flink", "orders", world.clock.now());
    world.skip(5_500);
    await world.pass();
    expect(job(world)).toBe("RUNNING");
    world.skip(30_000);
    await world.follow();
    expect([deployments(world), job(world)]).toEqual([["orders"], "FINISHED"]);
  });
});
