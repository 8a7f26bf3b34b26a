import { describe, expect, it } from "vitest";
import { stateMapOf } from "../../../shared/adapters/autoscaler/config-map-store.ts";
import { improved } from "../../../shared/autoscaler/cycle/profile.ts";
import { at } from "../../../shared/core/json.ts";
import { readWish, wishAnnotation } from "../../../shared/flink/scaling-wish.ts";
import { args, lastState } from "../../simulation/flink/acts.ts";
import { vertices } from "../../simulation/flink/wishes.ts";
import { autoscale, minutes } from "../../world/autoscaler.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";
import { loaded, quick, sizesIn, tooMuch } from "./load.ts";

const place = stateMapOf({ namespace: "flink", kind: "FlinkDeployment", name: "orders" });
const stateIn = (world: FlinkWorld) => at(world.objects.find("ConfigMap", "flink", place.name), "data");
const reasonsOf = (world: FlinkWorld) => world.events.map(({ reason }) => reason);
const wishIn = (world: FlinkWorld) => world.find()?.metadata.annotations?.[wishAnnotation];
const off = { spec: { flinkConfiguration: { "job.autoscaler.enabled": "false" } } } as const;

describe("DV-27: a job that is too small, from its start to its new size", () => {
  it("settles, fills its window for 15 minutes, and is scaled once", async () => {
    const world = await loaded(tooMuch);
    const reasons = await minutes(world, 24);
    expect([...new Set(reasons)]).toEqual(["Stabilizing", "WindowFilling", "Scaled"]);
    expect(reasons.filter((reason) => reason !== "Stabilizing").indexOf("Scaled")).toBe(15);
    expect([sizesIn(world), world.kubelet.started.length]).toEqual([[4, 10], 1]);
  });

  it("is told, once each, with its reason", async () => {
    const world = await loaded(tooMuch, quick);
    world.events.length = 0;
    await minutes(world, 4);
    expect(reasonsOf(world)).toEqual(["AutoscalerWaiting", "ScalingReport", "Scaling", "AutoscalerWaiting"]);
    expect(world.events.find(({ reason }) => reason === "ScalingReport")?.message).toMatch(
      /^Scaled work -> sink: Writer from 4 to \d+ \(1000\.\d\d\/s come in; it can do (799|800)\.\d\d\/s now/,
    );
  });

  it("has its spec and generation left alone", async () => {
    const world = await loaded(tooMuch, quick);
    const { spec, metadata } = world.find() ?? { metadata: { name: "" } };
    await minutes(world, 8);
    expect(world.find()?.spec).toEqual(spec);
    expect(world.find()?.metadata.generation).toBe(metadata.generation);
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE", observedGeneration: 1 });
  });

  it("is redeployed with its new size where Flink cannot take it in place", async () => {
    const world = await loaded(tooMuch, quick, lastState, { flinkConfiguration: { "jobmanager.scheduler": null } });
    await minutes(world, 6);
    expect(sizesIn(world)[1]).toBeGreaterThan(4);
    expect([world.kubelet.started.length, world.kubelet.started.some(({ lost }) => lost > 0)]).toEqual([2, false]);
    expect(reasonsOf(world)).toEqual(expect.arrayContaining(["ScalingReport", "SpecChanged", "Suspended"]));
  });

  it("tells in its ConfigMap what came of the last cycle, and what is desired", async () => {
    const world = await loaded(tooMuch, quick);
    await minutes(world, 3);
    const size = readWish(world.find() ?? { metadata: { name: "" } })?.parallelism[vertices.work];
    expect(stateIn(world)).toMatchObject({
      why: expect.stringMatching(/Z Scaled: Scaled work -> sink: Writer from 4 to/),
      desired: `${vertices.work}:${size},${vertices.source}:4`,
    });
  });
});

describe("DV-27: the profile that holds where none is chosen", () => {
  it("brings the job to a size that is enough, and leaves it there", async () => {
    const world = await loaded(tooMuch);
    const reasons = await minutes(world, 40, "orders", improved);
    const [, size = 0] = sizesIn(world);
    expect(size * tooMuch.work).toBeGreaterThan(tooMuch.arrivals);
    expect(size).toBeLessThan(16);
    expect(reasons.filter((reason) => reason === "Scaled").length).toBeLessThanOrEqual(2);
    expect([reasons.includes("Failed"), world.kubelet.started.length]).toEqual([false, 1]);
  });
});

describe("DV-27: what a user says after a rescale", () => {
  const scaled = async () => {
    const world = await loaded(tooMuch, quick);
    await minutes(world, 5);
    return { world, size: sizesIn(world)[1] ?? 0 };
  };

  it("an upgrade keeps it", async () => {
    const { world, size } = await scaled();
    world.cluster.edit("orders", args);
    await world.follow();
    expect(sizesIn(world)).toEqual([4, size]);
  });

  it("another parallelism wins, and nothing that was decided before comes back", async () => {
    const { world } = await scaled();
    world.cluster.edit("orders", { spec: { job: { parallelism: 6 } } });
    await world.follow();
    expect(sizesIn(world)).toEqual([6, 6]);
    await minutes(world, 1);
    expect(sizesIn(world)).toEqual([6, 6]);
    expect(at(stateIn(world), "desired")).toBeUndefined();
  });

  it("a nonce has everything forgotten", async () => {
    const { world } = await scaled();
    world.cluster.edit("orders", { spec: { job: { autoscalerResetNonce: 7 } } });
    await world.follow();
    expect(sizesIn(world)).toEqual([4, 4]);
    expect(await minutes(world, 1)).toEqual(["WindowFilling"]);
    expect(stateIn(world)).toMatchObject({ nonce: "7" });
  });

  it("the autoscaler switched off takes state and wish away", async () => {
    const { world } = await scaled();
    world.cluster.edit("orders", off);
    await world.follow();
    await minutes(world, 1);
    expect([sizesIn(world), stateIn(world), wishIn(world)]).toEqual([[4, 4], undefined, undefined]);
    world.trace.length = 0;
    await autoscale(world);
    expect(world.trace.map((call) => call.verb)).toEqual(["list"]);
  });

  it("a pause leaves everything as it is", async () => {
    const { world, size } = await scaled();
    const wish = wishIn(world);
    world.cluster.edit("orders", { metadata: { annotations: { "weir.dev/paused": "true" } }, ...off });
    expect(await minutes(world, 2)).toEqual([]);
    expect([sizesIn(world), wishIn(world)]).toEqual([[4, size], wish]);
  });

  it("a deletion takes the state along", async () => {
    const { world } = await scaled();
    world.cluster.remove("orders");
    await minutes(world, 1);
    world.skip(20_000);
    await world.follow();
    world.skip(1_000);
    expect([world.find(), stateIn(world)]).toEqual([undefined, undefined]);
  });
});
