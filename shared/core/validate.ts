import type * as z from "zod";
import { outOfBounds } from "./json.ts";
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
 * What forbids an object: bounds first, then the schema, then the rules, which may trust the schema.
 *
 * Guarantees: the same answer in admission and in a pass, except for rules that compare with an earlier version (S10).
 */
export function validate(kind: Validated, review: Review): Violation[] {
  const excess = outOfBounds(review.object.spec ?? null);
  if (excess !== undefined) return [{ path: "spec", message: `has ${excess}` }];
  const parsed = kind.schema.spec.safeParse(review.object.spec);
  if (!parsed.success)
    return parsed.error.issues.slice(0, mostViolations).map((issue) => toViolation(issue, review.object));
  return violationsOf(kind.rules, "deny", review);
}

function toViolation(issue: z.core.$ZodIssue, object: KubeObject): Violation {
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
