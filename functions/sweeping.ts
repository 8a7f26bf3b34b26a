import type { Engine } from "../shared/engine/engine.ts";
import { underFirst } from "../shared/engine/under-first.ts";
import type { SweepPosition, WalkReport } from "../shared/engine/walk.ts";
import type { Bus } from "../shared/ports/bus.ts";
import type { Lease } from "../shared/ports/cluster.ts";
import { keepLease } from "./keep-lease.ts";
import { makeSweepLease, type SweepLease } from "./sweep-lease.ts";

/** How long a lease lasts that is not renewed, in milliseconds; a pod that died keeps ticks out no longer (L1). */
const leaseMs = 30_000;

/** One sweep, over all of its legs in this pod. */
export interface Sweeper {
  /** Goes on from a place until the budget is spent; what else is reported is logged. */
  run(from: SweepPosition | undefined, budgetMs: number, signal: AbortSignal): Promise<Pick<WalkReport, "next">>;
  /** Called after each leg; `atEnd` after the last one. Never rejects. */
  close(atEnd: boolean): Promise<void>;
}

/** What carries the sweeps of a function. */
export interface SweepingParts {
  readonly engine: Pick<Engine, "clock" | "log">;
  readonly lease: Lease;
  /** Absent: a sweep goes on to its end, since there is no way to hand over. */
  readonly bus: Bus | undefined;
  readonly budgetMs: number;
  /** A new sweep; `fromStart` is false for the rest of one whose beginning is not known here. */
  readonly begin: (fromStart: boolean) => Sweeper;
}

/** What begins a sweep, and what goes on with one that was handed over. */
export interface Sweeping {
  /** Sweeps everything once (D2, D10), unless another sweep has the lease. */
  tick(signal: AbortSignal): Promise<void>;
  /** Only the sweep that has the lease may go on; anyone can send the event. */
  goOn(former: string, from: SweepPosition, signal: AbortSignal): Promise<void>;
}

interface Parts extends Omit<SweepingParts, "lease"> {
  readonly lease: SweepLease;
  /** What goes on with a sweep that was handed over, by the holder that handed it over: one at most. */
  readonly kept: Map<string, Sweeper>;
}

/** One leg of a sweep. */
interface Leg {
  readonly holder: string;
  readonly from: SweepPosition | undefined;
  readonly sweeper: Sweeper;
}

/** Sweeps in legs; overlapping ones are kept apart by the lease. */
export function makeSweeping(given: SweepingParts): Sweeping {
  const parts: Parts = { ...given, lease: makeSweepLease(given.lease, leaseMs), kept: new Map() };
  return {
    tick: (signal) => tick(parts, signal),
    goOn: (former, from, signal) => goOn(parts, former, from, signal),
  };
}

async function tick(parts: Parts, signal: AbortSignal): Promise<void> {
  const holder = await parts.lease.acquire();
  if (holder !== undefined) return sweepAll(parts, { holder, from: undefined, sweeper: parts.begin(true) }, signal);
  parts.engine.log.info({}, "another sweep is under way; this tick is left out");
}

async function goOn(parts: Parts, former: string, from: SweepPosition, signal: AbortSignal): Promise<void> {
  const holder = await parts.lease.takeOver(former);
  if (holder !== undefined) {
    return sweepAll(parts, { holder, from, sweeper: parts.kept.get(former) ?? parts.begin(false) }, signal);
  }
  parts.engine.log.warn({ holder: former }, "a sweep without the lease was not continued");
}

async function sweepAll(parts: Parts, { holder, from, sweeper }: Leg, ending: AbortSignal): Promise<void> {
  const { engine, lease, bus } = parts;
  const budgetMs = bus === undefined ? Number.POSITIVE_INFINITY : parts.budgetMs;
  const keeping = keepLease(lease, holder, engine.clock);
  parts.kept.clear();
  try {
    const { next, ...report } = await underFirst([ending, keeping.lost], (signal) =>
      sweeper.run(from, budgetMs, signal),
    );
    await sweeper.close(next === undefined);
    await keeping.end();
    const handedOver = next !== undefined && !ending.aborted && !keeping.lost.aborted;
    engine.log.info({ ...report, handedOver }, "sweep");
    if (handedOver) {
      parts.kept.set(holder, sweeper);
      return handOver(parts, holder, next);
    }
    await lease.release(holder);
    if (next !== undefined) engine.log.warn({}, "the sweep was cut short; the next tick starts anew");
  } catch (error) {
    await sweeper.close(false);
    await keeping.end();
    await lease.release(holder).catch(() => undefined);
    throw error;
  }
}

/**
 * The new event is not waited for: it comes back to this service, whose autoscaler counts it as a request (D9). Who takes
 * it goes on under a holder of its own, so that what is given back here is never a lease under which somebody sweeps.
 */
function handOver({ bus, engine, lease }: Parts, holder: string, next: SweepPosition): void {
  bus?.send({ type: "dev.weir.sweep", holder, ...next }).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : "unknown";
    engine.log.warn({ error: message }, "the rest of a sweep was lost; the next tick starts anew");
    lease.release(holder).catch(() => undefined);
  });
}
