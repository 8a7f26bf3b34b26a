import { toFault } from "../../shared/core/error.ts";
import { at } from "../../shared/core/json.ts";
import { hasMoreValues } from "../../shared/core/json-text.ts";
import type { ReadSecret } from "../../shared/core/secret.ts";
import type { Settings } from "../../shared/core/settings.ts";
import { admit, admitByKey } from "../../shared/engine/admit.ts";
import type { EngineKind } from "../../shared/engine/engine.ts";
import type { Log } from "../../shared/ports/log.ts";
import type { Handler, Incoming, Reply } from "../../shared/runtime/exchange.ts";
import type { Metrics } from "../../shared/runtime/metrics.ts";

/** An API server sends both versions of an object, each at most 1.5 MiB in etcd. */
const largestReview = 3_145_728;

/** Values of the two versions, and of who manages which field of them; a spec of a tenth of that is denied. */
const mostValues = 100_000;

/** What the function needs: rules and settings, and a way to Secrets only where their check is on. */
export interface AdmissionParts {
  readonly kinds: readonly EngineKind[];
  readonly settings: Settings;
  /** Whether a warning tells what an accepted change will do. */
  readonly preview: boolean;
  /** Reads the Secret with the API key; undefined where its check is off (R14). */
  readonly readSecret: ReadSecret | undefined;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** `POST /validate`: an AdmissionReview, answered from the rules and, where that is on, a look at one Secret (D11). */
export function makeAdmissionHandler(parts: AdmissionParts): Handler {
  const readSecret = parts.readSecret && reporting(parts.readSecret, parts.log);
  return (incoming) => validate(incoming, { ...parts, readSecret });
}

/** The same reads; one that fails is only a warning for who applies, so that the installation hears of it here. */
function reporting(read: ReadSecret, log: Log): ReadSecret {
  return async (namespace, name) => {
    try {
      return await read(namespace, name);
    } catch (error) {
      log.warn({ namespace, name, error: toFault(error).message }, "API key not checked");
      throw error;
    }
  };
}

async function validate({ read }: Incoming, parts: AdmissionParts): Promise<Reply> {
  const { kinds, metrics, log, readSecret } = parts;
  const body = await read(largestReview);
  if ("tooLarge" in body) return refused(413, `the review is larger than ${largestReview} bytes`);
  if ("late" in body) return refused(400, "the review did not come to its end in time");
  if (hasMoreValues(body.text, mostValues)) return refused(400, `the review has more than ${mostValues} values`);
  const review = parseJson(body.text);
  if (review === undefined) return refused(400, "the body is not JSON");
  const answer =
    readSecret === undefined ? admit(kinds, parts, review) : await admitByKey(kinds, parts, review, readSecret);
  if (!answer.ok) return refused(400, answer.reason);
  const kind = at(review, "request", "kind", "kind");
  const known = kinds.some((one) => one.names.kind === kind) ? String(kind) : "other";
  metrics.review(known, answer.allowed);
  const [namespace, name] = [named(review, "namespace"), named(review, "name")];
  log.info({ kind: known, namespace, name, allowed: answer.allowed }, "review");
  return { status: 200, json: answer.review };
}

/** What the log calls the resource; anything longer than Kubernetes' names is none (S7). */
function named(review: unknown, part: "namespace" | "name"): string | undefined {
  const text = at(review, "request", part);
  return typeof text === "string" && text.length <= 253 ? text : undefined;
}

function refused(status: number, reason: string): Reply {
  return { status, json: { reason } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
