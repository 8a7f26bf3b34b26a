import { OperatorError } from "../../core/error.ts";
import { jsonBounds } from "../../core/json.ts";
import { onceInARow } from "../../core/once-per.ts";
import type { ReadSecret } from "../../core/secret.ts";
import type { AppManager } from "../../ports/app-manager.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { systemClock } from "../clock.ts";
import { makeTransport, type Transport } from "../http.ts";
import { systemRandom } from "../random.ts";
import { repeatReads } from "../repeat-reads.ts";
import { absentAppManager } from "./absent.ts";
import { makeCall } from "./call.ts";
import { makeCredentials } from "./credentials.ts";
import { makeAppManager } from "./port.ts";
import type { Reach } from "./reach.ts";
import { takeTurns } from "./take-turns.ts";
import type { Rate } from "./token-bucket.ts";

/** How to reach a platform. */
export interface AppManagerOptions {
  /** Address below which `/api/v1` is found; empty where there is no platform, and every call is `Rejected`. */
  readonly url: string;
  readonly secrets: { readonly read: ReadSecret };
  readonly instanceId: string;
  /** Weir's own version. */
  readonly version: string;
  /** Milliseconds for one call with its token and all its tries, 5,000 where nothing is said; a list may take six times as long. */
  readonly timeoutMs?: number;
  /** Requests to the host; 50 a second and 100 at once where nothing is said. */
  readonly rate?: Rate;
  /** Milliseconds since the epoch, for the age of tokens. */
  readonly now?: () => number;
}

/** AppManager, and what begins and ends with the process. */
export interface AppManagerConnection extends AppManager {
  /** Loads the HTTP library ahead of the first call. */
  warm(): Promise<void>;
  /** Closes the kept connections. */
  close(): void;
}

const mebibyte = 1024 * 1024;

/**
 * AppManager over HTTP; nothing is sent before the first call.
 *
 * Inferred: paths and bodies are those of VVP 2's swagger, and of VVP 3 where its documents show them (`ververica.md` 2).
 */
export function connectAppManager(options: AppManagerOptions): AppManagerConnection {
  const { now = Date.now, url } = options;
  if (url === "") return { ...absentAppManager(), warm: async () => undefined, close: () => undefined };
  return appManagerOver(makeTransport(), options, { clock: { ...systemClock, now }, random: systemRandom });
}

/** AppManager over any transport, in the time and by the chance of the caller; `now` of the options is not looked at. */
export function appManagerOver(
  wire: Transport,
  { url, secrets, instanceId, version, timeoutMs = 5_000, rate = { perSecond: 50, burst: 100 } }: AppManagerOptions,
  ports: { readonly clock: Clock; readonly random: Random },
): AppManagerConnection {
  const now = () => ports.clock.now();
  const transport = repeatReads(takeTurns(wire, { ...ports, rate }), ports);
  const reach: Reach = {
    call: makeCall({
      base: baseOf(url),
      userAgent: `weir/${version} (${instanceId})`,
      credentials: makeCredentials(secrets.read, now),
      transport,
      now,
      monotonic: () => ports.clock.monotonic(),
    }),
    now,
    one: { timeoutMs, largest: 4 * mebibyte, values: jsonBounds.nodes },
    many: { timeoutMs: 6 * timeoutMs, largest: 64 * mebibyte, values: Number.POSITIVE_INFINITY },
  };
  return {
    ...makeAppManager(reach),
    warm: transport.warm,
    close: transport.close,
  };
}

/** Worlds of many processes, as a simulator has them, have one platform. */
const baseOf = onceInARow((text: string): string => {
  const url = new URL(text);
  if (url.username === "" && url.password === "") return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
  throw new OperatorError("Rejected", "the address of AppManager must not hold credentials; tokens come from Secrets");
});
