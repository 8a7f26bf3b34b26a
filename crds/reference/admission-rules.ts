import type { Rule } from "../../shared/core/rule.ts";
import type { RegisteredKind } from "../../shared/kinds/index.ts";
import type { GeneratedFile } from "../manifest.ts";
import { code, makePage, makeTable } from "./markdown.ts";

/** The page of all admission rules, with the places where each is checked. */
export function makeRulesPage(kinds: readonly RegisteredKind[]): GeneratedFile {
  return makePage("admission-rules", "Admission rules", [
    "A resource is checked in three places, so that nothing depends on a function that has to wake up first:",
    "- **schema**: types, limits, required fields and CEL rules of the CustomResourceDefinition, inside the API server;\n" +
      "- **policy**: a ValidatingAdmissionPolicy, inside the API server, which rejects when it cannot decide;\n" +
      "- **function**: the `admission` function repeats all of them, and adds what CEL cannot say and warnings. If it " +
      "does not answer, the resource is let through.",
    "What slips past is found by the next pass, which changes nothing and says so in a condition.",
    "Besides these rules, the policy `weir-record` lets nobody but Weir change the annotation `weir.dev/record` of a " +
      "resource that exists. `kubectl apply` leaves it alone; `kubectl replace` must send it back as it was.",
    "While `WEIR_API_KEY_VALIDATION` is on, the function also refuses a new resource, or an edit of `apikeySecretName`, " +
      "that names no Secret or one without a token; a Secret that cannot be read is a warning. Row `api-key-secret` is " +
      "what is left with the check off.",
    ...kinds.flatMap((kind) => [`## ${kind.names.kind}`, rulesTable(kind.rules)]),
  ]);
}

function rulesTable(rules: readonly Rule[]): string {
  const rows = rules.map((rule) => [code(rule.name), placesOf(rule), code(rule.path), rule.message, rule.why]);
  return makeTable(["Rule", "Checked by", "Field", "Message", "Why"], rows);
}

/** Where a rule is checked, in words. */
export function placesOf(rule: Rule): string {
  if (rule.severity === "warn") return "function (a warning)";
  return rule.cel === undefined ? "function" : `${rule.cel.layer}, function`;
}
