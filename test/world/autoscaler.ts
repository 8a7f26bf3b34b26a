import type { AutoscaledJob } from "../../functions/autoscale/autoscaled-job.ts";
import type { AutoscalerEngine } from "../../functions/autoscale/judge-job.ts";
import { isScalable } from "../../functions/autoscale/scalable-kinds.ts";
import { type JobSweepReport, sweepJobs } from "../../functions/autoscale/sweep-jobs.ts";
import { makeCounterSource } from "../../shared/adapters/autoscaler/counter-source.ts";
import { compat, type Profile } from "../../shared/autoscaler/cycle/profile.ts";
import type { FlinkMetrics } from "../../shared/ports/flink-metrics.ts";
import type { FlinkWorld } from "./flink-world.ts";

/** The parts of one autoscaler in a world; `reasons` notes what came of each cycle. */
export function autoscalerOf(world: FlinkWorld, reasons: string[] = [], profile: Profile = compat): AutoscalerEngine {
  const { cluster, objects, settings, clock, engine } = world;
  return {
    kinds: engine.kinds.filter(isScalable),
    ports: { cluster, objects, recorder: engine.ports.recorder },
    metrics: makeCounterSource<AutoscaledJob>(world.metrics as FlinkMetrics, ({ endpoint }) => endpoint),
    room: undefined,
    profile,
    settings,
    clock,
    log: engine.log,
    observe: (_, cycle) => void reasons.push(cycle === "Failed" ? cycle : cycle.explanation.reason),
  };
}

/** What `autoscale` does at a tick. */
export function autoscale(world: FlinkWorld, reasons: string[] = [], profile?: Profile): Promise<JobSweepReport> {
  const bounds = { pageSize: 500, concurrency: 4, budgetMs: 200_000 };
  return sweepJobs(
    { engine: autoscalerOf(world, reasons, profile), ...bounds },
    undefined,
    new AbortController().signal,
  );
}

/** Minutes go by, with a tick of `autoscale` in each and all that follows from it. */
export async function minutes(
  world: FlinkWorld,
  count: number,
  name = "orders",
  profile?: Profile,
): Promise<readonly string[]> {
  const reasons: string[] = [];
  for (let minute = 0; minute < count; minute += 1) {
    world.skip(60_000);
    await autoscale(world, reasons, profile);
    await world.follow(name);
  }
  return reasons;
}
