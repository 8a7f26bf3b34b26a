import type { Hono } from "hono";
import { makeApp, onlyPost, post } from "../../shared/runtime/app.ts";
import type { Handler } from "../../shared/runtime/exchange.ts";
import { makeRefreshHandler, type RefreshParts } from "./handle.ts";

/** All that the function serves; `handler` may be one that is already in use. */
export function makeRefreshApp(parts: RefreshParts, handler: Handler = makeRefreshHandler(parts)): Hono {
  const app = makeApp(parts.metrics, parts.engine.log);
  post(app, "/", handler);
  onlyPost(app, "/");
  return app;
}
