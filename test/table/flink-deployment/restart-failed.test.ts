import { describe, expect, it } from "vitest";
import { at } from "../../../shared/core/json.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { failJob, restartsFailed } from "../../simulation/flink/acts.ts";
import { conditionOf, deployed, warningsOf } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

async function failed(world: FlinkWorld, limit = 60): Promise<FlinkWorld> {
  failJob(world);
  await world.pass();
  // Only then what Flink says of its checkpoints is surely said after its end.
  world.skip(5_000);
  await world.follow("orders", limit);
  return world;
}

describe("a job that Flink has given up (8.1/44)", () => {
  it("stays so, and status and event say why", async () => {
    const world = await failed(await deployed());
    expect(world.find()?.status).toMatchObject({
      lifecycleState: "FAILED",
      error: expect.stringContaining("java.lang.RuntimeException: out of range"),
    });
    expect(warningsOf(world)).toEqual(["Error: The job has failed: java.lang.RuntimeException: out of range"]);
    expect(conditionOf(world, "Stalled")).toMatchObject({ status: "True", reason: "Failed" });
    expect(world.kubelet.started).toHaveLength(1);
  });

  it("has the causes of a failure, as many and as long as the options say", async () => {
    const errorOf = async (flinkConfiguration: Readonly<Record<string, string>>) => {
      const world = new FlinkWorld({}, { flinkConfiguration });
      world.cluster.create(flinkApplication());
      await world.follow();
      await failed(world);
      world.skip(60_000);
      await world.sweep();
      return JSON.parse(String(at(world.find()?.status, "error")));
    };
    const root = { type: "java.lang.RuntimeException", message: "out of range" };
    const [outermost] = [
      { type: "org.apache.flink.runtime.JobException", message: expect.stringMatching(/^Recovery is/) },
    ];
    const message = "The job has failed: java.lang.RuntimeException: out of range";
    expect(await errorOf({})).toEqual({ type: "weir", message, throwableList: [outermost, root] });
    const prefix = "kubernetes.operator.exception.";
    expect(await errorOf({ [`${prefix}throwable.list.max.count`]: "0" })).toEqual({ type: "weir", message });
    expect(await errorOf({ [`${prefix}throwable.list.max.count`]: "1", [`${prefix}field.max.length`]: "7" })).toEqual({
      type: "weir",
      message: "The job",
      throwableList: [{ type: "org.apa", message: "Recover" }],
    });
  });

  it("is asked for the reason once", async () => {
    const world = await failed(await deployed());
    world.skip(60_000);
    await world.sweep();
    const asked = world.trace.filter((call) => "about" in call && call.about.endsWith("/execution-result"));
    expect(asked).toHaveLength(1);
  });

  it("is restarted from its last checkpoint where the user wants that, which is told", async () => {
    const world = await failed(await deployed(restartsFailed));
    expect(world.kubelet.started).toMatchObject([{}, { from: expect.stringContaining("/chk-"), lost: 0 }]);
    expect(warningsOf(world)).toContainEqual(
      expect.stringMatching(/^RestartFailedJob: The job has failed; it is restarted\. .*chk-/),
    );
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
    expect(world.find()?.status).not.toHaveProperty("error");
  });

  it("waits longer with each restart in a row, and says until when", async () => {
    const world = await failed(await deployed(restartsFailed));
    await failed(world);
    await failed(world, 0);
    expect(conditionOf(world, "Waiting")).toMatchObject({
      status: "True",
      reason: "RestartDelayed",
      message: expect.stringMatching(/soon after a restart\. It is restarted at \d{4}-.*Z\.$/),
    });
    expect(conditionOf(world, "Stalled")).toBeUndefined();
    await world.follow();
    expect(world.kubelet.started).toHaveLength(4);
    expect(conditionOf(world, "Waiting")).toMatchObject({ status: "False" });
  });

  it("begins empty only where the user said stateless", async () => {
    const world = await failed(await deployed(restartsFailed, { job: { upgradeMode: "stateless" } }));
    expect(world.kubelet.started).toMatchObject([{}, { from: undefined }]);
  });

  it("is not restarted without the state that was in its JobManager's memory", async () => {
    const inMemory = { flinkConfiguration: { "state.checkpoints.dir": null }, job: { upgradeMode: null } };
    const world = await failed(await deployed(restartsFailed, inMemory));
    expect(world.kubelet.started).toHaveLength(1);
    expect(conditionOf(world, "Waiting")).toMatchObject({ status: "True", reason: "StateUnknown" });
    expect(world.find()?.status).toMatchObject({ lifecycleState: "FAILED" });
  });

  it("is rolled back rather than restarted where the change that failed never ran", async () => {
    const rollsBack = { "kubernetes.operator.deployment.rollback.enabled": "true" };
    const ha = { "high-availability.type": "kubernetes", "high-availability.storageDir": "s3://state/ha" };
    const world = await deployed(restartsFailed, { flinkConfiguration: { ...rollsBack, ...ha } });
    world.cluster.edit("orders", { spec: { job: { args: ["--bad"] } } });
    for (let look = 0; look < 30 && world.kubelet.started.length < 2; look += 1) {
      await world.pass();
      world.skip(500);
    }
    await failed(world);
    expect(world.kubelet.started).toHaveLength(2);
    world.skip(300_000);
    await world.follow();
    expect(world.find()?.status).toMatchObject({ lifecycleState: "ROLLED_BACK" });
  });
});
