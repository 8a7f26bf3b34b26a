import { makeCall } from "../../shared/adapters/app-manager/call.ts";
import { makeCredentials } from "../../shared/adapters/app-manager/credentials.ts";
import { makeAppManager } from "../../shared/adapters/app-manager/port.ts";
import type { Reach } from "../../shared/adapters/app-manager/reach.ts";
import type { NoAnswer, Transport, WireAnswer, WireRequest } from "../../shared/adapters/http.ts";
import type { JsonValue } from "../../shared/core/json.ts";
import type { ReadSecret } from "../../shared/core/secret.ts";
import type { AppManager } from "../../shared/ports/app-manager.ts";
import { chooseFault, exchange, type Outcome } from "../../simulators/app-manager/exchange.ts";
import type { Platform } from "../../simulators/app-manager/platform.ts";

/** One request on the wire to the platform; status 0 where no answer came. */
export interface PlatformCall {
  readonly to: "platform";
  /** Milliseconds since the epoch, in virtual time. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: JsonValue | undefined;
}

/** What a world can do to the way to the platform. */
export interface Way {
  /** Nothing leaves: connections are refused. */
  down: boolean;
  readonly trace: { push(call: PlatformCall): void };
  /** What carries requests, made from what usually does. */
  through: (usual: Transport) => Transport;
  /** Told of a request before it takes effect and after; what it throws is what the caller gets. */
  probe: (call: Omit<PlatformCall, "status">, when: "before" | "after") => void;
}

/** A way that is open. */
export function makeWay(trace: Way["trace"]): Way {
  return { down: false, trace, through: (usual) => usual, probe: () => {} };
}

/** The AppManager adapter as it ships, over the platform's pure model in place of HTTP. */
export function platformPort(platform: Platform, way: Way, read: ReadSecret, instanceId: string): AppManager {
  const limits = { timeoutMs: 5_000, largest: 4_194_304, values: 10_000 };
  const now = platform.clock;
  const reach: Reach = {
    call: makeCall({
      base: "",
      userAgent: `weir/test (${instanceId})`,
      credentials: makeCredentials(read, now),
      transport: way.through(transportTo(platform, way)),
      now,
      monotonic: now,
    }),
    now,
    one: limits,
    many: { ...limits, timeoutMs: 6 * limits.timeoutMs },
  };
  return makeAppManager(reach);
}

function transportTo(platform: Platform, way: Way): Transport {
  return {
    warm: async () => {},
    close: () => {},
    send: async (request) => {
      const body = request.body === undefined ? undefined : (JSON.parse(request.body) as JsonValue);
      const call = { to: "platform" as const, at: platform.clock(), method: request.method, path: request.url, body };
      way.probe(call, "before");
      const answer = way.down ? refused : toAnswer(take(platform, request, body));
      way.trace.push({ ...call, status: "why" in answer ? 0 : answer.status });
      way.probe(call, "after");
      return answer;
    },
  };
}

const refused: NoAnswer = { why: "ECONNREFUSED", sent: false, cause: "way" };

function take(platform: Platform, { method, url, headers }: WireRequest, body: JsonValue | undefined): Outcome {
  const token = headers.authorization?.replace("Bearer ", "");
  const request = { method, path: url, token, operator: headers["x-vvp-operator-instance"], body };
  return exchange(platform, request, chooseFault(platform, request));
}

function toAnswer(outcome: Outcome): WireAnswer | NoAnswer {
  if (outcome.kind === "reset") return { why: "ECONNRESET", sent: true, cause: "way" };
  if (outcome.kind === "hang") return { why: "time-out", sent: true, cause: "time" };
  if (outcome.kind === "html") return { status: outcome.status, text: outcome.html, retryAfter: undefined };
  const { status, body, headers } = outcome.reply;
  return { status, text: JSON.stringify(body), retryAfter: headers?.["retry-after"] };
}
