import { type DatabaseAddress, readAddress } from "../../shared/adapters/autoscaler/sql/address.ts";
import { UsageError } from "../usage-error.ts";
import type { Flags } from "./flags.ts";
import { readTime } from "./read-time.ts";

/** What is kept in a database, and in which. */
export interface DatabaseSettings {
  readonly address: DatabaseAddress;
  readonly keepsState: boolean;
  readonly keepsEvents: boolean;
  /** Milliseconds for which an event is kept; 0 for ever. */
  readonly eventsTtl: number;
}

/** What a file says under the reference's keys. */
export type OfFile = (name: "store" | "events" | "url" | "user" | "passwordEnv" | "eventsTtl") => string | undefined;

type Given = Pick<Flags, "store" | "events" | "events-ttl" | "store-password-env">;

/** What the flags say of a database, else the file; undefined where nothing is kept in one. */
export function readDatabase(flags: Given, of: OfFile, env: NodeJS.ProcessEnv): DatabaseSettings | undefined {
  const inFile = of("url") ?? "";
  const store =
    flags.store ?? fromWord("state-store.type", of("store"), { MEMORY: "memory", JDBC: inFile }) ?? "memory";
  const events = flags.events ?? fromWord("event-handler.type", of("events"), { LOGGING: "log", JDBC: "sql" }) ?? "log";
  if (events !== "log" && events !== "sql") throw new UsageError(`--events cannot be '${events}'; it is log or sql`);
  const [keepsState, keepsEvents] = [store !== "memory", events === "sql"];
  if (!keepsState && !keepsEvents) return undefined;
  const url = keepsState ? store : inFile;
  if (url === "")
    throw new UsageError("which database? Give --store URL, or autoscaler.standalone.jdbc.url in the file");
  const address = readAddress(url);
  if (typeof address === "string") throw new UsageError(`--store: the address of the database ${address}`);
  const password = env[flags["store-password-env"] ?? of("passwordEnv") ?? "JDBC_PWD"];
  const eventsTtl = readTime("--events-ttl", flags["events-ttl"] ?? of("eventsTtl") ?? "90 d", 0);
  return { address: { url, user: of("user"), password }, keepsState, keepsEvents, eventsTtl };
}

/** What a word of the reference means; a `UsageError` for one that it does not have. */
function fromWord<Meaning extends string>(
  key: string,
  word: string | undefined,
  meanings: Readonly<Record<string, Meaning>>,
): Meaning | undefined {
  if (word === undefined) return undefined;
  const meaning = meanings[word.toUpperCase()];
  if (meaning !== undefined) return meaning;
  throw new UsageError(`autoscaler.standalone.${key} cannot be '${word}'; it is ${Object.keys(meanings).join(" or ")}`);
}
