import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { restartsFailed } from "../../simulation/flink/acts.ts";
import { addJob, conditionOf, lookAtJob, warningsOf, withCluster } from "../../world/flink-scenes.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";

const failsAfter = (ms: number) => ({ job: { args: ["--fail-after", String(ms)] } });
const waiting = (world: FlinkWorld) => conditionOf(world, "Waiting", "daily");

async function failing(ms: number, ...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  return addJob(await withCluster(), restartsFailed, failsAfter(ms), ...changes);
}

describe("a session job that Flink has given up, and that is to be started again (2.8, DV-23)", () => {
  it("goes on from its last checkpoint, which is told", async () => {
    const world = await failing(25_000);
    await lookAtJob(world, 30);
    expect(world.kubelet.started).toMatchObject([{}, { from: expect.stringContaining("/chk-"), lost: 0 }]);
    expect(warningsOf(world)).toContainEqual(
      expect.stringMatching(/^RestartFailedJob: The job has failed; it is restarted\. .*chk-/),
    );
  });

  it("waits longer with each restart in a row, and says until when", async () => {
    const world = await failing(3_000);
    await lookAtJob(world, 100);
    expect(world.kubelet.started.length).toBeLessThan(6);
    const gaps = world.kubelet.started.map(({ at }, index, all) => at - (all[index - 1]?.at ?? at)).slice(1);
    expect(gaps).toEqual(gaps.toSorted((one, other) => one - other));
    expect(waiting(world)).toMatchObject({
      status: "True",
      reason: "RestartDelayed",
      message: expect.stringMatching(/soon after a restart\. It is restarted at \d{4}-.*Z\.$/),
    });
    expect(conditionOf(world, "Stalled", "daily")).toBeUndefined();
  });

  it("is tried at once with another spec", async () => {
    const world = await failing(3_000);
    await lookAtJob(world, 100);
    const before = world.kubelet.started.length;
    world.cluster.edit("daily", { spec: { job: { args: ["--env", "test"] } } });
    await lookAtJob(world, 15);
    expect(world.kubelet.started).toHaveLength(before + 1);
    expect([waiting(world), world.find("daily")?.status]).toMatchObject([
      { status: "False" },
      { lifecycleState: "STABLE" },
    ]);
  });

  it("begins empty only where the user said stateless", async () => {
    const world = await failing(25_000, { job: { upgradeMode: "stateless" } });
    await lookAtJob(world, 30);
    expect(world.kubelet.started).toMatchObject([{}, { from: undefined }]);
  });

  it("is not started without the state that was in its JobManager's memory", async () => {
    const cluster = await withCluster({ flinkConfiguration: { "state.checkpoints.dir": null } });
    const world = await addJob(cluster, restartsFailed, failsAfter(25_000), { job: { upgradeMode: null } });
    await lookAtJob(world, 40);
    expect(world.kubelet.started).toHaveLength(1);
    expect([waiting(world), world.find("daily")?.status]).toMatchObject([
      { status: "True", reason: "StateUnknown" },
      { lifecycleState: "FAILED" },
    ]);
  });
});
