import { equals } from "../../core/diff.ts";
import { type JsonValue, member } from "../../core/json.ts";
import type { Review, Rule } from "../../core/rule.ts";
import { deployedSpec, isDeployed } from "../deployed-spec.ts";

/** A part of a spec that may not change once the resource is deployed. */
interface Fixed {
  readonly name: string;
  readonly why: string;
  readonly path: string;
  readonly message: string;
  /** The part as CEL, of the spec at `spec`; its value before and after is compared. */
  readonly expression: (spec: string) => string;
  readonly value: (spec: JsonValue | undefined) => JsonValue | undefined;
}

const status = "oldSelf.status";
const reconciliation = `${status}.reconciliationStatus`;
const wasDeployed = `has(${status}) && has(${reconciliation}) && has(${reconciliation}.lastReconciledSpec)`;

/** A transition rule of the resource that holds as long as nothing was deployed. */
export function onceDeployed(expression: string): NonNullable<Rule["cel"]> {
  return {
    layer: "schema",
    at: "",
    expression: `!(${wasDeployed}) || (${expression})`,
    reason: "FieldValueForbidden",
  };
}

/** The specs that a changed one is compared with: the one before, and the one that runs, each where there is one. */
export function specsBefore({ object, oldObject }: Review): JsonValue[] {
  const before = oldObject ?? object;
  if (!isDeployed(before)) return [];
  return [oldObject?.spec, deployedSpec(before)].filter((spec) => spec !== undefined);
}

/** The rule that keeps a part of a deployed spec as it is: a change is refused here, and not acted on by a pass. */
export function fixedOnceDeployed({ name, why, path, message, expression, value }: Fixed): Rule {
  return {
    name,
    why,
    severity: "deny",
    path,
    message,
    cel: onceDeployed(`${expression("self.spec")} == ${expression("oldSelf.spec")}`),
    holds: (review) => specsBefore(review).every((before) => equals(value(before), value(review.object.spec))),
  };
}

/** The rule on a nonce that asks for a start from a path: the path must be given (FD-27). */
export const redeployRule: Rule = {
  name: "redeploy-path",
  why: "FD-27: the job would be stopped without a savepoint, with nothing to start from.",
  severity: "deny",
  path: "spec.job.initialSavepointPath",
  message: "is required where savepointRedeployNonce changes: it is what the job starts from",
  cel: {
    layer: "schema",
    at: "spec.job",
    expression:
      "!has(self.savepointRedeployNonce) || " +
      "(has(oldSelf.savepointRedeployNonce) && oldSelf.savepointRedeployNonce == self.savepointRedeployNonce) || " +
      "(has(self.initialSavepointPath) && self.initialSavepointPath.matches('[^ \\t\\n]'))",
    reason: "FieldValueRequired",
  },
  holds: ({ object, oldObject }) => {
    const job = member(object.spec, "job");
    const before = member(oldObject === undefined ? deployedSpec(object) : oldObject.spec, "job");
    const asked = member(job, "savepointRedeployNonce");
    if (before === undefined || asked === undefined || asked === member(before, "savepointRedeployNonce")) return true;
    return /[^ \t\n]/.test(String(member(job, "initialSavepointPath") ?? ""));
  },
};
