import { isObject, type JsonObject, member } from "../core/json.ts";
import type { Examination } from "../core/kind.ts";
import type { KubeObject } from "../core/object.ts";
import { type Review, type Violation, violationsOf } from "../core/rule.ts";
import type { ReadSecret } from "../core/secret.ts";
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

/** Violations that a denial spells out at most; a map with a wrong value under each of its keys has thousands. */
const mostDenials = 25;

/**
 * Answers an AdmissionReview (admission.k8s.io/v1) from the rules alone, without any read.
 *
 * Guarantees: total on any JSON; echoes the request's uid; denies what a pass would refuse to project (S10); allows what
 * it does not know (other kinds, DELETE, CONNECT) and what another instance reviews, because a webhook must not stand in
 * the way of others.
 */
export function admit(kinds: readonly EngineKind[], by: AdmissionSettings, body: unknown): Admission {
  const question = toQuestion(kinds, by, body);
  return "answer" in question ? question.answer : judge(question, by, nothingFound);
}

/**
 * As `admit`, and what the rules allow is denied or warned about for what `read` tells as well (R14). At most one Secret
 * is read, and none for what the rules deny.
 */
export async function admitByKey(
  kinds: readonly EngineKind[],
  by: AdmissionSettings,
  body: unknown,
  read: ReadSecret,
): Promise<Admission> {
  const question = toQuestion(kinds, by, body);
  if ("answer" in question) return question.answer;
  const { kind, review, denials } = question;
  const found = denials.length > 0 ? undefined : await kind.examine?.(review, read);
  return judge(question, by, found ?? nothingFound);
}

/** A review of a resource of ours. */
interface Question {
  readonly uid: string;
  readonly kind: EngineKind;
  readonly review: Review;
  /** What the rules forbid. */
  readonly denials: readonly Violation[];
}

const nothingFound: Examination = { denials: [], warnings: [] };

/** What is to be judged, or the answer where nothing is. */
function toQuestion(
  kinds: readonly EngineKind[],
  { settings }: AdmissionSettings,
  body: unknown,
): Question | { readonly answer: Admission } {
  const request = member(body, "request");
  const uid = member(request, "uid");
  if (member(body, "apiVersion") !== "admission.k8s.io/v1" || member(body, "kind") !== "AdmissionReview") {
    return malformed("expected an AdmissionReview of admission.k8s.io/v1");
  }
  if (typeof uid !== "string" || uid === "") return malformed("request.uid is missing");
  const operation = member(request, "operation");
  const asked = member(request, "kind");
  const kind = kinds.find(
    ({ names }) => names.kind === member(asked, "kind") && names.group === member(asked, "group"),
  );
  const object = member(request, "object");
  if (kind === undefined || (operation !== "CREATE" && operation !== "UPDATE")) return { answer: answer(uid, [], []) };
  if (!isResource(object)) return malformed("request.object is not an object with metadata");
  const before = member(request, "oldObject");
  const isChange = operation === "UPDATE" && isResource(before);
  if (!hasTexts(object) || (isChange && !hasTexts(before))) return { answer: answer(uid, [notTexts], []) };
  if (kind.ofAnother?.(object, settings)) return { answer: answer(uid, [], []) };
  const review = { object, settings, ...(isChange ? { oldObject: before } : {}) };
  return { uid, kind, review, denials: kind.validate(review) };
}

const notTexts: Violation = {
  path: "metadata",
  message: "has a name, a namespace, labels or annotations that are no texts",
};

function malformed(reason: string): { readonly answer: Admission } {
  return { answer: { ok: false, reason } };
}

function judge(
  { uid, kind, review, denials }: Question,
  { preview }: AdmissionSettings,
  found: Examination,
): Admission {
  const forbidden = [...denials, ...found.denials];
  if (forbidden.length > 0) return answer(uid, forbidden, []);
  const told = preview ? (kind.preview?.(review) ?? []) : [];
  const previews = told.slice(0, longestPreview).map((text) => inBounds(`preview: ${text}`));
  const warnings = [...violationsOf(kind.rules, "warn", review), ...found.warnings].map(toText);
  return answer(uid, [], [...warnings, ...previews]);
}

function isResource(value: unknown): value is KubeObject & JsonObject {
  return isObject(value) && isObject(value.metadata);
}

/** True for metadata in which rules and the key check find texts, as an API server makes sure before it asks. */
function hasTexts({ metadata: { name, namespace, labels, annotations } }: KubeObject): boolean {
  const maps: readonly unknown[] = [{ name: name ?? "", namespace: namespace ?? "" }, labels ?? {}, annotations ?? {}];
  return maps.every((map) => isObject(map) && Object.values(map).every((text) => typeof text === "string"));
}

function answer(uid: string, denials: readonly Violation[], warnings: readonly string[]): Admission {
  const allowed = denials.length === 0;
  const message = toMessage(denials);
  const status = { status: "Failure", reason: "Invalid", code: 422, message };
  const response: JsonObject = {
    uid,
    allowed,
    ...(allowed ? {} : { status }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
  return { ok: true, allowed, review: { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response } };
}

function toMessage(denials: readonly Violation[]): string {
  const more = denials.length - mostDenials;
  const texts = denials.slice(0, mostDenials).map(toText);
  return [...texts, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

/** API servers cut warnings at 256 characters; a path may not be repeated endlessly in a message. */
function toText({ path, message }: Violation): string {
  return inBounds(`${path}: ${message}`);
}

function inBounds(text: string): string {
  return text.slice(0, 1_024);
}
