import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Hono } from "hono";
import type { Log } from "../ports/log.ts";
import type { Handler } from "./exchange.ts";
import { makeListener } from "./listener.ts";

/** How a function runs and ends. */
export interface RunOptions {
  readonly port: number;
  readonly log: Log;
  /** What the function is for: handlers by path. */
  readonly posts: ReadonlyMap<string, Handler>;
  /** Builds the app for every other request; called at the first of them. */
  readonly app: () => Promise<Hono>;
  /** Called once the port is open; for what is better done before the first request than in it. */
  readonly ready: () => void;
  /** Ends what waits inside requests, so that they can be answered. */
  readonly drain: () => Promise<void>;
  /** Closes what outlives requests. */
  readonly close: () => void;
}

/** Milliseconds; longer than queue-proxy, and any sender in Go, keeps a connection that nothing is sent over (90 s). */
const idleMs = 120_000;

/**
 * A server that ends no connection which a sender may be about to use: that sender would get a 502.
 *
 * Caveats: Go also keeps connections over which nothing was ever sent. Node counts those as requests whose headers are
 * late, and by default answers them with 408 after 60 s. A body may take as long as queue-proxy lets a request take.
 */
export function makeServer(listener: RequestListener): Server {
  return createServer({ keepAliveTimeout: idleMs, headersTimeout: idleMs, requestTimeout: 300_000 }, listener);
}

/**
 * Listens, and on SIGTERM or SIGINT drains: no new connection, requests in flight are answered, exit code 0.
 *
 * Caveats: what has not ended 25 s after the signal is cut; Knative itself waits longer than that.
 */
export function run({ port, log, posts, app, ready, drain, close }: RunOptions): void {
  const rest = async () => {
    const [{ getRequestListener }, { fetch }] = await Promise.all([import("@hono/node-server"), app()]);
    return getRequestListener(fetch);
  };
  const server = makeServer(makeListener({ log, posts, rest }));
  server.on("error", (error) => {
    process.stderr.write(`weir: cannot listen on port ${port}: ${error.message}\n`);
    process.exit(2);
  });
  server.listen(port, () => {
    log.info({ port: (server.address() as AddressInfo).port }, "listening");
    ready();
  });
  let draining = false;
  const stop = (signal: string) => {
    if (draining) return;
    draining = true;
    log.info({ signal }, "draining");
    const cut = setTimeout(() => process.exit(0), 25_000);
    cut.unref();
    server.close(() => {
      close();
      process.exit(0);
    });
    // A connection becomes idle when its last answer is out; left open, it would hold the process for its keep-alive time.
    setInterval(() => server.closeIdleConnections(), 50);
    void drain();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
