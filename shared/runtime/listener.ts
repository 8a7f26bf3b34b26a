import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Log } from "../ports/log.ts";
import { longestBodyMs, readText } from "./body.ts";
import { type Handler, type Incoming, internalError, type Reply } from "./exchange.ts";

/** What a function listens with. */
export interface ListenerParts {
  readonly log: Log;
  /** Handlers by path, for POST alone. */
  readonly posts: ReadonlyMap<string, Handler>;
  /** Everything else, loaded at the first request for it. */
  readonly rest: () => Promise<RequestListener>;
  /** Milliseconds that a body may take, 5,000 where it is absent. */
  readonly bodyMs?: number;
}

/**
 * Answers the probes and the POSTs that a function is for on node:http alone, and leaves every other request to `rest`.
 *
 * hono's classes stand on the global `Request` and `Response`, and the first look at these makes Node load its whole HTTP
 * client: 18 ms of a cold start. Both ways run the same handlers and give the same answers; a test compares them.
 */
export function makeListener({ log, posts, rest, bodyMs = longestBodyMs }: ListenerParts): RequestListener {
  let loading: Promise<RequestListener> | undefined;
  return (request, response) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    if (request.method === "GET" && (path === "/readyz" || path === "/healthz")) return sendText(response, "ok");
    const handler = request.method === "POST" ? posts.get(path) : undefined;
    if (handler !== undefined) return void answer(handler, toIncoming(request, response, bodyMs), response, log);
    loading ??= rest();
    loading.then(
      (listener) => listener(request, response),
      (error: unknown) => {
        loading = undefined;
        send(response, failed(error, log));
      },
    );
  };
}

async function answer(handler: Handler, incoming: Incoming, response: ServerResponse, log: Log): Promise<void> {
  try {
    send(response, await handler(incoming));
  } catch (error) {
    // Whoever went away in the middle of a request, or broke it off with what is no HTTP, needs no answer, and is no defect.
    if (incoming.signal.aborted || response.req.errored !== null)
      log.debug({ path: response.req.url }, "the sender went away");
    else if (!response.headersSent) send(response, failed(error, log));
  }
}

function failed(error: unknown, log: Log): Reply {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  log.error({ error: message, stack }, "a request failed with an error that nobody translated");
  return internalError;
}

function toIncoming(request: IncomingMessage, response: ServerResponse, bodyMs: number): Incoming {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return {
    headers: pairsOf(request.rawHeaders),
    read: (maxBytes) => readText(request, maxBytes, bodyMs),
    signal: gone.signal,
  };
}

function pairsOf(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? "", raw[at + 1] ?? ""]);
  return pairs;
}

function send(response: ServerResponse, { status, json }: Reply): void {
  // What is left of a body that was late would be waited for.
  if (!response.req.complete) response.shouldKeepAlive = false;
  if (json === undefined) {
    response.writeHead(status).end();
    return;
  }
  const text = JSON.stringify(json);
  response
    .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
    .end(text);
}

function sendText(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "text/plain; charset=UTF-8", "content-length": text.length }).end(text);
}
