import { describe, expect, it } from "vitest";
import { tuned } from "../../simulation/flink/wishes.ts";
import { autoscale, minutes } from "../../world/autoscaler.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";
import { loaded, quick, tooMuch } from "./load.ts";

const lines = (world: FlinkWorld) =>
  world.trace.map((call) => {
    const about = "about" in call ? call.about : call.name;
    return `${call.to} ${call.verb} ${about.replace(/^orders (\/[^?]*).*$/, "$1").replace(/[0-9a-f]{32}/g, "…")}`.trim();
  });

async function tick(world: FlinkWorld): Promise<string[]> {
  world.skip(60_000);
  world.trace.length = 0;
  await autoscale(world);
  return lines(world);
}

const vertex = "flink GET /jobs/…/vertices/…/subtasks/metrics";
/** The job with its counters, what only its source tells, and the vertex whose turn it is to tell of its skew. */
const measuring = ["flink GET /jobs/…", vertex, vertex];
const state = "ConfigMap autoscaler.flinkdeployment.orders";

describe("what a cycle of a job costs (two vertices, one of them a source)", () => {
  it("one read and one write of its state, and of Flink one call for the job, one for each source and one for a vertex", async () => {
    const world = await loaded(tooMuch);
    await minutes(world, 3);
    expect(await tick(world)).toEqual(["api list", `objects get ${state}`, ...measuring, `objects patch ${state}`]);
  });

  it("the first one asks for the names of the source's metrics too, makes the ConfigMap, and tells", async () => {
    const world = await loaded(tooMuch);
    expect(await tick(world)).toEqual([
      ...["api list", `objects get ${state}`, ...measuring, vertex, `objects create ${state}`],
      "events create AutoscalerWaiting",
    ]);
  });

  it("a decision: one write of the resource more, after the state is written", async () => {
    const world = await loaded(tooMuch, quick);
    await minutes(world, 2);
    expect(await tick(world)).toEqual([
      ...["api list", `objects get ${state}`, ...measuring, `objects patch ${state}`],
      ...["api patch orders", "events create ScalingReport"],
    ]);
  });

  it("with memory tuning: what its processes tell, for which there are two calls more", async () => {
    const world = await loaded(tooMuch, tuned);
    await minutes(world, 3);
    const processes = ["flink GET /jobmanager/metrics", "flink GET /taskmanagers/metrics"];
    expect(await tick(world)).toEqual([
      ...["api list", `objects get ${state}`, ...measuring, ...processes, `objects patch ${state}`],
    ]);
  });

  it("a decision that stands: the resource is not written again", async () => {
    const world = await loaded(tooMuch, quick);
    await minutes(world, 3);
    world.skip(60_000);
    await autoscale(world);
    expect(await tick(world)).toEqual(["api list", `objects get ${state}`, ...measuring, `objects patch ${state}`]);
  });

  it("a job that does not run: its state, and nothing of Flink's; what is known already is not written", async () => {
    const world = await loaded(tooMuch);
    world.cluster.edit("orders", { spec: { job: { state: "suspended" } } });
    await world.follow();
    expect(await tick(world)).toEqual([
      ...["api list", `objects get ${state}`, `objects create ${state}`, "events create AutoscalerWaiting"],
    ]);
    expect(await tick(world)).toEqual(["api list", `objects get ${state}`]);
  });

  it("a resource without the autoscaler: nothing beside its page", async () => {
    const world = await loaded(tooMuch, { flinkConfiguration: { "job.autoscaler.enabled": null } });
    expect(await tick(world)).toEqual(["api list"]);
  });
});
