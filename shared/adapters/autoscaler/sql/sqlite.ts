import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { type Dialect, type SqliteDatabase, SqliteDialect } from "kysely";

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
