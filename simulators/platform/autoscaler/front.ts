import http from "node:http";
import type { PodPool } from "./pod-pool.ts";
import { forward } from "./proxy.ts";

/** What stands between the clients of a service and its pods. */
export interface FrontOptions {
  readonly pool: PodPool;
  /** Milliseconds from the arrival of a request, waiting included, until it is answered 504. */
  readonly timeoutMs: number;
}

/**
 * A server that waits for a slot, forwards, and answers by itself only 502 (the pod failed), 503 (no room, no pod) and
 * 504 (too long). A client that leaves takes its request to the pod with it.
 */
export function makeFront(options: FrontOptions): http.Server {
  const server = http.createServer((request, response) => void handle(options, request, response));
  // A request may be sent slowly or wait long; only the time-out of the service ends it.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 60_000;
  return server;
}

async function handle(
  { pool, timeoutMs }: FrontOptions,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const ending = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    ending.abort();
  }, timeoutMs);
  response.on("close", () => {
    if (!response.writableFinished) ending.abort();
  });
  response.on("error", () => undefined);
  request.on("error", () => undefined);
  try {
    const acquired = await pool.acquire(ending.signal);
    if (acquired.kind === "refused") return isLate ? tellLate(response) : refuse(response, 503, acquired.reason);
    const end = await forward(request, response, acquired.port, ending.signal).finally(acquired.release);
    if (end === "unfinished" && isLate) response.end(TOO_LATE);
    else if (end !== "done") isLate ? tellLate(response) : refuse(response, 502, "EOF");
  } finally {
    clearTimeout(timer);
  }
}

// queue-proxy says the same in the middle of an answer, whose client then reads it as the end of the body.
const TOO_LATE = "request timeout";

function tellLate(response: http.ServerResponse): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(504, { "content-type": "text/plain; charset=utf-8" }).end(TOO_LATE);
}

function refuse(response: http.ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy();
  const headers = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };
  response.writeHead(status, headers).end(`${text}\n`);
}
