import { describe, expect, it } from "vitest";
import { deploymentJob, sessionJob as sessionJobOf } from "../../../functions/autoscale/autoscaled-job.ts";
import { makeRealizer } from "../../../functions/autoscale/make-realizer.ts";
import { stateMapOf } from "../../../shared/adapters/autoscaler/config-map-store.ts";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { readWish } from "../../../shared/flink/scaling-wish.ts";
import { flinkApplication, flinkSession } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import { args, lastState } from "../../simulation/flink/acts.ts";
import { autoscaled, tuned, tunedMemory, vertices } from "../../simulation/flink/wishes.ts";
import { autoscale, minutes } from "../../world/autoscaler.ts";
import { FlinkWorld } from "../../world/flink-world.ts";
import { loaded, quick, sizesIn, tooMuch } from "./load.ts";

const place = stateMapOf({ namespace: "flink", kind: "FlinkDeployment", name: "orders" });
const memoryIn = (world: FlinkWorld) => {
  const object = world.find();
  return object && readWish(object)?.memory;
};
const deployed = (world: FlinkWorld, key = "process.size") => {
  const file = at(world.objects.find("ConfigMap", "flink", "flink-config-orders"), "data", "flink-conf.yaml");
  return new RegExp(`taskmanager\\.memory\\.${key}: (.*)`).exec(String(file ?? ""))?.[1];
};
const recommended = (world: FlinkWorld) =>
  world.events.flatMap(({ reason, message }) => (reason === "Configuration recommendation" ? [message] : []));
const troubles = (world: FlinkWorld) =>
  world.events.flatMap(({ type, message }) => (type === "Warning" ? [message] : []));

async function scaled(...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = await loaded(tooMuch, quick, lastState, tuned, ...changes);
  await minutes(world, 6);
  return world;
}

describe("DV-48: memory that goes with a rescale", () => {
  it("is what is in use and a fifth more, and comes by an upgrade, with the parallelism and all state", async () => {
    const world = await scaled();
    expect(sizesIn(world)[1]).toBeGreaterThan(4);
    // 128 MiB off-heap, 205 of overhead, 77 of metaspace, 154 of heap and some of network; the spec has 2 GiB.
    const [, mebibytes = 0] = /^(\d+)b$/.exec(deployed(world) ?? "")?.map((text) => Number(text) / 2 ** 20) ?? [];
    expect(mebibytes).toBeGreaterThan(560);
    expect(mebibytes).toBeLessThan(640);
    expect([deployed(world, "managed.fraction"), deployed(world, "framework.heap.size")]).toEqual(["0.0", "0 bytes"]);
    expect([world.kubelet.started.length, world.kubelet.started.some(({ lost }) => lost > 0)]).toEqual([2, false]);
  });

  it("is told once, and its spec is left alone", async () => {
    const world = await loaded(tooMuch, quick, lastState, tuned);
    const { spec } = world.find() ?? {};
    await minutes(world, 8);
    expect(world.find()?.spec).toEqual(spec);
    expect(recommended(world)).toEqual([expect.stringMatching(/^This memory of TaskManagers is set with the next/)]);
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE", observedGeneration: 1 });
  });

  it("is neither wished nor told where tuning is off, and what processes use is not asked", async () => {
    const world = await loaded(tooMuch, quick, lastState);
    world.trace.length = 0;
    await minutes(world, 6);
    expect([memoryIn(world), deployed(world), recommended(world)]).toEqual([undefined, "2048m", []]);
    const asked = world.trace.flatMap((call) => ("about" in call ? [call.about] : []));
    expect(asked.filter((about) => about.includes("taskmanagers"))).toEqual([]);
  });

  it("outlives an upgrade", async () => {
    const world = await scaled();
    const before = deployed(world);
    world.cluster.edit("orders", args);
    await world.follow();
    expect([deployed(world), world.kubelet.started.length]).toEqual([before, 3]);
  });
});

describe("DV-48: what a user says of memory after it was tuned", () => {
  it("another size: his holds at once, and what was decided before does not come back", async () => {
    const world = await scaled();
    const size = sizesIn(world)[1];
    world.cluster.edit("orders", { spec: { taskManager: { resource: { memory: "3g" } } } });
    await world.follow();
    await autoscale(world);
    await world.follow();
    expect([deployed(world), memoryIn(world), sizesIn(world)[1]]).toEqual(["3072m", undefined, size]);
    expect(at(world.objects.find("ConfigMap", "flink", place.name), "data", "desired")).toContain(`:${size}`);
  });

  it("no tuning: the size of the spec comes back, once, and the parallelism stays", async () => {
    const world = await scaled();
    const size = sizesIn(world)[1];
    world.cluster.edit("orders", { spec: { flinkConfiguration: { "job.autoscaler.memory.tuning.enabled": "false" } } });
    await world.follow();
    await minutes(world, 2);
    expect([deployed(world), memoryIn(world), sizesIn(world)[1]]).toEqual(["2048m", undefined, size]);
    expect(world.kubelet.started.length).toBe(3);
  });
});

describe("DV-48: memory that cannot be tuned is said to be so", () => {
  it("where nobody can tell how it is shared out", async () => {
    const parts = { "taskmanager.memory.managed.fraction": "2" };
    const world = await loaded(tooMuch, quick, lastState, tuned, { flinkConfiguration: parts });
    await minutes(world, 6);
    expect(sizesIn(world)[1]).toBeGreaterThan(4);
    expect([memoryIn(world), deployed(world)]).toEqual([undefined, "2048m"]);
    expect(troubles(world).filter((message) => message.includes("memory.tuning.enabled has no effect"))).toHaveLength(
      1,
    );
  });

  it("where none would start with it, beside what the operator's own configuration says; the parallelism is wished", async () => {
    const world = await loaded(tooMuch, quick, lastState, tuned);
    world.skip(60_000);
    const job = deploymentJob(world.find() ?? flinkApplication(), world.settings, world.clock.now());
    if (job === undefined || job === "off") throw new Error("no job");
    const told: string[] = [];
    const trouble = async (_: unknown, message: string) => void told.push(message);
    const settings = { ...world.settings, flinkConfiguration: { "taskmanager.memory.flink.size": "3g" } };
    const { realize } = makeRealizer(world.cluster, settings, { trouble });
    const desired = { decidedAt: job.now, parallelism: { [vertices.work]: 2 }, configuration: tunedMemory(1_024) };
    await realize(job, desired, new AbortController().signal);
    expect(told).toEqual([expect.stringMatching(/^The memory of TaskManagers is not tuned, as none would start with/)]);
    expect([memoryIn(world), readWish(world.find() ?? flinkApplication())?.parallelism]).toEqual([
      undefined,
      { [vertices.work]: 2 },
    ]);
  });

  it("where the TaskManagers are those of a session cluster", () => {
    const [cluster, job] = [flinkSession(), sessionJob(autoscaled, tuned)];
    const judged = sessionJobOf(job, cluster, new FlinkWorld().settings, 0);
    if (judged === undefined || judged === "off") throw new Error("no job");
    expect([judged.taskManager?.spec, judged.memoryBasis]).toEqual([undefined, undefined]);
    expect(judged.warnings).toEqual([
      {
        path: expect.stringContaining("tuning.enabled"),
        message: expect.stringMatching(/has no effect for a job of a/),
      },
    ]);
  });
});
