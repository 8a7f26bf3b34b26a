import { describe, expect, it } from "vitest";
import { deploymentJob } from "../../../functions/autoscale/autoscaled-job.ts";
import { makeRealizer } from "../../../functions/autoscale/make-realizer.ts";
import { readWish, wishAnnotation } from "../../../shared/flink/scaling-wish.ts";
import { wishFor } from "../../simulation/flink/wishes.ts";
import { autoscale, minutes } from "../../world/autoscaler.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";
import { loaded, quick, tooMuch } from "./load.ts";

const signal = new AbortController().signal;
const id = "a".repeat(32);
const wishIn = (world: FlinkWorld) => {
  const object = world.find();
  return object && readWish(object);
};
const patches = (world: FlinkWorld) =>
  world.trace.flatMap((call) => (call.to === "api" && call.verb === "patch" ? [JSON.stringify(call.patch)] : []));

const realizerOf = (world: FlinkWorld) =>
  makeRealizer(world.cluster, world.settings, { trouble: async (_, message) => expect.unreachable(message) });

/** A job as a pod of the autoscaler saw it. */
function jobIn(world: FlinkWorld) {
  const object = world.find();
  const job = object && deploymentJob(object, world.settings, world.clock.now());
  if (job === undefined || job === "off") throw new Error("no job");
  return job;
}

describe("two autoscalers of the same jobs", () => {
  it("at one moment: exactly one decides, and the other does nothing", async () => {
    const world = await loaded(tooMuch, quick);
    await minutes(world, 2);
    world.skip(60_000);
    world.trace.length = 0;
    const reasons: string[] = [];
    const reports = await Promise.all([autoscale(world, reasons), autoscale(world, reasons)]);
    expect(reasons.sort()).toEqual(["Fenced", "Scaled"]);
    expect([reports.map(({ scaled }) => scaled).sort(), patches(world).length]).toEqual([[0, 1], 1]);
  });

  it("of which one was frozen after it had decided: a later decision stays", async () => {
    const world = await loaded(tooMuch, quick);
    const job = jobIn(world);
    world.skip(60_000);
    world.cluster.edit("orders", { metadata: { annotations: { [wishAnnotation]: wishFor(world, "orders", 3, 8) } } });
    await realizerOf(world).realize(job, { decidedAt: job.now, parallelism: { [id]: 2 } }, signal);
    expect(wishIn(world)?.decidedAt).toBe(world.clock.now());
  });

  it("of which one was frozen, and the user has spoken since: nothing is wished", async () => {
    const world = await loaded(tooMuch, quick);
    const job = jobIn(world);
    world.cluster.edit("orders", { spec: { job: { parallelism: 6 } } });
    await realizerOf(world).realize(job, { decidedAt: job.now, parallelism: { [id]: 2 } }, signal);
    expect(wishIn(world)).toBeUndefined();
  });
});

describe("what goes wrong between a decision and the wish", () => {
  it.each([
    { name: "the resource cannot be written", why: "the API server failed", code: "Unavailable" },
    { name: "somebody was quicker", why: "the resourceVersion is another one", code: "Conflict" },
  ] as const)("$name ($why): the next cycle says it again", async ({ code }) => {
    const world = await loaded(tooMuch, quick);
    await minutes(world, 2);
    world.skip(60_000);
    world.cluster.faults = [{ verb: "patch", code }];
    await autoscale(world);
    expect(wishIn(world)).toBeUndefined();
    world.skip(60_000);
    const reasons: string[] = [];
    await autoscale(world, reasons);
    expect([reasons, wishIn(world)?.parallelism]).toEqual([["Rescaling"], expect.any(Object)]);
  });
});
