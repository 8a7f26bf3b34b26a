import { makeConfigMapStore } from "../../shared/adapters/autoscaler/config-map-store.ts";
import type { AutoscalerPorts } from "../../shared/autoscaler/cycle/ports.ts";
import { each } from "../../shared/engine/each.ts";
import { type SweepPosition, type WalkOptions, type WalkReport, walk } from "../../shared/engine/walk.ts";
import type { Page } from "../../shared/ports/cluster.ts";
import type { AutoscaledJob } from "./autoscaled-job.ts";
import { type AutoscalerEngine, judgeJob, type Tally } from "./judge-job.ts";
import { makeRealizer } from "./make-realizer.ts";
import { makeReporter } from "./make-reporter.ts";
import { makeRoomCheck } from "./make-room-check.ts";

/** How one sweep goes. */
export interface JobSweepOptions extends Pick<WalkOptions, "pageSize" | "budgetMs"> {
  readonly engine: AutoscalerEngine;
  /** Jobs of a page at once. */
  readonly concurrency: number;
}

/** What a sweep did. */
export type JobSweepReport = WalkReport & Readonly<Tally>;

/**
 * One cycle of every job that is to be scaled by itself.
 *
 * Guarantees: as `walk`; one bad job never stops a page; what a job costs is pinned by `test/table/autoscale`.
 * Assumptions: the caller holds the lease; who does not is fenced off by the state of each job.
 */
export async function sweepJobs(
  { engine, concurrency, ...bounds }: JobSweepOptions,
  from: SweepPosition | undefined,
  signal: AbortSignal,
): Promise<JobSweepReport> {
  const tally: Tally = { cycles: 0, scaled: 0, failed: 0 };
  const reporter = makeReporter(engine.ports.recorder, engine.settings.instanceId, engine.log);
  const ports: AutoscalerPorts<AutoscaledJob> = {
    metrics: engine.metrics,
    states: makeConfigMapStore(engine.ports.objects, (job, message) => void reporter.trouble(job, message)),
    realizer: makeRealizer(engine.ports.cluster, engine.settings, reporter),
    reporter,
    ...(engine.room && { resources: makeRoomCheck(engine.room, reporter) }),
  };
  const visit: WalkOptions["visit"] = async (kind, { items, now }: Page, budget) => {
    const page = { engine, ports, reporter, tally, clusters: new Map(), now, signal: budget.signal };
    let whole = true;
    await each(items, concurrency, async (object) => {
      if (!budget.goesOn()) whole = false;
      if (whole && kind.inScope(object, engine.settings)) await judgeJob(page, kind, object);
    });
    return whole;
  };
  const { pages, next } = await walk({ engine, visit, ...bounds }, from, signal);
  return { pages, ...tally, next };
}
