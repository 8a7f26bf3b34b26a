import type { Hono } from "hono";
import { makeApp, onlyPost, post } from "../../shared/runtime/app.ts";
import type { Handler } from "../../shared/runtime/exchange.ts";
import { type AutoscaleParts, makeAutoscaleHandler } from "./handle.ts";

/** All that the function serves; `handler` may be one that is already in use. */
export function makeAutoscaleApp(parts: AutoscaleParts, handler: Handler = makeAutoscaleHandler(parts)): Hono {
  const app = makeApp(parts.metrics, parts.engine.log);
  post(app, "/", handler);
  onlyPost(app, "/");
  return app;
}
