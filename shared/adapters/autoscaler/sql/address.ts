import type { SqlDialect } from "./database.ts";

/** Where a database is; `password` holds where the address has a user. */
export interface DatabaseAddress {
  /** `postgresql://user@host:port/name`, `mysql://…`, `sqlite:file`; also with the `jdbc:` of the reference before it. */
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

/** What an address says: the dialect, and the rest of it as its driver takes it; or what is wrong with it. */
export function readAddress(url: string): { readonly dialect: SqlDialect; readonly place: string } | string {
  const plain = url.replace(/^jdbc:/, "");
  const [, scheme, rest = ""] = /^(postgres(?:ql)?|mysql|mariadb|sqlite):(.*)$/s.exec(plain) ?? [];
  if (scheme === undefined) return "is no postgresql://…, mysql://… or sqlite:FILE";
  if (scheme === "sqlite") return rest === "" ? "names no file" : { dialect: "sqlite", place: rest };
  const dialect = scheme.startsWith("postgres") ? "postgresql" : "mysql";
  const parsed = URL.parse(`${dialect}:${rest}`);
  if (parsed === null || parsed.hostname === "" || parsed.pathname.length < 2) return "names no host and database";
  if (parsed.password !== "" || parsed.searchParams.has("password")) return "must not hold a password";
  return { dialect, place: parsed.href };
}
