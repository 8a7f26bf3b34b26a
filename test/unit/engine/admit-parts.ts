import type { JsonObject } from "../../../shared/core/json.ts";
import { admit } from "../../../shared/engine/admit.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { usualSettings } from "../../builders/settings.ts";
import { example, vvpDeployment } from "../../builders/vvp-deployment.ts";

/** As a review names it. */
export const kind = { group: "ververica.platform", version: "v1", kind: "VvpDeployment" };

/** Of a resource that nothing is to be warned of. */
export const annotations = { apikeySecretName: "my-vvp-apikey", "weir.dev/nonce-policy": "wait" };

/** A resource that is let in. */
export const sound = example("PATCH") as unknown as JsonObject;

/** Its metadata. */
export const metadata = sound.metadata as JsonObject;

/** The label that names the operator. */
export const owner = "ververica.platform/owner";

/** A resource that breaks a rule. */
export const unsound = vvpDeployment("PATCH", { spec: { syncingMode: "PUT" } }) as unknown as JsonObject;

/** What the API server asks. */
export function review(request: JsonObject, more: JsonObject = {}): JsonObject {
  const usual = { uid: "705ab4f5", kind, operation: "CREATE", object: sound, oldObject: null, dryRun: false };
  return { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request: { ...usual, ...request }, ...more };
}

/** The answer to it. */
export const ask = (body: unknown) => admit(kinds, { settings: usualSettings, preview: false }, body);

/** A yes. */
export const allowed = (more: JsonObject = {}) => ({
  ok: true,
  allowed: true,
  review: {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response: { uid: "705ab4f5", allowed: true, ...more },
  },
});

/** A no. */
export function denied(message: string) {
  const status = { status: "Failure", reason: "Invalid", code: 422, message };
  const { review: made } = allowed();
  return { ok: true, allowed: false, review: { ...made, response: { uid: "705ab4f5", allowed: false, status } } };
}

/** An object in an object, and so on. */
export const nested = (depth: number): JsonObject =>
  JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`) as JsonObject;
