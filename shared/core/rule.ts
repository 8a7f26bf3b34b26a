import type { KubeObject } from "./object.ts";
import type { Settings } from "./settings.ts";

/** What breaks a rule: where (dotted path from the object's root) and what to do about it. */
export interface Violation {
  readonly path: string;
  readonly message: string;
}

/** What a rule may look at; `oldObject` is absent at creation, and in a pass (which knows no earlier version). */
export interface Review<Obj extends KubeObject = KubeObject> {
  readonly object: Obj;
  readonly oldObject?: Obj;
  readonly settings: Settings;
}

/** Where the API server itself checks a rule, as CEL. */
export type Cel =
  /** `x-kubernetes-validations` of the CRD at `at` (dotted path in the schema, "" is the root); `self`, `oldSelf`. */
  | {
      readonly layer: "schema";
      readonly at: string;
      readonly expression: string;
      /** How the API server words the failure; without it as an "Invalid value", followed by the name of a type. */
      readonly reason?: "FieldValueRequired" | "FieldValueForbidden";
    }
  /** A ValidatingAdmissionPolicy; `object`, `oldObject`, and `instanceIds` (list of strings) where it is named. */
  | { readonly layer: "policy"; readonly expression: string; readonly on?: readonly ("CREATE" | "UPDATE")[] };

/**
 * One admission rule. From the row come the CRD's CEL or the policy, the `admission` function's check and the pass's
 * own check of what slipped past (D11).
 *
 * Assumptions: the object has passed the schema, so that `check` may trust types; `check` is pure and total.
 */
export interface Rule<Obj extends KubeObject = KubeObject> {
  readonly name: string;
  readonly why: string;
  readonly severity: "deny" | "warn";
  /** What the API server says when its CEL form fails, and the default text of a violation. */
  readonly message: string;
  readonly path: string;
  /** What a violation says instead of `message`, where that depends on the object. */
  readonly detail?: (review: Review<Obj>) => string;
  /** What a rule that can be broken at several places says in place of `path` and `message`; empty where it holds. */
  readonly findings?: (review: Review<Obj>) => readonly Violation[];
  /** Absent: the rule cannot be said in CEL, or is a warning that only the function gives. */
  readonly cel?: Cel;
  /** True when the object is fine. */
  readonly holds: (review: Review<Obj>) => boolean;
}

/** The violations of the rules of one severity, in the order of the rows. */
export function violationsOf<Obj extends KubeObject>(
  rules: readonly Rule<Obj>[],
  severity: Rule["severity"],
  review: Review<Obj>,
): Violation[] {
  return rules
    .filter((rule) => rule.severity === severity && !rule.holds(review))
    .flatMap(({ path, message, detail, findings }) =>
      findings === undefined ? [{ path, message: detail?.(review) ?? message }] : findings(review),
    );
}
