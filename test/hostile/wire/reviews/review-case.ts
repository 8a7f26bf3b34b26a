import type { JsonObject } from "../../../../shared/core/json.ts";
import { example } from "../../../builders/vvp-deployment.ts";
import type { Hostile } from "../hostile.ts";
import { canary } from "../outputs.ts";
import { resource } from "../worlds.ts";

/** What an answer says: the request is no review (`refused`, 400), or a verdict; `either` verdict is a sound one. */
export type Verdict = "refused" | "allowed" | "denied" | "either";

/** A hostile review and what has to be said of it. */
export interface ReviewCase extends Hostile {
  readonly body: string;
  readonly verdict: Verdict;
  /** The uid that an answer has to echo. */
  readonly uid: unknown;
}

/** The examples' resource with secrets of its user's in it, which no answer and no log line may show. */
export const sound: JsonObject = JSON.parse(
  JSON.stringify({ ...example("PATCH"), status: { deploymentId: canary } }).replace(
    '"spec":{',
    `"spec":{"x":"${canary}",`,
  ),
);

const uid = "705ab4f5-6393-11e8-b7cc-42010a800002";

const usual = {
  uid,
  kind: { group: "ververica.platform", version: "v1", kind: resource.kind },
  resource: { group: "ververica.platform", version: "v1", resource: "vvpdeployments" },
  name: resource.name,
  namespace: resource.namespace,
  operation: "CREATE",
  userInfo: { username: "somebody", extra: { note: [canary] } },
  object: sound,
  oldObject: null,
  dryRun: false,
};

/** A sound review with other members in its request; undefined takes one out. */
export function review(request: Readonly<Record<string, unknown>>, more: object = {}): object {
  return { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request: { ...usual, ...request }, ...more };
}

/** Cases with one verdict; their ids are the group and their place in it. */
export function reviews(group: string, verdict: Verdict, bodies: readonly (object | string)[]): ReviewCase[] {
  return bodies.map((body, index) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return { id: `review/${group}/${index + 1}`, body: text, verdict, uid: uidOf(text) };
  });
}

/** Stands for what `filled` puts there. */
export const hole = "what is nested goes here";

/** The text of a review whose hole is an object nested so deeply that a recursive walk of it ends in an overflow. */
export function filled(body: object, depth: number): string {
  return JSON.stringify(body).replace(JSON.stringify(hole), `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);
}

function uidOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { request?: { uid?: unknown } } | null)?.request?.uid;
  } catch {
    return undefined;
  }
}
