import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const format = (value: string) => ({ flinkConfiguration: { "kubernetes.operator.savepoint.format.type": value } });
const info = (world: FlinkWorld) => at(world.find()?.status, "jobStatus", "savepointInfo");
const resources = (world: FlinkWorld) =>
  world.objects.all("FlinkStateSnapshot").map(({ spec }) => at(spec, "savepoint", "formatType"));

describe("the format of a savepoint whose spec asks for another one meanwhile", () => {
  it.each<{ name: string; why: string; asking: JsonObject; triggerType: string }>([
    {
      name: "by nonce",
      why: "status and resource tell the one it was taken with, or a restore by hand goes wrong",
      asking: { job: { savepointTriggerNonce: 1 } },
      triggerType: "MANUAL",
    },
    {
      name: "of an upgrade",
      why: "the same, of the one that the next start restores",
      asking: { image: "registry.example.com/orders:2" },
      triggerType: "UPGRADE",
    },
  ])("$name: $why", async ({ asking, triggerType }) => {
    const world = new FlinkWorld({ durations: { jobStartMs: 1_000, cancelMs: 500, savepointMs: 8_000 } });
    world.cluster.create(flinkApplication(format("CANONICAL"), { job: { upgradeMode: "savepoint" } }));
    await world.follow();
    world.skip(12_000);
    world.cluster.edit("orders", { spec: asking });
    await world.follow("orders", 3);
    world.cluster.edit("orders", { spec: format("NATIVE") });
    await world.follow("orders", 3);
    if (triggerType === "MANUAL") expect(info(world)).toMatchObject({ triggerType, formatType: "CANONICAL" });
    await world.follow();
    expect(info(world)).toMatchObject({ lastSavepoint: { triggerType, formatType: "CANONICAL" } });
    expect(resources(world)).toEqual(["CANONICAL"]);
  });
});
