import { at, type JsonValue } from "../../core/json.ts";
import type { Rule } from "../../core/rule.ts";
import { watchedNamespaceRule } from "../../core/watched-namespace.ts";

const exists = "has(self.savepoint) && has(self.savepoint.alreadyExists) && self.savepoint.alreadyExists";

/** True for a snapshot that only records a savepoint which is there already (FN-2). */
export function alreadyExists(spec: JsonValue | undefined): boolean {
  return at(spec, "savepoint", "alreadyExists") === true;
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Every admission rule of a FlinkStateSnapshot that needs no other object (FN-1 to FN-3); the rest is in `judge-target.ts`. */
export const rules: readonly Rule[] = [
  {
    name: "one-of-two",
    why: "FN-1: one resource stands for one snapshot.",
    severity: "deny",
    path: "spec",
    message: "must have exactly one of savepoint and checkpoint",
    cel: { layer: "schema", at: "spec", expression: "has(self.savepoint) != has(self.checkpoint)" },
    holds: ({ object: { spec } }) => (at(spec, "savepoint") === undefined) !== (at(spec, "checkpoint") === undefined),
  },
  {
    name: "existing-path",
    why: "FN-2: a savepoint that is there already is known by its path alone.",
    severity: "deny",
    path: "spec.savepoint.path",
    message: "is required of a savepoint that already exists: where it is",
    cel: {
      layer: "schema",
      at: "spec",
      expression: `!(${exists}) || (has(self.savepoint.path) && size(self.savepoint.path) > 0)`,
      reason: "FieldValueRequired",
    },
    holds: ({ object: { spec } }) => !alreadyExists(spec) || text(at(spec, "savepoint", "path")) !== "",
  },
  {
    name: "job-reference",
    why: "FN-3: somebody's state is taken; only what exists already needs nobody.",
    severity: "deny",
    path: "spec.jobReference",
    message: "must be supplied with kind (FlinkDeployment or FlinkSessionJob) and name",
    cel: {
      layer: "schema",
      at: "spec",
      expression:
        `(${exists}) || (has(self.jobReference) && has(self.jobReference.kind) && ` +
        "has(self.jobReference.name) && size(self.jobReference.name) > 0)",
      reason: "FieldValueRequired",
    },
    holds: ({ object: { spec } }) =>
      alreadyExists(spec) || ["kind", "name"].every((key) => text(at(spec, "jobReference", key)) !== ""),
  },
  watchedNamespaceRule,
];
