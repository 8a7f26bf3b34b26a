import { describe, expect, it } from "vitest";
import { at, type JsonValue } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { flinkApplication, highlyAvailable } from "../../builders/flink-deployment.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const lines = (object: KubeObject | undefined) =>
  String(at(object as unknown as JsonValue, "data", "flink-conf.yaml") ?? "");

/** How long the sender of a deploy may be dead before what it sent takes effect, in milliseconds. */
const lateMs = 35_000;

describe("what a dead process sent and what takes effect late (D6)", () => {
  it("a stop reaches no JobManager that is to run the same job again", async () => {
    const world = new FlinkWorld();
    world.cluster.create(flinkApplication(highlyAvailable));
    await world.follow();
    world.skip(30_000);
    world.way = ({ url }, when, effect) => {
      if (when !== "before" || !url.endsWith("/stop")) return undefined;
      world.later(lateMs, effect);
      return "lost on its way";
    };
    world.cluster.edit("orders", { spec: { job: { args: ["--env", "prod"] } } });
    await world.pass();
    world.objects.remove("Deployment", "flink", "orders");
    world.skip(5_000);
    await world.follow("orders", 200);
    world.skip(70_000);
    await world.follow();
    expect(world.kubelet.started.map(({ lost }) => lost)).toEqual([0, 0]);
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE", jobStatus: { state: "RUNNING" } });
    const record = JSON.parse(world.find()?.metadata.annotations?.["weir.dev/record"] ?? "{}");
    expect(record.intents).toEqual([]);
  });

  it("a ConfigMap of a deploy in doubt is waited for before its JobManager is brought back, so that it overwrites none", async () => {
    const world = new FlinkWorld();
    world.cluster.create(flinkApplication({ job: { upgradeMode: "stateless" } }));
    let late: (() => unknown) | undefined;
    world.objects.probe = (call, when, effect) => {
      if (late !== undefined || when !== "before" || call.about !== "ConfigMap flink-config-orders") return;
      late = effect;
      throw new Error("the process dies here");
    };
    await world.pass().catch(() => {});
    const sentAt = world.clock.now();
    world.boot();
    world.skip(1_000);
    await world.follow("orders", 10);
    world.objects.remove("Deployment", "flink", "orders");
    while (world.clock.now() < sentAt + lateMs) {
      await world.pass();
      world.skip(5_000);
    }
    expect(late).toBeDefined();
    late?.();
    for (let look = 0; look < 20; look += 1) {
      await world.pass();
      world.skip(5_000);
    }
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE", jobStatus: { state: "RUNNING" } });
    const attempt = world.objects.find("Deployment", "flink", "orders")?.metadata.annotations?.["weir.dev/attempt"];
    expect(attempt).toBe("2");
    const jobId = at(world.find()?.status, "jobStatus", "jobId");
    expect(lines(world.objects.find("ConfigMap", "flink", "flink-config-orders"))).toContain(String(jobId));
  });
});
