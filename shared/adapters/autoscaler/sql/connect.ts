import { Kysely } from "kysely";
import { OperatorError } from "../../../core/error.ts";
import { type DatabaseAddress, readAddress } from "./address.ts";
import { createTables } from "./create-tables.ts";
import type { Database, SqlDialect, Tables } from "./database.ts";

/**
 * Connects and makes the tables that are not there.
 *
 * Throws `Rejected` for an address that is none, and `Unavailable` where the database cannot be reached or used.
 */
export async function connectDatabase(address: DatabaseAddress): Promise<Database> {
  const read = readAddress(address.url);
  if (typeof read === "string") throw new OperatorError("Rejected", `the address of the database ${read}`);
  const { dialect, place } = read;
  const db = new Kysely<Tables>({ dialect: await dialectOf(dialect, place, address) });
  const once = <Value>(work: () => Promise<Value>) => work();
  const attempt = dialect === "sqlite" ? (await import("./sqlite.ts")).attempt : once;
  const database = { db, dialect, attempt };
  try {
    await attempt(() => createTables(database));
    return database;
  } catch (error) {
    await db.destroy().catch(() => undefined);
    const { message = "", code = "" } = error as { message?: string; code?: string };
    throw new OperatorError("Unavailable", `the database cannot be used: ${message || code || "no answer"}`);
  }
}

async function dialectOf(dialect: SqlDialect, place: string, { user, password }: DatabaseAddress) {
  if (dialect === "sqlite") return (await import("./sqlite.ts")).makeSqliteDialect(place);
  const { hostname, port, pathname, username, searchParams } = new URL(place);
  const server = {
    host: hostname.replace(/^\[|\]$/g, ""),
    database: decodeURIComponent(pathname.slice(1)),
    user: user ?? decodeURIComponent(username),
    ...(port !== "" && { port: Number(port) }),
    ...(password !== undefined && { password }),
  };
  const isSecure = ["require", "verify-full", "true"].includes(
    searchParams.get("sslmode") ?? searchParams.get("ssl") ?? "",
  );
  const tls = isSecure ? { ssl: {} } : {};
  if (dialect === "mysql") {
    const [{ MysqlDialect }, { createPool }] = await Promise.all([import("kysely"), import("mysql2")]);
    return new MysqlDialect({
      pool: createPool({ ...server, ...tls, connectionLimit: 4, timezone: "Z", dateStrings: true }),
    });
  }
  const [{ PostgresDialect }, { default: pg }] = await Promise.all([import("kysely"), import("pg")]);
  const pool = new pg.Pool({ ...server, ...tls, max: 4, connectionTimeoutMillis: 10_000 });
  // A connection that breaks while nobody uses it is replaced at the next query.
  pool.on("error", () => undefined);
  return new PostgresDialect({ pool });
}
