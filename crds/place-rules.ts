import type { Rule } from "../shared/core/rule.ts";
import type { Structural, Validation } from "./structural.ts";

/**
 * The schema with the CEL of the rules that the CRD itself checks, each at its place and in the order of the rows.
 *
 * Guarantees: throws for a place that the schema does not name, so that a renamed field cannot lose its rule.
 */
export function placeRules(root: Structural, rules: readonly Rule[]): Structural {
  return rules.reduce((schema, rule) => {
    if (rule.cel?.layer !== "schema") return schema;
    const { at, expression, reason } = rule.cel;
    const validation: Validation = {
      rule: expression,
      message: rule.message,
      ...fieldPathOf(rule.path, at),
      ...(reason !== undefined && { reason }),
    };
    return withValidation(schema, at === "" ? [] : at.split("."), validation, rule.name);
  }, root);
}

/** `fieldPath` makes the API server name the field that is meant, and not the object that the expression looks at. */
function fieldPathOf(path: string, at: string): Pick<Validation, "fieldPath"> {
  if (path === at) return {};
  const prefix = at === "" ? "" : `${at}.`;
  if (!path.startsWith(prefix)) throw new Error(`the path ${path} is not below ${at}, where its rule is placed`);
  return { fieldPath: `.${path.slice(prefix.length)}` };
}

function withValidation(node: Structural, steps: readonly string[], validation: Validation, name: string): Structural {
  const [step, ...rest] = steps;
  if (step === undefined) {
    return { ...node, "x-kubernetes-validations": [...(node["x-kubernetes-validations"] ?? []), validation] };
  }
  const child = node.properties?.[step];
  if (child === undefined) throw new Error(`rule ${name}: the schema has no field "${step}" where it is placed`);
  return { ...node, properties: { ...node.properties, [step]: withValidation(child, rest, validation, name) } };
}
