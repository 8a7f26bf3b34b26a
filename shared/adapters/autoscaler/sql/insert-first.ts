import type { InsertQueryBuilder, InsertResult } from "kysely";
import type { SqlDialect, Tables } from "./database.ts";

/** By which MySQL says that there is a row of this key. */
const taken = "ER_DUP_ENTRY";

/** Inserts a row unless there is one of its key; true if it did. */
export async function insertFirst<Table extends keyof Tables>(
  dialect: SqlDialect,
  insert: InsertQueryBuilder<Tables, Table, InsertResult>,
): Promise<boolean> {
  if (dialect !== "mysql")
    return (await insert.onConflict((on) => on.doNothing()).executeTakeFirst()).numInsertedOrUpdatedRows === 1n;
  // Its INSERT IGNORE would also cut what is too long, and take it.
  try {
    await insert.execute();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === taken) return false;
    throw error;
  }
}
