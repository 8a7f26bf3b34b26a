import type * as z from "zod";
import { jsonBounds, outOfBounds } from "./json.ts";
import { type LeafIssue, leafIssues } from "./leaf-issues.ts";
import type { KubeObject } from "./object.ts";
import { type Review, type Rule, type Violation, violationsOf } from "./rule.ts";

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
  const isLarge = outOfBounds(spec ?? null, { ...jsonBounds, nodes: fewValues }) !== undefined;
  const excess = isLarge ? outOfBounds(spec ?? null) : undefined;
  if (excess !== undefined) return [{ path: "spec", message: `has ${excess}` }];
  const first = isLarge ? leafIssues(kind.schema.spec, spec, mostViolations) : [];
  if (first.length > 0) return first.map((issue) => toViolation(issue, review.object));
  const parsed = kind.schema.spec.safeParse(spec);
  if (!parsed.success)
    return parsed.error.issues.slice(0, mostViolations).map((issue) => toViolation(issue, review.object));
  return violationsOf(kind.rules, "deny", review);
}

function toViolation(issue: LeafIssue, object: KubeObject): Violation {
  const path = ["spec", ...issue.path.map(String)].join(".");
  const missing = issue.code === "invalid_type" && valueAt(object.spec, issue.path) === undefined;
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
