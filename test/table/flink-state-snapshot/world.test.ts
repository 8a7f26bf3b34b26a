import { describe, expect, it } from "vitest";
import { at } from "../../../shared/core/json.ts";
import { flinkDeployment } from "../../../shared/kinds/flink-deployment/kind.ts";
import { flinkStateSnapshot } from "../../../shared/kinds/flink-state-snapshot/kind.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { flinkSnapshot } from "../../builders/flink-state-snapshot.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const name = "before-sale";

async function runningJob(application = flinkApplication()): Promise<FlinkWorld> {
  const world = new FlinkWorld({}, {}, [flinkDeployment, flinkStateSnapshot]);
  world.cluster.create(application);
  await world.follow("orders");
  return world;
}

const triggers = ({ trace }: FlinkWorld) => trace.filter(({ to, verb }) => to === "flink" && verb === "POST");

const orphan = { metadata: { annotations: { "weir.dev/deletion-policy": "Orphan" } } };

describe("a FlinkStateSnapshot among others", () => {
  it("D8: once it is complete, its echoes and looks ask neither for its target nor for Flink", async () => {
    const world = await runningJob();
    world.cluster.create(flinkSnapshot());
    await world.follow(name);
    const asked = world.trace.length;
    const object = world.find(name);
    expect(object && (await world.deliver({ type: "update", object }))).toBeUndefined();
    await world.pass(name);
    expect(world.trace.slice(asked)).toMatchObject([{ to: "api", verb: "get", name }]);
  });

  it("2.12: the target's record tells which job is asked, whatever its status says", async () => {
    const world = await runningJob();
    const jobId = String(at(world.find("orders")?.status, "jobStatus", "jobId"));
    world.cluster.edit("orders", { status: { jobStatus: { jobId: "f".repeat(32) } } });
    world.cluster.create(flinkSnapshot());
    await world.follow(name);
    expect(triggers(world)).toMatchObject([{ about: `orders /jobs/${jobId}/savepoints` }]);
  });

  it("D5: a status of somebody else's end is kept, nothing is taken again, and its files are not deleted", async () => {
    const world = await runningJob();
    const path = "s3://state/savepoints/old";
    world.kubelet.storage.set(path, { path, count: 1, isSavepoint: true });
    world.cluster.create({ ...flinkSnapshot(), status: { state: "COMPLETED", path } });
    await world.follow(name);
    expect(world.find(name)?.status).toMatchObject({ state: "COMPLETED", path });
    world.cluster.remove(name);
    await world.follow(name);
    expect([world.find(name), world.kubelet.storage.has(path), triggers(world)]).toEqual([undefined, true, []]);
  });

  it("REST fact 4: what was found in the history may be another's, and stays when its resource goes", async () => {
    const world = await runningJob();
    world.cluster.create(flinkSnapshot());
    await world.pass(name);
    world.skip(360_000);
    await world.follow(name);
    expect(world.find(name)?.status).toMatchObject({ state: "COMPLETED" });
    world.cluster.remove(name);
    await world.follow(name);
    const kept = [...world.kubelet.storage.values()].filter(({ isSavepoint }) => isSavepoint);
    expect([world.find(name), kept.length]).toEqual([undefined, 1]);
  });

  it("2.12: the savepoint that a job without checkpoints was started from is not taken away from it", async () => {
    const interval = { flinkConfiguration: { "execution.checkpointing.interval": null } };
    const world = await runningJob(flinkApplication(interval));
    world.cluster.create(flinkSnapshot());
    await world.follow(name);
    const path = String(at(world.find(name)?.status, "path"));
    world.cluster.edit("orders", { spec: { job: { initialSavepointPath: path, savepointRedeployNonce: 7 } } });
    await world.follow("orders");
    world.cluster.remove(name);
    await world.follow(name);
    expect(world.kubelet.storage.has(path)).toBe(true);
    expect(world.find(name)?.status).toMatchObject({ state: "COMPLETED" });
    world.cluster.edit(name, orphan);
    await world.follow(name);
    expect([world.find(name), world.kubelet.storage.has(path)]).toEqual([undefined, true]);
  });

  it("2.12: nor is the one that a JobManager without high availability goes back to when it dies", async () => {
    const world = await runningJob();
    world.cluster.create(flinkSnapshot());
    await world.follow(name);
    const path = String(at(world.find(name)?.status, "path"));
    world.cluster.edit("orders", { spec: { job: { initialSavepointPath: path, savepointRedeployNonce: 7 } } });
    await world.follow("orders");
    world.skip(30_000);
    world.cluster.remove(name);
    await world.follow(name);
    expect(world.kubelet.storage.has(path)).toBe(true);
  });
});
