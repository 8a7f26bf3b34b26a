import { outOfBounds } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import type { ReadSecret } from "../../../shared/core/secret.ts";
import { type Admission, admit, admitByKey } from "../../../shared/engine/admit.ts";
import { vvpDeployment } from "../../../shared/kinds/vvp-deployment/kind.ts";
import { isOfAnother } from "../../../shared/kinds/vvp-deployment/owner-rules.ts";
import { settings } from "../../table/vvp-deployment/admission-rig.ts";
import type { Verdict } from "./plane.ts";

const by = { settings, preview: true };
const { group, version, kind } = vvpDeployment.names;

/** The review that an API server would ask for, of anything. */
export function reviewOf(object: unknown, oldObject: unknown = null): object {
  const operation = oldObject === null ? "CREATE" : "UPDATE";
  const request = { uid: "review", kind: { group, version, kind }, operation, object, oldObject };
  return { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request };
}

/** What the admission function says from its rules alone. */
export function reviewed(object: unknown, oldObject?: unknown): Admission {
  return admit([vvpDeployment], by, reviewOf(object, oldObject));
}

/** The same with a look at the Secret. */
export function reviewedByKey(object: unknown, oldObject: unknown, read: ReadSecret): Promise<Admission> {
  return admitByKey([vvpDeployment], by, reviewOf(object, oldObject), read);
}

/**
 * True for what no schema and no CEL can forbid, since it may stand in what passes through untouched: keys that reach a
 * prototype, and depth. The API server lets it in; function and pass do not.
 */
export function isBeyondSchema({ spec }: KubeObject): boolean {
  return outOfBounds(spec ?? null) !== undefined;
}

/** Where schema and policies, admission function and pass disagree about an object; empty where they agree (S10). */
export function disagreements({ layer, object, words }: Verdict, oldObject?: KubeObject): string[] {
  if (object === undefined) return [];
  const own = vvpDeployment.validate({ object, settings, ...(oldObject !== undefined && { oldObject }) });
  const said = own.map(({ path, message }) => `${path} ${message}`.slice(0, 200)).join("; ");
  return [...ofLayers(layer, object, own, words, said), ...ofFunction(object, oldObject, own.length === 0, said)];
}

function ofLayers(
  layer: Verdict["layer"],
  object: KubeObject,
  own: readonly { readonly path: string }[],
  words: string,
  said: string,
): string[] {
  if (isBeyondSchema(object)) return own.length === 0 ? ["a spec beyond all bounds is valid to the pass"] : [];
  if (layer === "none") return own.length === 0 ? [] : [`the server accepts what the pass rejects: ${said}`];
  if (layer !== "server") {
    return own.length > 0 ? [] : [`the ${layer} rejects what the pass accepts: ${words.slice(0, 200)}`];
  }
  const more = own.filter(({ path }) => path.startsWith("spec"));
  return more.length === 0 ? [] : [`the schema does not say what the pass does: ${said}`];
}

function ofFunction(object: KubeObject, oldObject: KubeObject | undefined, valid: boolean, said: string): string[] {
  const answer = reviewed(object, oldObject);
  if (!answer.ok) return [`the function gives no answer: ${answer.reason}`];
  if (isOfAnother(object, settings.instanceId)) return answer.allowed ? [] : ["the function judges another's resource"];
  if (answer.allowed === valid) return [];
  return [`the function ${answer.allowed ? "accepts" : "rejects"} what the pass does not: ${said}`];
}
