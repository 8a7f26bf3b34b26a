import { describe, expect, it } from "vitest";
import { stateMapOf } from "../../../shared/adapters/autoscaler/config-map-store.ts";
import { at } from "../../../shared/core/json.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { adaptive } from "../../simulation/flink/acts.ts";
import { autoscaled } from "../../simulation/flink/wishes.ts";
import { autoscale, minutes } from "../../world/autoscaler.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";
import { loaded, quick, sizesIn, tooMuch } from "./load.ts";

const place = stateMapOf({ namespace: "flink", kind: "FlinkDeployment", name: "orders" });
const told = (world: FlinkWorld, reason: string) => world.events.filter((event) => event.reason === reason).length;
const spoil = (world: FlinkWorld) => {
  const found = world.objects.find("ConfigMap", "flink", place.name);
  if (found === undefined) throw new Error("there is no state");
  world.objects.put({ ...found, ...{ data: { ...(at(found, "data") as object), state: "rubbish" } } });
};

describe("what goes wrong with one job", () => {
  it("a state that is rubbish is told, once in a while, and the job is judged anew", async () => {
    const world = await loaded(tooMuch, quick);
    await minutes(world, 2);
    spoil(world);
    expect(await minutes(world, 1)).toEqual(["WindowFilling"]);
    spoil(world);
    await minutes(world, 1);
    expect(told(world, "AutoscalerError")).toBe(1);
    await minutes(world, 3);
    expect(sizesIn(world)[1]).toBeGreaterThan(4);
  });

  it("a ConfigMap of somebody else is left alone, and told; the other jobs have their turn", async () => {
    const world = await loaded(tooMuch, quick);
    const mine = { kind: "ConfigMap", metadata: place, ...{ data: { mine: "1" } } };
    world.objects.put(mine);
    const other = flinkApplication(adaptive, autoscaled);
    world.cluster.create({ ...other, metadata: { ...other.metadata, name: "payments" } });
    await world.follow("payments");
    const reasons = await minutes(world, 2, "payments");
    expect([...reasons].sort()).toEqual(["Failed", "Failed", "Stabilizing", "Stabilizing"]);
    expect([told(world, "AutoscalerError"), at(world.objects.find("ConfigMap", "flink", place.name), "data")]).toEqual([
      1,
      { mine: "1" },
    ]);
  });

  it("Flink that does not answer is told, and nothing is decided from it", async () => {
    const world = await loaded(tooMuch, quick);
    await minutes(world, 2);
    world.way = (request) => (request.url.includes("/subtasks/metrics") ? "no answer" : undefined);
    expect(await minutes(world, 3)).toEqual(Array(3).fill("MetricsUnavailable"));
    expect([sizesIn(world), told(world, "AutoscalerError")]).toEqual([[4, 4], 1]);
    world.way = () => undefined;
    expect(await minutes(world, 3)).toEqual(["WindowFilling", "WindowFilling", "Scaled"]);
  });

  it("answers of Flink's that are no JSON are told the same way", async () => {
    const world = await loaded(tooMuch, quick);
    world.garble = (text, request) => (request.url.includes("/subtasks/metrics") ? "<html>" : text);
    expect(await minutes(world, 1)).toEqual(["MetricsUnavailable"]);
  });

  it("an option that cannot be read is told, and nothing is measured", async () => {
    const world = await loaded(tooMuch, quick);
    world.cluster.edit("orders", { spec: { flinkConfiguration: { "job.autoscaler.metrics.window": "soon" } } });
    world.trace.length = 0;
    expect(await minutes(world, 1)).toEqual(["InvalidOptions"]);
    expect(told(world, "AutoScaler Options Validation")).toBe(1);
  });

  it("Events that nobody takes keep nothing from being done", async () => {
    const world = await loaded(tooMuch, quick);
    const { engine } = world;
    const recorder = { record: () => Promise.reject(new Error("no events here")) };
    world.engine = { ...engine, ports: { ...engine.ports, recorder } };
    await minutes(world, 4);
    expect(sizesIn(world)[1]).toBeGreaterThan(4);
  });
});

describe("what goes wrong with all jobs", () => {
  it("an API server that does not answer ends the sweep, and the next one makes up for it", async () => {
    const world = await loaded(tooMuch, quick);
    world.cluster.faults = [{ verb: "list", code: "Unavailable" }];
    await expect(autoscale(world)).rejects.toMatchObject({ code: "Unavailable" });
    expect(await minutes(world, 1)).toEqual(["WindowFilling"]);
  });
});
