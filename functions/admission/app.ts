import type { Context, Hono } from "hono";
import { at } from "../../shared/core/json.ts";
import type { Settings } from "../../shared/core/settings.ts";
import { admit } from "../../shared/engine/admit.ts";
import type { EngineKind } from "../../shared/engine/engine.ts";
import type { Log } from "../../shared/ports/log.ts";
import { readText } from "../../shared/runtime/body.ts";
import type { Metrics } from "../../shared/runtime/metrics.ts";
import { makeApp, onlyPost } from "../../shared/runtime/server.ts";

/** An API server sends both versions of an object, each at most 1.5 MiB in etcd. */
const largestReview = 3_145_728;

/** What the app needs: rules and settings, and no way to anything else. */
export interface AdmissionParts {
  readonly kinds: readonly EngineKind[];
  readonly settings: Settings;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** `POST /validate` (and `/`): an AdmissionReview, answered from the rules alone (D11). */
export function makeAdmissionApp(parts: AdmissionParts): Hono {
  const app = makeApp(parts.metrics, parts.log);
  app.post("/validate", (c) => validate(c, parts));
  app.post("/", (c) => validate(c, parts));
  onlyPost(app, "/validate");
  onlyPost(app, "/");
  return app;
}

async function validate(c: Context, { kinds, settings, metrics, log }: AdmissionParts): Promise<Response> {
  const body = await readText(c.req.raw, largestReview);
  if ("tooLarge" in body) return c.json({ reason: `the review is larger than ${largestReview} bytes` }, 413);
  const review = parseJson(body.text);
  if (review === undefined) return c.json({ reason: "the body is not JSON" }, 400);
  const answer = admit(kinds, settings, review);
  if (!answer.ok) return c.json({ reason: answer.reason }, 400);
  const kind = at(review, "request", "kind", "kind");
  const known = kinds.some((one) => one.names.kind === kind) ? String(kind) : "other";
  metrics.review(known, answer.allowed);
  const [namespace, name] = [at(review, "request", "namespace"), at(review, "request", "name")];
  log.info({ kind: known, namespace, name, allowed: answer.allowed }, "review");
  return c.json(answer.review);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
