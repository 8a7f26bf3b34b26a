import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { type Dialect, type SqliteDatabase, SqliteDialect } from "kysely";

/** Milliseconds for which another writer is waited for: between two tries, and in all. */
const [pause, patience] = [10, 10_000];

/**
 * Does work again while another connection writes to the file.
 *
 * Guarantees: nothing else of the process waits, as it would with SQLite's own time to be busy.
 */
export async function attempt<Value>(work: () => Promise<Value>): Promise<Value> {
  const until = performance.now() + patience;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isLocked = error instanceof Error && error.message.includes("database is locked");
      if (!isLocked || performance.now() > until) throw error;
      await setTimeout(pause * (1 + Math.random()));
    }
  }
}

/** SQLite as Node has it, for kysely; a file that is not there is made. */
export function makeSqliteDialect(file: string): Dialect {
  return new SqliteDialect({ database: async () => open(file) });
}

function open(file: string): SqliteDatabase {
  const database = new DatabaseSync(file);
  database.exec("pragma busy_timeout = 0; pragma journal_mode = wal; pragma synchronous = normal");
  return {
    close: () => database.close(),
    prepare: (text) => {
      const statement = database.prepare(text);
      const values = (of: readonly unknown[]) => of as readonly SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (of) => statement.all(...values(of)),
        run: (of) => statement.run(...values(of)),
        iterate: (of) => statement.iterate(...values(of)),
      };
    },
  };
}
