import { bulkReader } from "../../shared/adapters/app-manager/bulk.ts";
import { Mirroring, type MirrorOptions } from "../../shared/engine/mirror.ts";
import { type SweepOptions, type SweepPosition, sweep } from "../../shared/engine/sweep.ts";
import type { Lease } from "../../shared/ports/cluster.ts";
import type { Handler } from "../../shared/runtime/exchange.ts";
import type { Metrics } from "../../shared/runtime/metrics.ts";
import type { Connected } from "../connect.ts";
import { follow, makeEventHandler, type Take } from "../take-event.ts";
import { keepLease } from "./keep-lease.ts";
import { makeSweepLease, type SweepLease } from "./sweep-lease.ts";

/** How long a lease lasts that is not renewed, in milliseconds; a pod that died keeps ticks out no longer (L1). */
const leaseMs = 30_000;

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
export function makeRefreshTake(given: Omit<RefreshParts, "metrics">): Take {
  const { follower, draining } = given;
  const lease = makeSweepLease(given.lease, leaseMs);
  const parts: SweepParts = { ...given, lease, kept: new Map() };
  return async ({ type }, own, signal) => {
    if (own?.type === "dev.weir.follow") await follow(follower, own, signal);
    // Bounded by lease and budget; its sender may be gone before it ends.
    if (own?.type === "dev.weir.sweep") await goOn(parts, own.holder, own, draining);
    if (type === "dev.knative.sources.ping") await tick(parts, AbortSignal.any([signal, draining]));
  };
}

interface SweepParts extends Omit<RefreshParts, "lease" | "metrics"> {
  readonly lease: SweepLease;
  /** What goes on with a sweep that was handed over, by the holder that handed it over: one at most. */
  readonly kept: Map<string, Mirroring>;
}

/** One leg of a sweep. */
interface Leg {
  readonly holder: string;
  readonly from: SweepPosition | undefined;
  readonly mirroring: Mirroring | undefined;
}

function makeMirroring({ mirror, engine }: SweepParts, fromStart: boolean): Mirroring | undefined {
  return mirror && new Mirroring({ ...mirror, engine }, fromStart);
}

async function tick(parts: SweepParts, signal: AbortSignal): Promise<void> {
  const holder = await parts.lease.acquire();
  const mirroring = makeMirroring(parts, true);
  if (holder !== undefined) return sweepAll(parts, { holder, from: undefined, mirroring }, signal);
  parts.engine.log.info({}, "another sweep is under way; this tick is left out");
}

/** Only the sweep that has the lease may go on; anyone can send the event. */
async function goOn(parts: SweepParts, former: string, from: SweepPosition, signal: AbortSignal): Promise<void> {
  const holder = await parts.lease.takeOver(former);
  const mirroring = parts.kept.get(former) ?? makeMirroring(parts, false);
  if (holder !== undefined) return sweepAll(parts, { holder, from, mirroring }, signal);
  parts.engine.log.warn({ holder: former }, "a sweep without the lease was not continued");
}

async function sweepAll(parts: SweepParts, leg: Leg, ending: AbortSignal): Promise<void> {
  const { holder, from, mirroring } = leg;
  const { engine, follower, lease, look, pageSize, concurrency, bus } = parts;
  // Without a way to hand over, a sweep goes on to its end.
  const budgetMs = bus === undefined ? Number.POSITIVE_INFINITY : parts.budgetMs;
  const portsForPage = () => ({ ...engine.ports, appManager: bulkReader(engine.ports.appManager) });
  const seen = (result: Parameters<typeof follower.add>[0]) => follower.add(result);
  const afterPage: SweepOptions["afterPage"] = async (...page) => mirroring?.page(...page);
  const options = { engine, portsForPage, pass: look, follow: seen, afterPage, pageSize, concurrency, budgetMs };
  const keeping = keepLease(lease, holder, engine.clock);
  const signal = AbortSignal.any([ending, keeping.lost]);
  parts.kept.clear();
  try {
    const { next, ...report } = await sweep(options, from, signal);
    await mirroring?.close(next === undefined);
    await keeping.end();
    const handedOver = next !== undefined && !signal.aborted;
    engine.log.info({ ...report, handedOver }, "sweep");
    if (handedOver) {
      if (mirroring !== undefined) parts.kept.set(holder, mirroring);
      return handOver(parts, holder, next);
    }
    await lease.release(holder);
    if (next !== undefined) engine.log.warn({}, "the sweep was cut short; the next tick starts anew");
  } catch (error) {
    await mirroring?.close(false);
    await keeping.end();
    await lease.release(holder).catch(() => undefined);
    throw error;
  }
}

/**
 * The new event is not waited for: it comes back to this service, whose autoscaler counts it as a request (D9). Who takes
 * it goes on under a holder of its own, so that what is given back here is never a lease under which somebody sweeps.
 */
function handOver({ bus, engine, lease }: SweepParts, holder: string, next: SweepPosition): void {
  bus?.send({ type: "dev.weir.sweep", holder, ...next }).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : "unknown";
    engine.log.warn({ error: message }, "the rest of a sweep was lost; the next tick starts anew");
    lease.release(holder).catch(() => undefined);
  });
}
