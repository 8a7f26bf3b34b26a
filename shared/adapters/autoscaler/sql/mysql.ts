import { CompiledQuery, type Dialect, type Kysely, MysqlDialect, sql } from "kysely";
import { createPool, type PoolOptions } from "mysql2";

/**
 * What each session is like, whatever the server's settings are: the driver's escapes hold and a text that is too long is
 * refused, not cut; only rows are locked that are found, not the gaps beside them, in which other jobs have theirs.
 */
const settings = [
  "set session sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'",
  "set session transaction isolation level read committed",
];

/** MySQL or MariaDB, for kysely; times are read as they are written. */
export function makeMysqlDialect(server: PoolOptions): Dialect {
  return new MysqlDialect({
    pool: createPool({ ...server, charset: "utf8mb4", connectionLimit: 4, timezone: "Z", dateStrings: true }),
    onCreateConnection: async (connection) => {
      for (const setting of settings) await connection.executeQuery(CompiledQuery.raw(setting));
    },
  });
}

/** By which texts differ also by case, accents and spaces at the end: MySQL's since 8.0.17, and MariaDB's since 10.2. */
const collations = ["utf8mb4_0900_bin", "utf8mb4_nopad_bin"];

/** What a table is made with, for the server's own choice may lack transactions, or letters. */
export async function tableOptions<Tables>(db: Kysely<Tables>): Promise<string> {
  const query = sql<{ name: string }>`
    select collation_name as name from information_schema.collations where collation_name in (${sql.join(collations)})`;
  const names = (await query.execute(db)).rows.map(({ name }) => name);
  return ` engine=InnoDB default character set utf8mb4 collate ${names[0] ?? "utf8mb4_bin"}`;
}
