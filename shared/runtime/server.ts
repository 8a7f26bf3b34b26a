import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import type { Log } from "../ports/log.ts";
import type { Metrics } from "./metrics.ts";

/** What every function serves besides its own route; an event to a wrong path is 400, since a 404 is sent again (D7). */
export function makeApp(metrics: Metrics, log: Log): Hono {
  const app = new Hono();
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", (c) => c.text("ok"));
  app.get("/metrics", async (c) => c.body(await metrics.text(), 200, { "content-type": metrics.contentType }));
  app.notFound((c) => c.json({ reason: `there is no ${c.req.path} here` }, c.req.method === "POST" ? 400 : 404));
  app.onError((error, c) => {
    log.error({ error: error.message, stack: error.stack }, "a request failed with an error that nobody translated");
    return c.json({ reason: "internal error; see the function's log" }, 503);
  });
  return app;
}

/** Makes `path` take POST alone: OPTIONS names it, anything else is 405 (never 404, which the sources send again). */
export function onlyPost(app: Hono, path: string): void {
  app.options(path, (c) => c.body(null, 200, { allow: "POST, OPTIONS" }));
  app.all(path, (c) =>
    c.json({ reason: `${c.req.method} is not taken here; send a POST` }, 405, { allow: "POST, OPTIONS" }),
  );
}

/** How a function ends. */
export interface RunOptions {
  readonly port: number;
  readonly log: Log;
  /** Called once the port is open; for what is better done before the first request than in it. */
  readonly ready: () => void;
  /** Ends what waits inside requests, so that they can be answered. */
  readonly drain: () => Promise<void>;
  /** Closes what outlives requests. */
  readonly close: () => void;
}

/**
 * Listens, and on SIGTERM or SIGINT drains: no new connection, requests in flight are answered, exit code 0.
 *
 * Caveats: what has not ended 25 s after the signal is cut; Knative itself waits longer than that.
 */
export function run(app: Hono, { port, log, ready, drain, close }: RunOptions): void {
  const server = serve({ fetch: app.fetch, port }, ({ port: bound }: AddressInfo) => {
    log.info({ port: bound }, "listening");
    ready();
  }) as Server;
  server.on("error", (error) => {
    process.stderr.write(`weir: cannot listen on port ${port}: ${error.message}\n`);
    process.exit(2);
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
    server.closeIdleConnections();
    void drain().finally(() => server.closeIdleConnections());
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
