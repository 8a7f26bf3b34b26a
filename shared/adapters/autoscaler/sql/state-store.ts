import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { JobContext } from "../../../autoscaler/cycle/job-context.ts";
import type { StateStore } from "../../../autoscaler/cycle/ports.ts";
import { readState, writeState } from "../../../autoscaler/state/codec.ts";
import { attempt } from "./attempt.ts";
import { type Database, type Tables, toTime } from "./database.ts";
import { insertFirst } from "./insert-first.ts";
import { fromRows, toRows } from "./state-rows.ts";

/** The row that says which writing the others are of. */
const versionRow = "WeirVersion";

/**
 * State in a database: a row for each part of it, and one for its version.
 *
 * Guarantees: of several writers that loaded the same version one is saved, and what it writes is seen whole; parts that have
 * not changed are not written.
 */
export function makeSqlStore<Job extends JobContext>(database: Database, now: () => number): StateStore<Job> {
  const { db } = database;
  const loaded = new Map<string, ReadonlyMap<string, string>>();
  return {
    load: async ({ key }) => {
      const rows = await loadRows(database, key);
      const version = rows.get(versionRow);
      if (version === undefined) return undefined;
      loaded.set(key, rows);
      return { state: readState(fromRows(rows)), version };
    },
    save: async ({ key }, state, version) => {
      const rows = new Map([...toRows(writeState(state)), [versionRow, randomUUID()] as const]);
      const before = loaded.get(key)?.get(versionRow) === version ? loaded.get(key) : undefined;
      const move = { key, from: version, to: rows.get(versionRow) ?? "", at: toTime(now()) };
      const write = async (work: Transaction<Tables>) => {
        if (!(await moveVersion(database, work, move))) return false;
        await replaceRows(work, key, { before, rows, at: move.at });
        return true;
      };
      const isSaved = await attempt(() => db.transaction().execute(write));
      if (!isSaved) return "conflict";
      loaded.set(key, rows);
      return "saved";
    },
    remove: async ({ key }) => {
      loaded.delete(key);
      await attempt(() => db.deleteFrom("t_flink_autoscaler_state_store").where("job_key", "=", key).execute());
    },
  };
}

async function loadRows({ db }: Database, key: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("t_flink_autoscaler_state_store")
    .select(["state_type", "state_value"])
    .where("job_key", "=", key)
    .execute();
  return new Map(rows.map(({ state_type, state_value }) => [state_type, state_value]));
}

interface Move {
  readonly key: string;
  readonly from: string | undefined;
  readonly to: string;
  readonly at: string;
}

/** True for the one of several writers that finds the version that it knows; the others wait for its end, and find another. */
async function moveVersion({ dialect }: Database, work: Transaction<Tables>, { key, from, to, at }: Move) {
  if (from === undefined) {
    const row = { job_key: key, state_type: versionRow, state_value: to, update_time: at };
    return insertFirst(dialect, work.insertInto("t_flink_autoscaler_state_store").values(row));
  }
  const moved = await work
    .updateTable("t_flink_autoscaler_state_store")
    .set({ state_value: to, update_time: at })
    .where("job_key", "=", key)
    .where("state_type", "=", versionRow)
    .where("state_value", "=", from)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

interface Replacement {
  /** Undefined where nobody knows what is there. */
  readonly before: ReadonlyMap<string, string> | undefined;
  readonly rows: ReadonlyMap<string, string>;
  readonly at: string;
}

async function replaceRows(work: Transaction<Tables>, key: string, { before, rows, at }: Replacement): Promise<void> {
  const kept = [...rows].filter(([type, value]) => type === versionRow || before?.get(type) === value);
  const keep = kept.map(([type]) => type);
  await work
    .deleteFrom("t_flink_autoscaler_state_store")
    .where("job_key", "=", key)
    .where("state_type", "not in", keep)
    .execute();
  const changed = [...rows].filter(([type]) => !keep.includes(type));
  const values = changed.map(([state_type, state_value]) => ({
    job_key: key,
    state_type,
    state_value,
    update_time: at,
  }));
  if (values.length > 0) await work.insertInto("t_flink_autoscaler_state_store").values(values).execute();
}
