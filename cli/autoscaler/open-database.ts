import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Lease } from "../../shared/adapters/autoscaler/sql/lease.ts";
import type { Reporter, StateStore } from "../../shared/autoscaler/cycle/ports.ts";
import type { Clock } from "../../shared/ports/clock.ts";
import type { DatabaseSettings } from "./database-settings.ts";
import type { StandaloneJob } from "./standalone-job.ts";

/** What a database gives to an autoscaler. */
export interface OpenDatabase {
  /** Undefined where state is kept elsewhere; so is the reporter where events are. */
  readonly states: StateStore<StandaloneJob> | undefined;
  readonly reporter: Reporter<StandaloneJob> | undefined;
  /** The lease of a cluster. */
  readonly leaseOf: (cluster: string) => Lease;
  /** Deletes events that are older than they are to be, and goes on with that every day. */
  readonly expire: (signal: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Milliseconds for which a cluster is looked after without a renewal. */
export const leaseTime = 30_000;

const day = 86_400_000;

/** Opens the database of the settings; throws an `OperatorError` where it cannot be used. */
export async function openDatabase(settings: DatabaseSettings, clock: Clock): Promise<OpenDatabase> {
  const { address, keepsState, keepsEvents, eventsTtl } = settings;
  const { connectDatabase } = await import("../../shared/adapters/autoscaler/sql/connect.ts");
  const { makeSqlStore } = await import("../../shared/adapters/autoscaler/sql/state-store.ts");
  const { expireEvents, makeSqlReporter } = await import("../../shared/adapters/autoscaler/sql/event-table.ts");
  const { makeLease } = await import("../../shared/adapters/autoscaler/sql/lease.ts");
  const database = await connectDatabase(address);
  const holder = `${hostname().slice(0, 40)} ${process.pid} ${randomUUID()}`;
  return {
    states: keepsState ? makeSqlStore<StandaloneJob>(database, () => clock.now()) : undefined,
    reporter: keepsEvents ? makeSqlReporter<StandaloneJob>(database, clock) : undefined,
    leaseOf: (name) => makeLease(database, { name, holder, ttl: leaseTime, clock }),
    expire: async (signal) => {
      while (keepsEvents && eventsTtl > 0 && !signal.aborted) {
        await expireEvents(database, eventsTtl, clock, signal).catch(() => 0);
        await clock.sleep(day, signal);
      }
    },
    close: () => database.db.destroy(),
  };
}
