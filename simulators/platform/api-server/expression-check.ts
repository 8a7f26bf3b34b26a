import { compileCel } from "./cel.ts";
import { type Scope, unknownName } from "./cel-names.ts";
import { expressionsOf } from "./expression.ts";
import { at, listAt } from "./json.ts";
import type { KubeObject } from "./object.ts";
import type { FieldError } from "./resource.ts";
import { additionalOf, type Rule, type Structural } from "./structural.ts";

const policyNames = ["object", "oldObject", "request", "params", "namespaceObject", "variables", "authorizer"];

/** What is wrong with a policy. */
export function policyErrors(policy: KubeObject): FieldError[] {
  const scope = new Map(policyNames.map((name) => [name, undefined] as const));
  const spec = at(policy, "spec");
  const detail = "validations or auditAnnotations must contain at least one item";
  const nothing: FieldError[] =
    listAt(spec, "validations").length + listAt(spec, "auditAnnotations").length > 0
      ? []
      : [{ field: "spec.validations", type: "FieldValueRequired", detail }];
  const expressions = expressionsOf(spec).flatMap(({ path, source }) => expressionErrors(source, path, scope));
  return [...nothing, ...expressions];
}

/** What is wrong with the rules of a schema: expressions that do not compile or name what is not there. */
export function ruleSourceErrors(node: Structural, path: string): FieldError[] {
  if (!node.hasRules) return [];
  const own = node.rules.flatMap((rule, index) => ruleErrors(rule, node, `${path}.x-kubernetes-validations[${index}]`));
  const properties = [...node.properties].flatMap(([key, child]) =>
    ruleSourceErrors(child, `${path}.properties[${key}]`),
  );
  const additional = additionalOf(node);
  return [
    ...own,
    ...properties,
    ...(node.items ? ruleSourceErrors(node.items, `${path}.items`) : []),
    ...(additional ? ruleSourceErrors(additional, `${path}.additionalProperties`) : []),
  ];
}

function ruleErrors(rule: Rule, node: Structural, path: string): FieldError[] {
  const scope = new Map([
    ["self", node],
    ["oldSelf", rule.optionalOldSelf ? undefined : node],
  ]);
  const message = rule.messageSource;
  return [
    ...expressionErrors(rule.source, `${path}.rule`, scope, rule.optionalOldSelf),
    ...(message === "" ? [] : expressionErrors(message, `${path}.messageExpression`, scope, rule.optionalOldSelf)),
  ];
}

function expressionErrors(source: string, field: string, scope: Scope, optionalOldSelf = false): FieldError[] {
  const text = source.trim();
  if (text === "") return [{ field, type: "FieldValueRequired", detail: "expression is not specified" }];
  const program = compileCel(text, optionalOldSelf);
  const problem = program.ok ? unknownName(text, scope) : program.error;
  if (problem === undefined) return [];
  return [{ field, type: "FieldValueInvalid", value: source, detail: `compilation failed: ERROR: ${problem}` }];
}
