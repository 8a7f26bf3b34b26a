import { describe, expect, it } from "vitest";
import { highlyAvailable } from "../../builders/flink-deployment.ts";
import { deployed } from "../../world/flink-scenes.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";

const standalone = { ...highlyAvailable, mode: "standalone", job: { upgradeMode: "last-state" } };
const taskManagers = (world: FlinkWorld) => world.objects.find("Deployment", "flink", "orders-taskmanager");

/** The TaskManagers' Deployment as the garbage collector leaves it for a moment: its pods are gone, and it is going. */
function linger(world: FlinkWorld): void {
  const going = taskManagers(world);
  if (going === undefined) throw new Error("no TaskManagers");
  const deletionTimestamp = new Date(world.clock.now()).toISOString();
  world.objects.put({ ...going, metadata: { ...going.metadata, deletionTimestamp } });
  for (const { metadata } of world.objects.all("Pod")) world.objects.remove("Pod", "flink", metadata.name);
}

describe("TaskManagers' Deployment that outlives its pods by a moment", () => {
  it("holds up the recovery of a lost JobManager, which makes both anew once it is gone (8.1/42)", async () => {
    const world = await deployed(standalone);
    world.kubelet.kill("flink", "orders", world.clock.now());
    world.objects.remove("Deployment", "flink", "orders");
    linger(world);
    expect(await world.pass()).toMatchObject({ rule: "recover", actions: [], end: "moving" });
    const waits = expect.objectContaining({ type: "Waiting", status: "True", reason: "PodsLeaving" });
    expect(world.find()?.status).toMatchObject({ conditions: expect.arrayContaining([waits]) });
    await world.follow();
    expect(taskManagers(world)).toBeDefined();
    expect(taskManagers(world)?.metadata.deletionTimestamp).toBeUndefined();
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE", jobStatus: { state: "RUNNING" } });
    expect(world.kubelet.started.at(-1)).toMatchObject({ lost: 0 });
  });
});
