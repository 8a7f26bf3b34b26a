import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import type { NoAnswer, Transport, WireAnswer, WireRequest } from "../http.ts";
import { retryAfterMs } from "../retry-after.ts";
import { type CallEnd, Circuit } from "./circuit.ts";
import { Closures } from "./closures.ts";
import { type Rate, TokenBucket } from "./token-bucket.ts";

/** What taking turns depends on. */
export interface TurnOptions {
  /** For each host; a process has its own, so that `n` pods come to `n` times as much. */
  readonly rate: Rate;
  readonly clock: Clock;
  readonly random: Random;
}

/** Milliseconds; whoever was told to wait longer is sent away at once instead of being held. */
const longestClosure = 1_000;

/** Milliseconds; a call that was cut short before that has not shown that nobody answers. */
const leastSilence = 1_000;

interface Host {
  readonly bucket: TokenBucket;
  readonly circuit: Circuit;
  /** By token: a limit may be that of a token, so that others with another one are not held. */
  readonly closures: Closures;
  /** The same for what goes aside. */
  readonly asides: Closures;
}

/**
 * A transport whose requests wait for their turn, so that a platform is asked no more than it can bear.
 *
 * Guarantees: no host gets more requests than `rate` allows; after a 429 or 503 with `Retry-After` no request with that
 * token goes to that host before its time; a host that is down gets one request at a time. What does not get its turn is
 * not sent, and says so in its answer. A request that goes `aside` takes its turn and says nothing of the host but that it
 * answers; what it is told to wait, only others that go aside wait for. Waiting counts for the time limit of the request
 * and ends with its signal.
 */
export function takeTurns(transport: Transport, options: TurnOptions): Transport {
  const { clock, rate, random } = options;
  const hosts = new Map<string, Host>();
  const makeHost = (): Host => ({
    bucket: new TokenBucket(rate),
    circuit: new Circuit(random),
    closures: new Closures(),
    asides: new Closures(),
  });
  const hostOf = ({ url }: WireRequest): Host => {
    const name = originOf(url);
    const host = hosts.get(name) ?? makeHost();
    hosts.set(name, host);
    return host;
  };
  return {
    ...transport,
    send: async (request, signal) => {
      const host = hostOf(request);
      const came = clock.monotonic();
      const turn = await waitForTurn(host, request, clock, signal);
      if (typeof turn !== "function") return turn;
      const begun = clock.monotonic();
      const timeoutMs = Math.max(1, request.timeoutMs - (begun - came));
      let end: CallEnd = "untold";
      try {
        const answer = await transport.send({ ...request, timeoutMs }, signal);
        const now = clock.monotonic();
        end = endOf(request, answer, now - begun);
        const wait = closureOf(answer, clock.now());
        if (wait !== undefined) closuresOf(host, request).close(tokenOf(request), wait, now);
        return answer;
      } finally {
        turn(end, clock.monotonic());
      }
    },
  };
}

/** The request's turn, which is to be told how the call ended; or why it does not come. */
async function waitForTurn(
  host: Host,
  request: WireRequest,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<NoAnswer | ReturnType<Circuit["begin"]>> {
  const now = clock.monotonic();
  const early = closed(host, request, now);
  if (early !== undefined) return early;
  const wait = Math.max(host.bucket.take(now), toldToWait(host, request, now));
  const isLate = wait >= request.timeoutMs;
  if (!isLate && wait > 0) await clock.sleep(wait, signal);
  const late = isLate || (wait > 0 && signal?.aborted) ? throttled("its turn had not come", wait) : undefined;
  // Nothing may be awaited between this look and the beginning of the call, or two would be the one probe.
  const held = late ?? closed(host, request, clock.monotonic());
  if (held === undefined) return host.circuit.begin();
  host.bucket.giveBack();
  return held;
}

/** Why nothing is sent to the host now, where that is so. */
function closed(host: Host, request: WireRequest, now: number): NoAnswer | undefined {
  const wait = toldToWait(host, request, now);
  if (wait > longestClosure) return throttled("it asked to be left alone for a while", wait);
  const restMs = host.circuit.closedFor(now);
  if (restMs === 0) return undefined;
  return { why: "it has not answered for a while", sent: false, cause: "down", heldForMs: restMs };
}

function throttled(why: string, heldForMs: number): NoAnswer {
  return { why, sent: false, cause: "throttled", heldForMs };
}

/** Milliseconds; what goes aside waits for what others were told too. */
function toldToWait(host: Host, request: WireRequest, now: number): number {
  const token = tokenOf(request);
  return Math.max(host.closures.closedFor(token, now), closuresOf(host, request).closedFor(token, now));
}

function closuresOf({ closures, asides }: Host, { aside }: WireRequest): Closures {
  return aside === true ? asides : closures;
}

function tokenOf({ headers }: WireRequest): string {
  return headers.authorization ?? "";
}

/** Scheme and host of an address, as it is written: all that a client sends to comes from one setting. */
function originOf(url: string): string {
  const path = url.indexOf("/", url.indexOf("://") + 3);
  return path < 0 ? url : url.slice(0, path);
}

function endOf({ aside, again }: WireRequest, answer: WireAnswer | NoAnswer, ms: number): CallEnd {
  if (!("why" in answer) || answer.cause === "size") return "answered";
  if (aside === true || again === true) return "untold";
  return answer.cause === "time" && ms < leastSilence ? "untold" : "silent";
}

function closureOf(answer: WireAnswer | NoAnswer, now: number): number | undefined {
  if ("why" in answer || (answer.status !== 429 && answer.status !== 503)) return undefined;
  return retryAfterMs(answer.retryAfter, now);
}
