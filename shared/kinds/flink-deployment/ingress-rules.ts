import { at } from "../../core/json.ts";
import type { Rule } from "../../core/rule.ts";

/** A host that may name `{{name}}` and `{{namespace}}`, and a path, of which the plan of the cluster judges such words; the same to JavaScript and to RE2. */
const template =
  /^(https?:[/][/])?([A-Za-z0-9.*_-]|[{][{] ?([nN][aA][mM][eE]|[nN][aA][mM][eE][sS][pP][aA][cC][eE]) ?[}][}])*(:[0-9]{1,5})?([/][^ \t\n"]*)?$/;
const path = "spec.ingress.template";

/** FD-8, FD-9. */
export const ingressRules: readonly Rule[] = [
  {
    name: "ingress-template",
    why: "FD-8: without it there is no host and no path to serve.",
    severity: "deny",
    path,
    message: "must be defined where there is an ingress, such as {{name}}.{{namespace}}.flink.example.com",
    cel: {
      layer: "schema",
      at: "spec.ingress",
      expression: "has(self.template) && size(self.template) > 0",
      reason: "FieldValueRequired",
    },
    holds: ({ object: { spec } }) =>
      at(spec, "ingress") === undefined || (at(spec, "ingress", "template") ?? "") !== "",
  },
  {
    name: "ingress-template-url",
    why: "FD-9: what is no host and path makes no Ingress.",
    severity: "deny",
    path,
    message:
      "is no host and path with {{name}} and {{namespace}}, such as flink.example.com/{{namespace}}/{{name}}(/|$)(.*)",
    cel: { layer: "schema", at: path, expression: `self.matches('${template.source}')` },
    holds: ({ object }) => template.test(String(at(object.spec, "ingress", "template") ?? "")),
  },
];
