import { Kysely } from "kysely";
import { OperatorError } from "../../../core/error.ts";
import { type DatabaseAddress, type ReadAddress, readAddress } from "./address.ts";
import { attempt } from "./attempt.ts";
import { createTables } from "./create-tables.ts";
import type { Database, Tables } from "./database.ts";

/**
 * Connects and makes the tables that are not there.
 *
 * Throws `Rejected` for an address that is none, and `Unavailable` where the database cannot be reached or used.
 */
export async function connectDatabase(address: DatabaseAddress): Promise<Database> {
  const read = readAddress(address.url);
  if (typeof read === "string") throw new OperatorError("Rejected", `the address of the database ${read}`);
  const { dialect } = read;
  const db = new Kysely<Tables>({ dialect: await dialectOf(read, address) });
  const database = { db, dialect };
  try {
    await attempt(() => createTables(database));
    return database;
  } catch (error) {
    await db.destroy().catch(() => undefined);
    const { message = "", code = "" } = error as { message?: string; code?: string };
    throw new OperatorError("Unavailable", `the database cannot be used: ${message || code || "no answer"}`);
  }
}

async function dialectOf({ dialect, place, isSecure }: ReadAddress, { user, password }: DatabaseAddress) {
  if (dialect === "sqlite") return (await import("./sqlite.ts")).makeSqliteDialect(place);
  const { hostname, port, pathname, username } = new URL(place);
  const server = {
    host: hostname.replace(/^\[|\]$/g, ""),
    database: decodeURIComponent(pathname.slice(1)),
    user: user ?? decodeURIComponent(username),
    ...(port !== "" && { port: Number(port) }),
    ...(password !== undefined && { password }),
    ...(isSecure && { ssl: {} }),
  };
  if (dialect === "mysql") return (await import("./mysql.ts")).makeMysqlDialect(server);
  const [{ PostgresDialect }, { default: pg }] = await Promise.all([import("kysely"), import("pg")]);
  const pool = new pg.Pool({ ...server, max: 4, connectionTimeoutMillis: 10_000 });
  // A connection that breaks while nobody uses it is replaced at the next query.
  pool.on("error", () => undefined);
  return new PostgresDialect({ pool });
}
