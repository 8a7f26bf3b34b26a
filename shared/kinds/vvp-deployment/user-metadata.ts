import { at } from "../../core/json.ts";
import type { Rule } from "../../core/rule.ts";

/**
 * What older examples call userMetadata is `metadata` in a resource.
 *
 * A policy, since the schema keeps every field that it does not know there, and its CEL cannot name one; `dyn` because the
 * API server checks the types of a policy by the schema as well.
 */
function noUserMetadata(inside: "deployment" | "initFields"): Rule {
  const given = inside === "deployment" ? "" : "!has(object.spec.initFields) || ";
  return {
    name: `user-metadata${inside === "deployment" ? "" : "-init-fields"}`,
    why: "AMB-28: older examples use this name, which the platform would not know.",
    severity: "deny",
    path: `spec.${inside}.userMetadata`,
    message: `is called spec.${inside}.metadata; move its fields there`,
    cel: { layer: "policy", expression: `${given}!('userMetadata' in dyn(object.spec.${inside}))` },
    holds: ({ object }) => at(object.spec, inside, "userMetadata") === undefined,
  };
}

/** The rules about userMetadata (AMB-28). */
export const userMetadataRules: readonly Rule[] = [noUserMetadata("deployment"), noUserMetadata("initFields")];
