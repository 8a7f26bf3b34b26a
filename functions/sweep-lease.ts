import { randomUUID } from "node:crypto";
import type { Lease } from "../shared/ports/cluster.ts";

/** The lease as the sweeps of one pod use it. */
export interface SweepLease {
  /** The holder that the lease now belongs to, or undefined while another sweep has it. */
  acquire(): Promise<string | undefined>;
  /** The holder that it now belongs to, or undefined when it was not that former holder's at this moment. */
  takeOver(former: string): Promise<string | undefined>;
  /** True while the lease is the holder's, for its whole length from now on. */
  renew(holder: string): Promise<boolean>;
  release(holder: string): Promise<void>;
}

/**
 * Sweeps' use of a lease of `ttlMs`, under a new holder for each sweep and for each leg of one that is handed over.
 *
 * Guarantees: from a holder that may still have the lease, because the API server did not answer when it took it or gave
 * it back, the next tick takes it. Otherwise an outage in the middle of a sweep would have every tick left out until the
 * lease expires. Nobody sweeps under such a holder, and a write of its that lands late is refused once a later one landed.
 * Caveats: what a pod that is gone could not give back does have to expire; hence short leases, which are renewed.
 */
export function makeSweepLease(lease: Lease, ttlMs: number): SweepLease {
  // A tick that is refused clears nothing: what made it lose the race may have been the late write of a doubtful holder.
  const doubtful = new Set<string>();
  const orDoubt = async <Result>(holder: string, call: Promise<Result>): Promise<Result> => {
    try {
      return await call;
    } catch (error) {
      doubtful.add(holder);
      throw error;
    }
  };
  return {
    acquire: async () => {
      const holder = randomUUID();
      const formers = new Set(doubtful);
      if (!(await orDoubt(holder, lease.acquire(holder, ttlMs, formers)))) return undefined;
      for (const former of formers) doubtful.delete(former);
      return holder;
    },
    takeOver: async (former) => {
      const holder = randomUUID();
      return (await orDoubt(holder, lease.takeOver(former, holder, ttlMs))) ? holder : undefined;
    },
    renew: (holder) => lease.acquire(holder, ttlMs),
    release: (holder) => orDoubt(holder, lease.release(holder)),
  };
}
