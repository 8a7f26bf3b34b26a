import { at } from "../../core/json.ts";
import type { Rule } from "../../core/rule.ts";

const running = (path: string) => `(has(${path}.state) && ${path}.state == 'RUNNING')`;

/** X12: the savepoint comes first, the start in an apply of its own. */
export const initialSavepointRule: Rule = {
  name: "initial-savepoint-state",
  why: "X12: a job that starts with the same apply would start before its savepoint is known to the platform.",
  severity: "deny",
  path: "spec.initialSavepointSpec",
  message:
    "does not go with state RUNNING: apply it with state CANCELLED, wait for the condition " +
    "InitialSavepointRegistered, then take it out and set the state to RUNNING",
  cel: {
    layer: "schema",
    at: "spec",
    expression:
      `!has(self.initialSavepointSpec) || !(${running("self.deployment.spec")} || ` +
      `(has(self.initFields) && has(self.initFields.spec) && ${running("self.initFields.spec")}))`,
    reason: "FieldValueForbidden",
  },
  holds: ({ object: { spec } }) =>
    at(spec, "initialSavepointSpec") === undefined ||
    ![at(spec, "deployment", "spec", "state"), at(spec, "initFields", "spec", "state")].includes("RUNNING"),
};
