import { isObject, type JsonObject, member, outOfBounds } from "../core/json.ts";
import type { KubeObject } from "../core/object.ts";
import { type Violation, violationsOf } from "../core/rule.ts";
import type { Settings } from "../core/settings.ts";
import type { EngineKind } from "./engine.ts";

/** The answer to a review: an AdmissionReview, or why the request is none (400). */
export type Admission =
  | { readonly ok: true; readonly review: JsonObject; readonly allowed: boolean }
  | { readonly ok: false; readonly reason: string };

/** What an admission goes by. */
export interface AdmissionSettings {
  readonly settings: Settings;
  /** Whether a warning tells what an accepted change will do. */
  readonly preview: boolean;
}

/** Sentences that a preview has at most; kubectl prints each as a line of its own. */
const longestPreview = 6;

/**
 * Answers an AdmissionReview (admission.k8s.io/v1) from the rules alone, without any read.
 *
 * Guarantees: total on any JSON; echoes the request's uid; denies what a pass would refuse to project (S10); allows what
 * it does not know (other kinds, DELETE, CONNECT), because a webhook must not stand in the way of others.
 */
export function admit(kinds: readonly EngineKind[], by: AdmissionSettings, body: unknown): Admission {
  const request = member(body, "request");
  const uid = member(request, "uid");
  if (member(body, "apiVersion") !== "admission.k8s.io/v1" || member(body, "kind") !== "AdmissionReview") {
    return { ok: false, reason: "expected an AdmissionReview of admission.k8s.io/v1" };
  }
  if (typeof uid !== "string" || uid === "") return { ok: false, reason: "request.uid is missing" };
  const operation = member(request, "operation");
  const asked = member(request, "kind");
  const kind = kinds.find(
    ({ names }) => names.kind === member(asked, "kind") && names.group === member(asked, "group"),
  );
  const object = member(request, "object");
  if (kind === undefined || (operation !== "CREATE" && operation !== "UPDATE")) return answer(uid, [], []);
  if (!isResource(object)) return { ok: false, reason: "request.object is not an object with metadata" };
  const before = member(request, "oldObject");
  const excess = outOfBounds(object);
  if (excess !== undefined) return answer(uid, [{ path: "object", message: `has ${excess}` }], []);
  const review = {
    object,
    settings: by.settings,
    ...(operation === "UPDATE" && isResource(before) ? { oldObject: before } : {}),
  };
  const denials = kind.validate(review);
  if (denials.length > 0) return answer(uid, denials, []);
  const told = by.preview ? (kind.preview?.(review) ?? []) : [];
  const previews = told.slice(0, longestPreview).map((text) => `preview: ${text}`);
  return answer(uid, [], [...violationsOf(kind.rules, "warn", review).map(toText), ...previews.map(inBounds)]);
}

function isResource(value: unknown): value is KubeObject & JsonObject {
  return isObject(value) && isObject(value.metadata);
}

function answer(uid: string, denials: readonly Violation[], warnings: readonly string[]): Admission {
  const allowed = denials.length === 0;
  const message = denials.map(toText).join("; ");
  const status = { status: "Failure", reason: "Invalid", code: 422, message };
  const response: JsonObject = {
    uid,
    allowed,
    ...(allowed ? {} : { status }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
  return { ok: true, allowed, review: { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response } };
}

/** API servers cut warnings at 256 characters; a path may not be repeated endlessly in a message. */
function toText({ path, message }: Violation): string {
  return inBounds(`${path}: ${message}`);
}

function inBounds(text: string): string {
  return text.slice(0, 1_024);
}
