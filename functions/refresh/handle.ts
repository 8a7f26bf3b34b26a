import { bulkReader } from "../../shared/adapters/app-manager/bulk.ts";
import { Mirroring, type MirrorOptions } from "../../shared/engine/mirror.ts";
import { type SweepOptions, sweep } from "../../shared/engine/sweep.ts";
import { underFirst } from "../../shared/engine/under-first.ts";
import type { Lease } from "../../shared/ports/cluster.ts";
import type { Handler } from "../../shared/runtime/exchange.ts";
import type { Metrics } from "../../shared/runtime/metrics.ts";
import type { Connected } from "../connect.ts";
import { makeSweeping, type Sweeper } from "../sweeping.ts";
import { follow, makeEventHandler, type Take } from "../take-event.ts";

/** What the function needs. */
export interface RefreshParts extends Pick<Connected, "engine" | "follower" | "bus" | "look"> {
  readonly metrics: Metrics;
  readonly lease: Lease;
  readonly pageSize: number;
  readonly budgetMs: number;
  /** Full passes of a page at once. */
  readonly concurrency: number;
  /** Aborts when the process drains: a sweep then gives its lease back, so that the next tick is not left out. */
  readonly draining: AbortSignal;
  /** Absent: what happens on the platform is not shown as Kubernetes Events. */
  readonly mirror?: Omit<MirrorOptions, "engine">;
}

/** `POST /`: one event; what is done with it says `makeRefreshTake`. */
export function makeRefreshHandler(parts: RefreshParts): Handler {
  return makeEventHandler(makeRefreshTake(parts), parts.metrics, parts.engine.log);
}

/** A tick sweeps everything once (D2, D10); overlapping ticks are kept apart by the lease. */
export function makeRefreshTake(parts: Omit<RefreshParts, "metrics">): Take {
  const { follower, draining } = parts;
  const sweeping = makeSweeping({ ...parts, begin: (fromStart) => makeSweeper(parts, fromStart) });
  return async ({ type }, own, signal) => {
    if (own?.type === "dev.weir.follow") await follow(follower, own, signal);
    // Bounded by lease and budget; its sender may be gone before it ends.
    if (own?.type === "dev.weir.sweep") await sweeping.goOn(own.holder, own, draining);
    if (type === "dev.knative.sources.ping") await underFirst([signal, draining], sweeping.tick);
  };
}

/** Full passes of whatever needs one, and the platform's events as Kubernetes Events. */
function makeSweeper(parts: Omit<RefreshParts, "metrics">, fromStart: boolean): Sweeper {
  const { engine, follower, look, pageSize, concurrency, mirror } = parts;
  const mirroring = mirror && new Mirroring({ ...mirror, engine }, fromStart);
  const portsForPage = () => ({ ...engine.ports, appManager: bulkReader(engine.ports.appManager) });
  const seen = (result: Parameters<typeof follower.add>[0]) => follower.add(result);
  const afterPage: SweepOptions["afterPage"] = async (...page) => mirroring?.page(...page);
  const options = { engine, portsForPage, pass: look, follow: seen, afterPage, pageSize, concurrency };
  return {
    run: (from, budgetMs, signal) => sweep({ ...options, budgetMs }, from, signal),
    close: async (atEnd) => mirroring?.close(atEnd),
  };
}
