import { describe, expect, it } from "vitest";
import type { AutoscaledJob } from "../../../functions/autoscale/autoscaled-job.ts";
import { makeRoomView } from "../../../functions/autoscale/room-view.ts";
import { sweepJobs } from "../../../functions/autoscale/sweep-jobs.ts";
import { makeCounterSource } from "../../../shared/adapters/autoscaler/counter-source.ts";
import { OperatorError } from "../../../shared/core/error.ts";
import type { FlinkMetrics } from "../../../shared/ports/flink-metrics.ts";
import { node, taskManager } from "../../builders/kubernetes-nodes.ts";
import { autoscalerOf } from "../../world/autoscaler.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";
import { loaded, quick, sizesIn, tooMuch } from "./load.ts";

const signal = new AbortController().signal;
const room = (world: FlinkWorld) => makeRoomView(world.cluster, world.clock, 0);
const lists = (world: FlinkWorld) => world.trace.filter((call) => call.to === "api" && call.verb === "list").length;
const told = (world: FlinkWorld, reason: string) =>
  world.events.flatMap((event) => (event.reason === reason ? [event.message] : []));

/** Minutes of a job whose room is asked for, with what came of each. */
async function minutes(world: FlinkWorld, count: number, asks = true): Promise<readonly string[]> {
  const reasons: string[] = [];
  const metrics = makeCounterSource<AutoscaledJob>(world.metrics as FlinkMetrics, ({ endpoint }) => endpoint, {
    readsProcesses: asks,
  });
  for (let minute = 0; minute < count; minute += 1) {
    world.skip(60_000);
    const engine = { ...autoscalerOf(world, reasons), metrics, room: asks ? room(world) : undefined };
    await sweepJobs({ engine, pageSize: 500, concurrency: 4, budgetMs: 200_000 }, undefined, signal);
    await world.follow();
  }
  return reasons;
}

/** A job that needs ten slots and has four, on two TaskManagers, on a node with room for so many in all. */
async function crowded(nodes: number): Promise<FlinkWorld> {
  const world = await loaded(tooMuch, quick);
  world.cluster.create(node("a", nodes));
  world.cluster.create(taskManager("one", "a"));
  world.cluster.create(taskManager("two", "a"));
  return world;
}

describe("DV-51: a job that is to be scaled up", () => {
  it("is not, while the nodes have no room for all of its TaskManagers, and that is told with what is missing", async () => {
    const world = await crowded(3);
    expect((await minutes(world, 4)).slice(-1)).toEqual(["ResourcesRefused"]);
    expect(sizesIn(world)).toEqual([4, 4]);
    expect(told(world, "ResourcesRefused")).toEqual([
      expect.stringMatching(/^Not scaled, since the cluster has no room/),
    ]);
  });

  it("is, as soon as there is room", async () => {
    const world = await crowded(3);
    await minutes(world, 4);
    world.cluster.create(node("b", 9));
    expect(await minutes(world, 1)).toEqual(["Scaled"]);
    expect(sizesIn(world)[1]).toBeGreaterThan(4);
  });

  it("is, without a look at any node where nobody asks for that", async () => {
    const world = await crowded(2);
    world.trace.length = 0;
    expect(await minutes(world, 3, false)).toContain("Scaled");
    expect(lists(world), "of resources alone").toBe(3);
  });

  it.each([
    { name: "the right is missing", code: "Denied", says: /needs the right to list nodes and pods .* cluster-room/ },
    {
      name: "the API server does not answer",
      code: "Unavailable",
      says: /without knowing whether the cluster has room/,
    },
  ] as const)("is where $name, and a Warning says so", async ({ code, says }) => {
    const world = await crowded(2);
    await minutes(world, 2);
    const { list } = world.cluster;
    const fail = async () => {
      throw new OperatorError(code, `list nodes: ${code}`);
    };
    world.cluster.list = (names, query) => (names.kind === "Node" ? fail() : list.call(world.cluster, names, query));
    expect(await minutes(world, 1)).toEqual(["Scaled"]);
    expect(told(world, "AutoscalerError")).toEqual([expect.stringMatching(says)]);
  });
});

describe("DV-51: a job that is to be scaled down", () => {
  it("is, and no node is looked at", async () => {
    const world = await loaded({ arrivals: 100, source: 1_000, work: 200 }, quick, {
      flinkConfiguration: { "job.autoscaler.scale-down.interval": "0" },
    });
    world.trace.length = 0;
    expect(await minutes(world, 3)).toContain("Scaled");
    expect(lists(world), "of resources alone").toBe(3);
  });
});
