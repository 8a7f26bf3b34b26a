import { describe, expect, it } from "vitest";
import { at } from "../../../shared/core/json.ts";
import { flinkApplication, highlyAvailable } from "../../builders/flink-deployment.ts";
import { flapJob, savepoint } from "../../simulation/flink/acts.ts";
import { conditionOf, deployed, warningsOf } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

/** So many tasks fail between two looks that it is unhealthy, and everything that follows from that happens. */
async function flapped(world: FlinkWorld, seconds = 30): Promise<FlinkWorld> {
  for (const _twice of [1, 2]) {
    flapJob(world);
    for (let look = 0; look < 3; look += 1) {
      await world.pass();
      world.skip(1_000);
    }
  }
  for (let second = 0; second < seconds; second += 1) {
    await world.pass();
    world.skip(1_000);
  }
  return world;
}

const polls = (world: FlinkWorld) =>
  world.trace.filter((call) => "about" in call && call.about.includes("/metrics")).length;

describe("a job that restarts over and over (8.1/46)", () => {
  it("is restarted from its last checkpoint, and an event says why", async () => {
    const world = await flapped(await deployed());
    expect(world.kubelet.started).toMatchObject([{}, { from: expect.stringContaining("/chk-"), lost: 0 }]);
    expect(warningsOf(world)).toEqual([
      expect.stringMatching(/^RestartUnhealthyJob: The job has restarted \d+ times within 120 s; it is restarted\. /),
    ]);
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE", jobStatus: { state: "RUNNING" } });
    expect(conditionOf(world, "Waiting")).toMatchObject({ status: "False" });
  });

  it("goes on by Flink's own metadata where there is any", async () => {
    const world = await flapped(await deployed(highlyAvailable, { job: { upgradeMode: "last-state" } }));
    expect(new Set(world.kubelet.started.map(({ id }) => id)).size).toBe(1);
    expect(world.kubelet.started).toMatchObject([{}, { lost: 0 }]);
  });

  it("begins empty only where the user said stateless", async () => {
    const world = await flapped(await deployed({ job: { upgradeMode: "stateless" } }));
    expect(world.kubelet.started).toMatchObject([{}, { from: undefined }]);
  });

  it("is asked how often it restarted only once it has changed", async () => {
    const world = await deployed();
    world.trace.length = 0;
    for (let tick = 0; tick < 5; tick += 1) {
      world.skip(60_000);
      await world.sweep();
    }
    expect(polls(world)).toBe(0);
    flapJob(world);
    for (let tick = 0; tick < 5; tick += 1) {
      await world.sweep();
      world.skip(60_000);
    }
    // Two samples, each by the look of a sweep and by the pass that it leads to.
    expect(polls(world)).toBe(4);
  });

  it("waits longer with each restart in a row, and says until when", async () => {
    const world = await deployed();
    for (const _restart of [1, 2, 3]) await flapped(world);
    await flapped(world, 0);
    expect(world.kubelet.started).toHaveLength(4);
    expect(conditionOf(world, "Waiting")).toMatchObject({
      status: "True",
      reason: "RestartDelayed",
      message: expect.stringMatching(/within 120 s soon after a restart\. It is restarted at \d{4}-.*Z\.$/),
    });
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
  });

  it("is left running where a restart would lose the state in its JobManager's memory, and still gives a savepoint", async () => {
    const inMemory = { flinkConfiguration: { "state.checkpoints.dir": null }, job: { upgradeMode: null } };
    const world = await flapped(await deployed(inMemory));
    expect(world.kubelet.started).toHaveLength(1);
    expect(conditionOf(world, "Waiting")).toMatchObject({
      status: "True",
      reason: "Unhealthy",
      message: expect.stringMatching(/within 120 s\. Nothing of the job.s state would outlive a restart/),
    });
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
    world.cluster.edit("orders", savepoint(7));
    await world.follow("orders", 5);
    expect(at(world.find()?.status, "jobStatus", "savepointInfo", "lastSavepoint", "triggerNonce")).toBe(7);
  });

  it("is left alone where the check is off, and is asked nothing", async () => {
    const off = { flinkConfiguration: { "kubernetes.operator.cluster.health-check.enabled": "false" } };
    const world = await flapped(await deployed(off));
    expect([world.kubelet.started.length, polls(world), conditionOf(world, "Waiting")?.status]).toEqual([
      1,
      0,
      "False",
    ]);
  });
});

describe("a job that completes no checkpoint any more (8.1/46)", () => {
  it("is restarted after the window, from the last one", async () => {
    const world = new FlinkWorld({ behaviour: () => ({ stallsAfterMs: 60_000 }) });
    world.cluster.create(
      flinkApplication({ flinkConfiguration: { "execution.checkpointing.timeout": "1 min" } }, highlyAvailable),
    );
    await world.follow();
    world.skip(150_000);
    await world.sweep();
    expect(world.kubelet.started).toHaveLength(1);
    world.skip(60_000);
    await world.follow();
    await world.follow();
    expect(world.kubelet.started).toMatchObject([{}, { lost: 0 }]);
    expect(warningsOf(world)).toContainEqual(
      expect.stringMatching(/^RestartUnhealthyJob: The job has completed no checkpoint for \d+ s; it is restarted\./),
    );
  });
});
