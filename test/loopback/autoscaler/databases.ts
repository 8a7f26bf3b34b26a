import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { temporaryFolders } from "../../temporary-folders.ts";
import { hasMariadb, oddSettings, startMariadb } from "./mariadb.ts";
import type { OwnServer } from "./own-server.ts";
import { startPostgres } from "./postgres.ts";

/** A database that suites run on. */
export interface TestDatabase {
  readonly name: string;
  /** Its address, once the tests run: a new file at each call, or always the same server. */
  readonly url: () => string;
}

const servers = {
  postgresql: startPostgres,
  mysql: startMariadb,
  "mysql, set otherwise": (folder: string) => startMariadb(folder, oddSettings),
} as const;

/**
 * The same suite for SQLite, a PostgreSQL and two MariaDB that are set differently; those that this machine has no server for are
 * skipped, but never with CI=true. `WEIR_TEST_MYSQL` is the address of a server to use instead of the first MariaDB, such as a MySQL.
 */
export function onEachDatabase(title: string, suite: (database: TestDatabase) => void): void {
  const makeFolder = temporaryFolders();
  const sqlite = { name: "sqlite", url: () => `sqlite:${join(makeFolder("sqlite"), "state.db")}` };
  describe(`${title} ${sqlite.name}`, () => suite(sqlite));
  for (const [name, start] of Object.entries(servers)) {
    const given = name === "mysql" ? process.env.WEIR_TEST_MYSQL : undefined;
    const isHere = name === "postgresql" || given !== undefined || hasMariadb;
    describe.skipIf(!isHere)(`${title} ${name}`, () => {
      let server: OwnServer | undefined;
      beforeAll(async () => {
        if (given === undefined) server = await start(makeFolder("database"));
      });
      afterAll(() => server?.stop());
      suite({ name, url: () => given ?? server?.url ?? "" });
    });
  }
}
