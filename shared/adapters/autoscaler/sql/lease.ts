import type { Clock } from "../../../ports/clock.ts";
import { attempt } from "./attempt.ts";
import type { Database } from "./database.ts";
import { insertFirst } from "./insert-first.ts";

/** The right to look after something, which one of several autoscalers has at a time. */
export interface Lease {
  /** Takes it, or keeps it, where that is possible now; true if it is held. */
  renew(): Promise<boolean>;
  /** Whole milliseconds for which it is held at least; 0 where it is not. */
  heldFor(): number;
  /** Gives it to whoever comes next. */
  release(): Promise<void>;
}

/** What makes a lease. */
export interface LeaseOptions {
  readonly name: string;
  /** Tells this autoscaler from every other one. */
  readonly holder: string;
  /** Milliseconds for which it is held without being renewed. */
  readonly ttl: number;
  readonly clock: Clock;
}

interface Row {
  readonly holder: string;
  readonly renewals: number;
}

const table = "t_weir_autoscaler_lease";

/**
 * A lease in a row of a database.
 *
 * Guarantees: two never hold it at once: who holds it counts its time from before it was renewed, and another one takes it only
 * when it has seen no renewal for as long, both by clocks of their own that never step back; each taking is a compare-and-set.
 */
export function makeLease({ db, dialect }: Database, { name, holder, ttl, clock }: LeaseOptions): Lease {
  let heldUntil = Number.NEGATIVE_INFINITY;
  let seen: { readonly row: Row; readonly at: number } | undefined;
  const read = async (): Promise<Row | undefined> => {
    const row = await db.selectFrom(table).select(["holder", "renewals"]).where("name", "=", name).executeTakeFirst();
    return row && { holder: row.holder, renewals: Number(row.renewals) };
  };
  const insert = () => attempt(() => insertFirst(dialect, db.insertInto(table).values({ name, holder, renewals: 1 })));
  const take = async (from: Row) => {
    const taking = db
      .updateTable(table)
      .set({ holder, renewals: from.renewals + 1 })
      .where("name", "=", name)
      .where("holder", "=", from.holder)
      .where("renewals", "=", from.renewals);
    return (await attempt(() => taking.executeTakeFirst())).numUpdatedRows === 1n;
  };
  const isFree = (row: Row) => {
    if (row.holder === holder) return true;
    const now = clock.monotonic();
    const isSame = seen?.row.holder === row.holder && seen.row.renewals === row.renewals;
    if (!isSame) seen = { row, at: now };
    return isSame && now - (seen?.at ?? now) > ttl;
  };
  return {
    renew: async () => {
      const began = clock.monotonic();
      const row = await read();
      const isHeld = row === undefined ? await insert() : isFree(row) && (await take(row));
      heldUntil = isHeld ? began + ttl : Number.NEGATIVE_INFINITY;
      return isHeld;
    },
    heldFor: () => Math.max(0, Math.floor(heldUntil - clock.monotonic())),
    release: async () => {
      if (heldUntil === Number.NEGATIVE_INFINITY) return;
      heldUntil = Number.NEGATIVE_INFINITY;
      await attempt(() => db.deleteFrom(table).where("name", "=", name).where("holder", "=", holder).execute());
    },
  };
}
