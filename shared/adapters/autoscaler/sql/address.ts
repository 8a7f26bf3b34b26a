import type { SqlDialect } from "./database.ts";

/** Where a database is; `password` holds where the address has a user. */
export interface DatabaseAddress {
  /** `postgresql://user@host:port/name`, `mysql://…`, `sqlite:file`; also with the `jdbc:` of the reference before it. */
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

/** What an address says. */
export interface ReadAddress {
  readonly dialect: SqlDialect;
  /** The rest of it, as its driver takes it. */
  readonly place: string;
  /** Whether it asks for TLS, which is checked against the authorities that Node trusts. */
  readonly isSecure: boolean;
}

/** What drivers call the parameter that asks for TLS, in lower case, and its values by what they ask for. */
const parameters = ["sslmode", "ssl", "usessl", "requiressl"];
const asking = ["require", "required", "verify-ca", "verify-full", "verify_ca", "verify_identity", "trust", "true"];
const leaving = ["disable", "disabled", "allow", "prefer", "preferred", "false"];

/** What an address says, or what is wrong with it. */
export function readAddress(url: string): ReadAddress | string {
  const plain = url.replace(/^jdbc:/, "");
  const [, scheme, rest = ""] = /^(postgres(?:ql)?|mysql|mariadb|sqlite):(.*)$/s.exec(plain) ?? [];
  if (scheme === undefined) return "is no postgresql://…, mysql://… or sqlite:FILE";
  if (scheme === "sqlite") return rest === "" ? "names no file" : { dialect: "sqlite", place: rest, isSecure: false };
  const dialect = scheme.startsWith("postgres") ? "postgresql" : "mysql";
  const parsed = URL.parse(`${dialect}:${rest}`);
  if (parsed === null || parsed.hostname === "" || parsed.pathname.length < 2) return "names no host and database";
  if (parsed.password !== "" || parsed.searchParams.has("password")) return "must not hold a password";
  const modes = [...parsed.searchParams].flatMap(([name, value]) =>
    parameters.includes(name.toLowerCase()) ? [value.toLowerCase()] : [],
  );
  const unknown = modes.find((mode) => !asking.includes(mode) && !leaving.includes(mode));
  if (unknown !== undefined) return `asks for TLS by an unknown word, '${unknown}'`;
  return { dialect, place: parsed.href, isSecure: modes.some((mode) => asking.includes(mode)) };
}
