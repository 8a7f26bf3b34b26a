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
    if (acquired.kind === "refused") return refuse(response, isLate ? 504 : 503, isLate ? TOO_LATE : acquired.reason);
    const end = await forward(request, response, acquired.port, ending.signal).finally(acquired.release);
    if (end !== "done") refuse(response, isLate ? 504 : 502, isLate ? TOO_LATE : "the pod closed the connection");
  } finally {
    clearTimeout(timer);
  }
}

const TOO_LATE = "request timeout";

function refuse(response: http.ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${text}\n`);
}
