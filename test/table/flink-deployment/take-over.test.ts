import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { conditionOf } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const deployment = (world: FlinkWorld) => world.objects.find("Deployment", "flink", "orders");

/** A resource that was deployed without a trace of Weir's; with `pods`, its JobManager runs. */
async function deployedByOthers({
  pods,
  before = {},
  changes = {},
}: {
  readonly pods: boolean;
  readonly before?: JsonObject;
  readonly changes?: JsonObject;
}) {
  const world = new FlinkWorld();
  world.cluster.create(flinkApplication(before));
  await world.follow();
  const made = deployment(world);
  if (made === undefined) throw new Error("nothing was deployed");
  world.objects.remove("Deployment", "flink", "orders");
  if (pods) world.objects.put({ ...made, metadata: { ...made.metadata, annotations: {} } });
  world.skip(10_000);
  world.cluster.edit("orders", { metadata: { annotations: { "weir.dev/record": null } }, spec: changes });
  return world;
}

const waiting = (world: FlinkWorld) => conditionOf(world, "Waiting");
const attempt = (world: FlinkWorld) => deployment(world)?.metadata.annotations?.["weir.dev/attempt"];

describe("a resource that another operator has deployed", () => {
  it("keeps its running JobManager, which Weir neither changes nor deletes", async () => {
    const world = await deployedByOthers({ pods: true });
    const before = deployment(world)?.metadata.uid;
    await world.follow();
    expect(deployment(world)?.metadata.uid).toBe(before);
    expect(attempt(world)).toBeUndefined();
    expect(waiting(world)).toMatchObject({ status: "True", reason: "NameTaken" });
  });

  it("is not started without the state that its job had", async () => {
    const world = await deployedByOthers({ pods: false });
    await world.follow();
    expect(deployment(world)).toBeUndefined();
    expect(waiting(world)).toMatchObject({ status: "True", reason: "StateUnknown" });
  });

  it.each([
    { name: "a savepoint is named", why: "the state is known", changes: { job: { initialSavepointPath: "s3://a" } } },
    { name: "it has no state to keep", why: "the user says so", changes: { job: { upgradeMode: "stateless" } } },
  ])("is deployed where $name: $why", async ({ changes }) => {
    const world = await deployedByOthers({ pods: false, changes });
    await world.follow();
    expect(Number(attempt(world))).toBeGreaterThan(1);
  });

  it("is not started from the path that its first deployment began with, which tells nothing of what came after", async () => {
    const world = await deployedByOthers({ pods: false, before: { job: { initialSavepointPath: "s3://first" } } });
    await world.follow();
    expect(deployment(world)).toBeUndefined();
    expect(waiting(world)).toMatchObject({ status: "True", reason: "StateUnknown" });
    world.cluster.edit("orders", { spec: { job: { savepointRedeployNonce: 1 } } });
    await world.follow();
    expect(Number(attempt(world))).toBeGreaterThan(1);
  });

  it("can be deleted", async () => {
    const world = await deployedByOthers({ pods: true });
    await world.follow();
    world.cluster.remove("orders");
    await world.follow();
    expect([world.find(), deployment(world)]).toEqual([undefined, undefined]);
  });
});
