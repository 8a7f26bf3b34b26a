import { describe, expect, it } from "vitest";
import type { AutoscalerEngine } from "../../../functions/autoscale/judge-job.ts";
import { observeBy } from "../../../functions/autoscale/observe.ts";
import { sweepJobs } from "../../../functions/autoscale/sweep-jobs.ts";
import { makeVertexMetrics } from "../../../shared/autoscaler/explain/vertex-metrics.ts";
import { absentPorts } from "../../world/absent-ports.ts";
import { autoscalerOf } from "../../world/autoscaler.ts";
import { loaded, quick, tooMuch } from "./load.ts";

/** A world with a job that is too small, and what metrics tell of its cycles. */
const metered = async () => {
  const world = await loaded(tooMuch, quick);
  const counted: (string | undefined)[] = [];
  const vertices = makeVertexMetrics({ most: 10, now: () => world.clock.monotonic() });
  const observe = observeBy({ cycle: (...of) => void counted.push(of.join(" ").trim()) }, vertices);
  const minutes = async (count: number, ports: Partial<AutoscalerEngine["ports"]> = {}) => {
    for (let minute = 0; minute < count; minute += 1) {
      world.skip(60_000);
      const usual = autoscalerOf(world);
      const engine = { ...usual, observe, ports: { ...usual.ports, ...ports } };
      const bounds = { pageSize: 10, concurrency: 1, budgetMs: 200_000 };
      await sweepJobs({ engine, ...bounds }, undefined, new AbortController().signal);
      await world.follow("orders");
    }
  };
  return { counted, vertices, minutes };
};

const labels = 'resourcetype="FlinkDeployment",resourcens="flink",resourcename="orders"';
const parallelism = `flink_kubernetes_operator_autoscaler_current_parallelism{${labels},jobVertexID=`;

describe("5.2: metrics of the function", () => {
  it("count cycles as the reference does, and tell of the vertices of a job under the names of its resource", async () => {
    const { counted, vertices, minutes } = await metered();
    await minutes(3);
    expect(counted.at(-1)).toBe("FlinkDeployment Scaled scalings");
    expect(counted[0]).toBe("FlinkDeployment WindowFilling");
    expect(vertices.text().split(parallelism)).toHaveLength(3);
  });

  it("a cycle that fails is an error, and what was known of the vertices before holds on", async () => {
    const { counted, vertices, minutes } = await metered();
    await minutes(2);
    const before = vertices.text();
    expect(before).toContain(parallelism);
    await minutes(1, { objects: { ...absentPorts.objects, get: () => Promise.reject(new Error("no state here")) } });
    expect(counted.at(-1)).toBe("FlinkDeployment Failed errors");
    expect(vertices.text()).toBe(before);
  });
});
