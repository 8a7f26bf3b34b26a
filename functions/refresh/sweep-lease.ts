import { randomUUID } from "node:crypto";
import type { Lease } from "../../shared/ports/cluster.ts";

/** The lease as the sweeps of one pod use it. */
export interface SweepLease {
  /** The holder that the lease now belongs to, or undefined while another sweep has it. */
  acquire(): Promise<string | undefined>;
  /** True when it belongs to that holder at this moment. */
  renew(holder: string): Promise<boolean>;
  release(holder: string): Promise<void>;
}

/**
 * Sweeps' use of a lease of `ttlMs`, under a new holder for each sweep.
 *
 * Guarantees: a holder that may still have the lease, because the API server did not answer when it took it or gave it
 * back, is the next tick's holder. Otherwise an outage in the middle of a sweep would have every tick left out until the
 * lease expires.
 * Caveats: what a pod that is gone could not give back does have to expire.
 */
export function makeSweepLease(lease: Lease, ttlMs: number): SweepLease {
  let doubtful: string | undefined;
  const orDoubt = async <Result>(holder: string, call: Promise<Result>): Promise<Result> => {
    try {
      return await call;
    } catch (error) {
      doubtful = holder;
      throw error;
    }
  };
  return {
    acquire: async () => {
      const holder = doubtful ?? randomUUID();
      doubtful = undefined;
      return (await orDoubt(holder, lease.acquire(holder, ttlMs))) ? holder : undefined;
    },
    renew: (holder) => lease.renew(holder, ttlMs),
    release: (holder) => orDoubt(holder, lease.release(holder)),
  };
}
