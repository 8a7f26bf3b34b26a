import { type Context, Hono } from "hono";
import type { Log } from "../ports/log.ts";
import { readText } from "./body.ts";
import { type Handler, type Incoming, internalError, type Reply } from "./exchange.ts";
import type { Metrics } from "./metrics.ts";

/** What every function serves besides its own route; an event to a wrong path is 400, since a 404 is sent again (D7). */
export function makeApp(metrics: Metrics, log: Log): Hono {
  const app = new Hono();
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", (c) => c.text("ok"));
  app.get("/metrics", async (c) => c.body(await metrics.text(), 200, { "content-type": metrics.contentType }));
  app.notFound((c) => c.json({ reason: `there is no ${c.req.path} here` }, c.req.method === "POST" ? 400 : 404));
  app.onError((error, c) => {
    const { message, stack, code } = error as NodeJS.ErrnoException;
    // Errors of other connections are translated where they arise: this is a sender that went away in the middle.
    if (code === "ECONNRESET") log.debug({ path: c.req.path }, "the sender went away");
    else log.error({ error: message, stack }, "a request failed with an error that nobody translated");
    return toResponse(c, internalError);
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

/** Serves a handler as hono's route. */
export function post(app: Hono, path: string, handler: Handler): void {
  app.post(path, async (c) => toResponse(c, await handler(toIncoming(c.req.raw))));
}

function toIncoming(request: Request): Incoming {
  return {
    headers: request.headers,
    read: (maxBytes) => readText(request.body as AsyncIterable<Uint8Array> | null, maxBytes),
    signal: request.signal,
  };
}

function toResponse(c: Context, { status, json }: Reply): Response {
  return json === undefined ? c.body(null, status as 204) : c.json(json, status as 200);
}
