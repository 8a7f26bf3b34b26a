import { compileCel } from "./cel.ts";
import { expressionsOf } from "./expression.ts";
import { at, isObject, type Json, type JsonObject, listAt, textAt } from "./json.ts";
import type { KubeObject } from "./object.ts";
import type { FieldError } from "./resource.ts";

/** What is wrong with the expressions of a policy. */
export function policyErrors(policy: KubeObject): FieldError[] {
  return expressionsOf(at(policy, "spec")).flatMap(({ path, source }) => expressionErrors(source, path));
}

/** What is wrong with the rules of a CRD's schemas. */
export function ruleSourceErrors(crd: KubeObject): FieldError[] {
  return listAt(crd, "spec", "versions").flatMap((version, index) => {
    const schema = at(version, "schema", "openAPIV3Schema");
    return isObject(schema) ? schemaRuleErrors(schema, `spec.versions[${index}].schema.openAPIV3Schema`) : [];
  });
}

function schemaRuleErrors(schema: JsonObject, path: string): FieldError[] {
  const rules = listAt(schema, "x-kubernetes-validations").flatMap((rule, index) =>
    ruleErrors(rule, `${path}.x-kubernetes-validations[${index}]`),
  );
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {});
  const below = properties.map(([key, value]) => [value, `${path}.properties[${key}]`] as const);
  const others = ["items", "additionalProperties"].map((key) => [schema[key], `${path}.${key}`] as const);
  return [
    ...rules,
    ...[...below, ...others].flatMap(([node, here]) => (isObject(node) ? schemaRuleErrors(node, here) : [])),
  ];
}

function ruleErrors(rule: Json, path: string): FieldError[] {
  const message = textAt(rule, "messageExpression");
  return [
    ...expressionErrors(textAt(rule, "rule"), `${path}.rule`),
    ...(message === "" ? [] : expressionErrors(message, `${path}.messageExpression`)),
  ];
}

function expressionErrors(source: string, field: string): FieldError[] {
  if (source.trim() === "") return [{ field, type: "FieldValueRequired", detail: "expression is not specified" }];
  const program = compileCel(source.trim());
  if (program.ok) return [];
  return [{ field, type: "FieldValueInvalid", value: source, detail: `compilation failed: ERROR: ${program.error}` }];
}
