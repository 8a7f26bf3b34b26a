import type { Hono } from "hono";
import { makeApp, onlyPost, post } from "../../shared/runtime/app.ts";
import type { Handler } from "../../shared/runtime/exchange.ts";
import { type AdmissionParts, makeAdmissionHandler } from "./handle.ts";

/** All that the function serves; `handler` may be one that is already in use. */
export function makeAdmissionApp(parts: AdmissionParts, handler: Handler = makeAdmissionHandler(parts)): Hono {
  const app = makeApp(parts.metrics, parts.log);
  post(app, "/validate", handler);
  post(app, "/", handler);
  onlyPost(app, "/validate");
  onlyPost(app, "/");
  return app;
}
