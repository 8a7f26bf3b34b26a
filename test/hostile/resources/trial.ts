import { isEcho } from "../../../shared/core/input.ts";
import { isObject } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { vvpDeployment } from "../../../shared/kinds/vvp-deployment/kind.ts";
import { findSecrets } from "../../platform/canary/search.ts";
import { canaries, type Operator } from "./operator.ts";
import type { Verdict } from "./plane.ts";
import { identityOf, isWrite, strayCalls, strayPaths } from "./requests.ts";
import { disagreements, isBeyondSchema, reviewed, reviewedByKey } from "./review.ts";

/** A program's own error, which nobody meant to say. */
const crash = /\b(?:Type|Range|Syntax|Reference|URI)Error\b|Maximum call stack|\[object Object\]/;

/** How many failures are shown; the rest says the same more often than not. */
const shown = 20;

/** Tries cases one after the other and gives the first findings, each behind the id that repeats it. Never rejects. */
export async function firstOf<Case extends { readonly id: string }>(
  all: readonly Case[],
  attempt: (one: Case) => Promise<readonly string[]>,
): Promise<string[]> {
  const findings: string[] = [];
  for (const one of all) {
    const found = await attempt(one).catch((error: unknown) => [`it threw: ${stackOf(error)}`]);
    findings.push(...found.map((finding) => `${one.id}: ${finding}`));
    if (findings.length >= shown) break;
  }
  return findings.slice(0, shown);
}

function stackOf(error: unknown): string {
  return error instanceof Error ? String(error.stack).split("\n").slice(0, 4).join(" ") : String(error);
}

/** The functions that look at what anybody sends: total on any JSON, whatever an API server would make of it. */
export function askedRaw(text: string, oldObject?: unknown): string[] {
  const value: unknown = text === "" ? undefined : JSON.parse(text);
  const answer = reviewed(value, oldObject);
  if (isObject(value)) isEcho(value as unknown as KubeObject, vvpDeployment.inputs);
  return crash.test(JSON.stringify(answer)) ? [`the function says: ${JSON.stringify(answer).slice(0, 300)}`] : [];
}

/** Schema, policies, function and pass about one object, and what an answer by the Secret gives away. */
export async function judged(operator: Operator, verdict: Verdict, oldObject?: KubeObject): Promise<string[]> {
  const { object } = verdict;
  if (object === undefined) return [];
  const found = disagreements(verdict, oldObject);
  if (verdict.layer !== "none") return found;
  const answer = await reviewedByKey(object, oldObject ?? null, operator.readSecret);
  return [...found, ...leaksIn({ "the function's answer": JSON.stringify(answer) })];
}

/** A pass over an object that is stored, and all that may not come of it; `former` had the deployment before. */
export async function passed(
  operator: Operator,
  object: KubeObject,
  layer: Verdict["layer"],
  former: KubeObject = object,
): Promise<string[]> {
  operator.calls.length = 0;
  operator.plane.paths.length = 0;
  const { rule, end } = await operator.pass(object);
  const invalid = layer !== "none" || isBeyondSchema(object);
  const writes = operator.calls.filter(isWrite).map(({ method, path }) => `${method} ${path}`);
  const after = operator.plane.find(object.metadata.name);
  const text = JSON.stringify(after?.status ?? null) + JSON.stringify(operator.lines);
  return [
    ...(invalid && writes.length > 0 ? [`what is forbidden reached the platform: ${writes.join(", ")}`] : []),
    ...(!invalid && rule === "report-invalid" ? [`the pass rejects what the server accepted: ${text}`] : []),
    ...(invalid && rule !== "report-invalid" && end !== "ignored"
      ? [`the pass decides by ${rule}, not on violations`]
      : []),
    ...(crash.test(text) ? [`a program's own words came out: ${text.slice(0, 400)}`] : []),
    ...strayCalls(operator.calls, [object, former].map(identityOf), operator.ids()).map(
      (call) => `a stray request: ${call}`,
    ),
    ...strayPaths(operator.plane.paths, object).map((path) => `a stray request to the API server: ${path}`),
    ...leaksIn({
      "the resource": JSON.stringify(after ?? null),
      "the log": JSON.stringify(operator.lines),
      "requests to the platform": JSON.stringify(operator.calls),
      "requests to the API server": operator.plane.paths.join(),
    }),
  ];
}

function leaksIn(outputs: Readonly<Record<string, string>>): string[] {
  return findSecrets(outputs, canaries).map((leak) => `a secret came out: ${leak}`);
}
