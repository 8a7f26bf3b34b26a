import type * as z from "zod";
import { isObject, type JsonObject, type JsonValue, jsonBounds, outOfBounds } from "./json.ts";
import { type LeafIssue, leafIssues } from "./leaf-issues.ts";
import type { KubeObject } from "./object.ts";
import { oncePer } from "./once-per.ts";
import { type Review, type Rule, type Violation, violationsOf } from "./rule.ts";
import type { Settings } from "./settings.ts";

/** What validation needs of a kind. */
export interface Validated {
  readonly schema: { readonly spec: z.ZodType };
  readonly rules: readonly Rule[];
}

/** How many violations of the schema are told; a resource of a megabyte has room for 100,000, no answer has. */
const mostViolations = 100;

/**
 * Values of a spec up to which zod is asked at once: it makes an issue of each that is wrong. In a larger one, what is wrong
 * with an object as such is told once every value in it is right.
 */
const fewValues = 500;

/**
 * What forbids an object: bounds first, then the schema, then the rules, which may trust the schema.
 *
 * Guarantees: the same answer in admission and in a pass, except for rules that compare with an earlier version (S10).
 */
export function validate(kind: Validated, review: Review): Violation[] {
  const { spec } = review.object;
  const broken = isObject(spec) ? misfitsOf(kind.schema.spec)(spec) : findMisfits(kind.schema.spec, spec);
  if (broken.length > 0) return [...broken];
  const { object, oldObject, settings } = review;
  return oldObject === undefined
    ? [...denialsOf(kind.rules)(settings)(object)]
    : violationsOf(kind.rules, "deny", review);
}

/** So is an object against the rules, where it is compared with nothing. */
const denialsOf = oncePer((rules: readonly Rule[]) =>
  oncePer((settings: Settings) => oncePer((object: KubeObject) => violationsOf(rules, "deny", { object, settings }))),
);

/** A spec is held against its schema once, however often the object around it is looked at. */
const misfitsOf = oncePer((schema: z.ZodType) => oncePer((spec: JsonObject) => findMisfits(schema, spec)));

function findMisfits(schema: z.ZodType, spec: JsonValue | undefined): readonly Violation[] {
  const isLarge = outOfBounds(spec ?? null, { ...jsonBounds, nodes: fewValues }) !== undefined;
  const excess = isLarge ? outOfBounds(spec ?? null) : undefined;
  if (excess !== undefined) return [{ path: "spec", message: `has ${excess}` }];
  const first = isLarge ? leafIssues(schema, spec, mostViolations) : [];
  if (first.length > 0) return first.map((issue) => toViolation(issue, spec));
  const parsed = schema.safeParse(spec);
  const issues = parsed.success ? [] : parsed.error.issues.slice(0, mostViolations);
  return issues.map((issue) => toViolation(issue, spec));
}

function toViolation(issue: LeafIssue, spec: JsonValue | undefined): Violation {
  const path = ["spec", ...issue.path.map(String)].join(".");
  const missing = issue.code === "invalid_type" && valueAt(spec, issue.path) === undefined;
  return { path, message: missing ? "Required value" : issue.message };
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let here: unknown = root;
  for (const key of path) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<PropertyKey, unknown>)[key];
  }
  return here;
}
