import { underFirst } from "../../shared/engine/under-first.ts";
import type { Bus } from "../../shared/ports/bus.ts";
import type { Lease } from "../../shared/ports/cluster.ts";
import type { Handler } from "../../shared/runtime/exchange.ts";
import type { Metrics } from "../../shared/runtime/metrics.ts";
import { makeSweeping } from "../sweeping.ts";
import { makeEventHandler, type Take } from "../take-event.ts";
import { type JobSweepOptions, sweepJobs } from "./sweep-jobs.ts";

/** What the function needs. */
export interface AutoscaleParts extends JobSweepOptions {
  readonly metrics: Metrics;
  readonly lease: Lease;
  readonly bus: Bus | undefined;
  /** Aborts when the process drains: a sweep then gives its lease back, so that the next tick is not left out. */
  readonly draining: AbortSignal;
}

/** `POST /`: one event; what is done with it says `makeAutoscaleTake`. */
export function makeAutoscaleHandler(parts: AutoscaleParts): Handler {
  return makeEventHandler(makeAutoscaleTake(parts), parts.metrics, parts.engine.log);
}

/** A tick gives every job one cycle; overlapping ticks are kept apart by the lease, as those of `refresh` are. */
export function makeAutoscaleTake(parts: Omit<AutoscaleParts, "metrics">): Take {
  const { draining } = parts;
  const begin = () => ({
    run: (...[from, budgetMs, signal]: [Parameters<typeof sweepJobs>[1], number, AbortSignal]) =>
      sweepJobs({ ...parts, budgetMs }, from, signal),
    close: async () => {},
  });
  const sweeping = makeSweeping({ ...parts, begin });
  return async ({ type }, own, signal) => {
    // Bounded by lease and budget; its sender may be gone before it ends.
    if (own?.type === "dev.weir.sweep") await sweeping.goOn(own.holder, own, draining);
    if (type === "dev.knative.sources.ping") await underFirst([signal, draining], sweeping.tick);
  };
}
