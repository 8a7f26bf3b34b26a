import type { Lease } from "../../shared/adapters/autoscaler/sql/lease.ts";
import type { Clock } from "../../shared/ports/clock.ts";

/** Told when the lease of a cluster is taken, lost or cannot be asked for. */
export type OnLease = (cluster: string, message: string) => void;

/** Takes and keeps leases until the signal says stop, then gives them up; a renewal comes three times in the time of a lease. */
export async function keepLeases(
  leases: ReadonlyMap<string, Lease>,
  { clock, ttl, onLease }: { readonly clock: Clock; readonly ttl: number; readonly onLease: OnLease },
  stop: AbortSignal,
): Promise<void> {
  const told = new Map<string, string>();
  while (!stop.aborted) {
    for (const [cluster, lease] of leases) {
      const message = await renewed(lease);
      if (told.get(cluster) !== message) onLease(cluster, message);
      told.set(cluster, message);
    }
    await clock.sleep(ttl / 3, stop);
  }
}

async function renewed(lease: Lease): Promise<string> {
  try {
    return (await lease.renew())
      ? "This autoscaler looks after the cluster."
      : "Another autoscaler looks after the cluster.";
  } catch (error) {
    return `The lease of the cluster cannot be renewed: ${error instanceof Error ? error.message : String(error)}`;
  }
}
