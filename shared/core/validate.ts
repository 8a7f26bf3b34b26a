import type * as z from "zod";
import { isObject, type JsonObject, outOfBounds } from "./json.ts";
import { memo } from "./memo.ts";
import { type Review, type Rule, type Violation, violationsOf } from "./rule.ts";

/** What validation needs of a kind. */
export interface Validated {
  readonly schema: { readonly spec: z.ZodType };
  readonly rules: readonly Rule[];
}

/**
 * What forbids an object: bounds first, then the schema, then the rules, which may trust the schema.
 *
 * Guarantees: the same answer in admission and in a pass, except for rules that compare with an earlier version (S10).
 */
export function validate(kind: Validated, review: Review): Violation[] {
  const { spec } = review.object;
  const { schema } = kind;
  const misshapen = isObject(spec) ? knownMisshapen(schema.spec)(spec) : findMisshapen(schema.spec, spec);
  return misshapen.length > 0 ? [...misshapen] : violationsOf(kind.rules, "deny", review);
}

/** Kept for schema and spec, since looks at an object that did not change share its spec. */
const knownMisshapen = memo((schema: z.ZodType) => memo((spec: JsonObject) => findMisshapen(schema, spec)));

function findMisshapen(schema: z.ZodType, spec: unknown): readonly Violation[] {
  const excess = outOfBounds(spec ?? null);
  if (excess !== undefined) return [{ path: "spec", message: `has ${excess}` }];
  return schema.safeParse(spec).error?.issues.map((issue) => toViolation(issue, spec)) ?? [];
}

function toViolation(issue: z.core.$ZodIssue, spec: unknown): Violation {
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
