import { describe, expect, it } from "vitest";
import { mergePatch } from "../../../shared/core/diff.ts";
import { type JsonObject, member } from "../../../shared/core/json.ts";
import { conditionsOf } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { flinkApplication, highlyAvailable } from "../../builders/flink-deployment.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const args = { spec: { job: { args: ["--env", "prod"] } } };
const lastState = { ...highlyAvailable, job: { upgradeMode: "last-state" } };

async function running(...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = new FlinkWorld();
  world.cluster.create(flinkApplication(lastState, ...changes));
  await world.follow();
  world.skip(60_000);
  await world.follow();
  return world;
}

/** What Flink leaves of the metadata of a job that has ended, when its JobManager dies before it has taken all of it away. */
function empty(world: FlinkWorld): void {
  for (const map of world.objects.all("ConfigMap").filter(({ metadata }) => metadata.name.endsWith("-config-map"))) {
    const keys = Object.keys((member(map, "data") as JsonObject | undefined) ?? {});
    const data = Object.fromEntries(keys.filter((key) => key.startsWith("checkpointID-")).map((key) => [key, null]));
    world.objects.put(mergePatch(map as unknown as JsonObject, { data }) as unknown as KubeObject);
  }
}

const removeJobManager = (world: FlinkWorld) => {
  world.objects.remove("Deployment", "flink", "orders");
  world.skip(10_000);
};
const waiting = (world: FlinkWorld) => conditionsOf(world.find() as never).find(({ type }) => type === "Waiting");

describe("high-availability metadata that tells of no checkpoint, of a job that had one", () => {
  it("is nothing to resume a suspended job from", async () => {
    const world = await running();
    world.cluster.edit("orders", { spec: { job: { state: "suspended" } } });
    await world.follow();
    empty(world);
    world.cluster.edit("orders", { spec: { job: { state: "running" } } });
    await world.follow();
    expect(world.kubelet.started).toHaveLength(1);
    expect(waiting(world)).toMatchObject({ status: "True", reason: "StateUnknown" });
  });

  it("is nothing to bring a job back from whose JobManager is gone", async () => {
    const world = await running();
    removeJobManager(world);
    empty(world);
    await world.follow();
    expect(world.kubelet.started).toHaveLength(1);
    expect(waiting(world)).toMatchObject({ status: "True", reason: "StateUnknown" });
  });

  it("is nothing that a change goes on from, also after it was gone on from once", async () => {
    const world = await running();
    world.cluster.edit("orders", args);
    await world.follow();
    removeJobManager(world);
    empty(world);
    world.cluster.edit("orders", { spec: { job: { args: ["--env", "other"] } } });
    await world.follow();
    expect(world.kubelet.started).toHaveLength(2);
    expect(waiting(world)).toMatchObject({ status: "True", reason: "StateUnknown" });
  });

  it("is all the same where there was none: the job goes on from what it was started from", async () => {
    const world = await running({ flinkConfiguration: { "execution.checkpointing.interval": "1 h" } });
    removeJobManager(world);
    await world.follow();
    expect(world.kubelet.started).toHaveLength(2);
  });
});

describe("high-availability metadata whose labels somebody has taken away", () => {
  it("is found by its name, and tells of the last checkpoint all the same", async () => {
    const world = await running();
    world.cluster.edit("orders", { spec: { job: { state: "suspended" } } });
    await world.follow();
    for (const map of world.objects.all("ConfigMap")) {
      const { labels: _gone, ...metadata } = map.metadata;
      if (map.metadata.name.endsWith("-config-map")) world.objects.put({ ...map, metadata });
    }
    world.cluster.edit("orders", { spec: { job: { state: "running" } } });
    await world.follow();
    expect(world.kubelet.started.map(({ lost }) => lost)).toEqual([0, 0]);
  });
});

describe("a JobManager that goes while its job is being stopped with a savepoint", () => {
  it("leaves the savepoint, if there is one, to be named by the user where its metadata tells of no checkpoint", async () => {
    const hour = { flinkConfiguration: { "execution.checkpointing.interval": "1 h" } };
    const world = await running(hour, { job: { upgradeMode: "savepoint" } });
    world.cluster.edit("orders", args);
    await world.pass();
    removeJobManager(world);
    await world.follow();
    expect(world.kubelet.started).toHaveLength(1);
    expect(waiting(world)).toMatchObject({ status: "True", reason: "StateUnknown" });
  });
});
