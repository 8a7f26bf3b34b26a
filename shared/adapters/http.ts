import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";

/** One request as it goes out. */
export interface WireRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sent as it comes instead of a body; what it throws ends the request. */
  readonly upload?: AsyncIterable<Uint8Array>;
  /** Milliseconds that it may take. */
  readonly timeoutMs: number;
  /** Bytes of the largest answer that is read. */
  readonly largest: number;
  /** True where its fate must not hold back any other request: neither its silence nor its `Retry-After` counts. */
  readonly aside?: boolean;
  /** True for a further try of a request whose silence counts already. */
  readonly again?: boolean;
}

/** An answer of any status. */
export interface WireAnswer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | undefined;
}

/** Why there is no answer. */
export interface NoAnswer {
  readonly why: string;
  /** False only where certainly no byte of the request left. */
  readonly sent: boolean;
  /**
   * `size`: the answer is too large to be read; `time`: ours was over; `way`: there is none to the host, or it broke;
   * `throttled`, `down`: held back on our side, to spare the host or because it is down.
   */
  readonly cause: "size" | "time" | "way" | "throttled" | "down";
  /** Milliseconds after which a request that was held back may be sent. */
  readonly heldForMs?: number;
}

/** Sends requests. */
export interface Transport {
  /** Loads got. */
  warm(): Promise<void>;
  send(request: WireRequest, signal?: AbortSignal): Promise<WireAnswer | NoAnswer>;
  close(): void;
}

/** How connections are kept. */
export interface Connections {
  /** Connections to one host at most. */
  readonly maxSockets: number;
  /** Milliseconds after which an idle one is closed, which is before a load balancer drops it silently. */
  readonly timeout: number;
  /** Who vouches for HTTPS servers, as PEM; the authorities that Node knows where nothing is said. */
  readonly ca?: string;
}

const fewHosts: Connections = { maxSockets: 16, timeout: 40_000 };

/** Why there is no answer where the caller's budget or signal ended the call. */
const outOfTime = "no answer in the time that was left";

/** Phases whose time limit is their own; that of every other is the budget of the call. */
const reaching: ReadonlySet<string> = new Set(["lookup", "connect", "secureConnect"]);

const beforeSending: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);
const handshake = /^(CERT_|ERR_TLS_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;

/**
 * HTTP over got, loaded at the first request, and over kept connections.
 *
 * Guarantees: a request is sent once; no redirect is followed, since it would carry the token along; nothing of got's
 * errors leaves, because they hold the request's headers.
 */
export function makeTransport(connections: Connections = fewHosts): Transport {
  const options = { ...connections, keepAlive: true };
  const agent = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  return {
    warm: async () => {
      await import("got");
    },
    send: async (request, signal) => {
      const { default: got } = await import("got");
      if (signal?.aborted) return { why: outOfTime, sent: false, cause: "time" };
      const own = new AbortController();
      const timer = setTimeout(() => own.abort(), request.timeoutMs);
      const both = signal === undefined ? own.signal : AbortSignal.any([own.signal, signal]);
      let tooLarge = false;
      try {
        const answering = got(request.url, { ...toOptions(request), agent, signal: both });
        answering.on("downloadProgress", ({ transferred }) => {
          if (transferred <= request.largest) return;
          tooLarge = true;
          own.abort();
        });
        const response = await answering;
        return {
          status: response.statusCode,
          text: textOf(response.body),
          retryAfter: response.headers["retry-after"],
        };
      } catch (error) {
        if (tooLarge) return { why: "its answer is too large", sent: true, cause: "size" };
        if (signal?.aborted) return { why: outOfTime, sent: true, cause: "time" };
        return reason(error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => {
      agent.http.destroy();
      agent.https.destroy();
    },
  };
}

function toOptions({ method, headers, body, upload, timeoutMs }: WireRequest) {
  return {
    method,
    headers,
    ...(body !== undefined && { body }),
    ...(upload !== undefined && { body: upload }),
    decompress: false,
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: phases(timeoutMs),
  };
}

/** Limits per phase, so that an unreachable platform is told apart from a slow one. */
function phases(request: number) {
  const reach = Math.min(2_000, request / 2);
  return { lookup: reach, connect: reach, secureConnect: reach, send: request, response: request, request };
}

function reason(error: unknown): NoAnswer {
  const { name = "", code = "", event = "" } = error as { name?: string; code?: string; event?: string };
  if (name === "TimeoutError" && reaching.has(event)) return { why: `time-out (${event})`, sent: false, cause: "way" };
  if (name === "AbortError" || name === "TimeoutError") return { why: outOfTime, sent: true, cause: "time" };
  const sent = !beforeSending.has(code) && !handshake.test(code);
  return { why: code || "the request failed", sent, cause: "way" };
}

/** What nobody asked to be packed comes as bytes, whatever the types of the client say; it is unpacked by nobody, and no JSON. */
function textOf(body: string | Uint8Array): string {
  return typeof body === "string" ? body : "(packed)";
}
