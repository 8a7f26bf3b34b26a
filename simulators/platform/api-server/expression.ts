import { type Attributes, requestBody } from "./attributes.ts";
import { type CelResult, compileCel, toCel } from "./cel.ts";
import { type Json, listAt, textAt } from "./json.ts";
import type { KubeObject } from "./object.ts";

/** What the expressions of policies and webhooks can name. */
export type Variables = Readonly<Record<string, unknown>>;

/** The variables of a write, without `variables`. `params` is undefined where a policy has none. */
export function makeVariables(attributes: Attributes, params: Json | undefined): Variables {
  const { object, oldObject, namespaceObject } = attributes;
  return {
    object: object ? toCelOnce(object) : null,
    oldObject: oldObject ? toCelOnce(oldObject) : null,
    request: toCel(requestBody(attributes)),
    namespaceObject: namespaceObject ? toCelOnce(namespaceObject) : null,
    params: toCel(params),
  };
}

/** Objects as CEL; every policy and webhook looks at the same ones, which nobody changes. */
const converted = new WeakMap<KubeObject, unknown>();

function toCelOnce(object: KubeObject): unknown {
  if (!converted.has(object)) converted.set(object, toCel(object));
  return converted.get(object);
}

/** Adds `variables`, each evaluated with those before it; one that fails fails where it is used. */
export function withDefinitions(definitions: readonly Json[], base: Variables): Variables {
  const variables: Record<string, unknown> = {};
  for (const definition of definitions) {
    const name = textAt(definition, "name");
    const program = compileCel(textAt(definition, "expression").trim());
    const result = program.ok ? program.run({ ...base, variables }) : program;
    if (result.ok) Object.defineProperty(variables, name, { value: result.value, enumerable: true });
    else Object.defineProperty(variables, name, { get: () => fail(name, result.error), enumerable: true });
  }
  return { ...base, variables };
}

function fail(name: string, error: string): never {
  throw new Error(`composited variable "${name}" fails to evaluate: ${error}`);
}

/** Evaluates an expression; an error is worded as policies word it. */
export function evaluate(source: string, variables: Variables): CelResult {
  const program = compileCel(source.trim());
  if (!program.ok) return { ok: false, error: `compilation error: ${program.error}` };
  const result = program.run(variables);
  return result.ok ? result : { ok: false, error: `expression '${source.trim()}' resulted in error: ${result.error}` };
}

/** The outcome of `matchConditions`. */
export type ConditionsResult = "match" | "no match" | { readonly error: string };

/** One condition that is false decides, even if another fails; an error counts only if none is false. */
export function matchConditions(conditions: readonly Json[], variables: Variables): ConditionsResult {
  const results = conditions.map((condition) => evaluate(textAt(condition, "expression"), variables));
  if (results.some((result) => result.ok && result.value !== true)) return "no match";
  const failed = results.find((result) => !result.ok);
  return failed && !failed.ok ? { error: failed.error } : "match";
}

/** The expressions of a policy with their paths, for a check when it is created. */
export function expressionsOf(spec: Json | undefined): { path: string; source: string }[] {
  const list = (key: string, member: string) =>
    listAt(spec, key).map((item, index) => ({ path: `spec.${key}[${index}].${member}`, source: textAt(item, member) }));
  return [
    ...list("validations", "expression"),
    ...list("validations", "messageExpression").filter(({ source }) => source !== ""),
    ...list("matchConditions", "expression"),
    ...list("variables", "expression"),
  ];
}
