import type { Clock } from "../shared/ports/clock.ts";
import type { SweepLease } from "./sweep-lease.ts";

/** How often a lease is renewed, in milliseconds: three times before it expires. */
const renewalMs = 10_000;

/** A lease that is being kept. */
export interface KeptLease {
  /** Aborts when the lease is somebody else's: two sweeps would do the same work twice. */
  readonly lost: AbortSignal;
  /** Ends the renewals; resolves when the last one is over. */
  readonly end: () => Promise<void>;
}

/**
 * Renews a holder's lease for as long as its sweep takes, so that a lease of a pod that died expires soon.
 *
 * Guarantees: never rejects; a renewal that fails is tried again, since the API server may just be away.
 */
export function keepLease(lease: SweepLease, holder: string, clock: Clock): KeptLease {
  const over = new AbortController();
  const lost = new AbortController();
  const renew = async () => {
    for (;;) {
      await clock.sleep(renewalMs, over.signal);
      if (over.signal.aborted || lost.signal.aborted) return;
      if (!(await lease.renew(holder).catch(() => true))) lost.abort();
    }
  };
  const ended = renew();
  return {
    lost: lost.signal,
    end: () => {
      over.abort("the sweep is over");
      return ended;
    },
  };
}
