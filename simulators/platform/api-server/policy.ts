import { isExempt, matchesResources } from "./admission-match.ts";
import type { Attributes } from "./attributes.ts";
import { evaluate, makeVariables, matchConditions, type Variables, withDefinitions } from "./expression.ts";
import { at, type Json, listAt, textAt } from "./json.ts";
import type { KubeObject } from "./object.ts";
import { policyParams } from "./policy-params.ts";
import { ApiError, forbidden, withWarnings } from "./status-error.ts";
import type { Store } from "./store.ts";

/** A validation that did not hold. */
interface Denial {
  readonly message: string;
  readonly reason: string;
}

/**
 * Applies every ValidatingAdmissionPolicy through its bindings. Returns warnings; throws the denial.
 *
 * Caveats: a policy works as soon as it is stored; the real server needs a moment. `authorizer` is not known.
 */
export function checkPolicies(store: Store, attributes: Attributes): string[] {
  if (isExempt(attributes)) return [];
  const denials = matchingPairs(store, attributes).flatMap((pair) =>
    denialsOf(store, pair, attributes).map((denial) => ({ ...pair, denial })),
  );
  const acts = (binding: KubeObject, action: string) => listAt(binding, "spec", "validationActions").includes(action);
  const denied = denials.find(({ binding }) => acts(binding, "Deny"));
  const warnings = denials
    .filter(({ binding }) => acts(binding, "Warn"))
    .map((warned) => warningOf(warned, warned.denial));
  if (denied) throw withWarnings(errorOf(denied, denied.denial, attributes), warnings);
  return warnings;
}

/** A policy with one of its bindings. */
interface Pair {
  readonly policy: KubeObject;
  readonly binding: KubeObject;
}

function matchingPairs(store: Store, attributes: Attributes): Pair[] {
  const matches = (object: KubeObject, key: string) => matchesResources(at(object, "spec", key), attributes);
  const policies = objectsOf(store, "validatingadmissionpolicies").filter((policy) =>
    matches(policy, "matchConstraints"),
  );
  if (policies.length === 0) return [];
  const bindings = objectsOf(store, "validatingadmissionpolicybindings").filter((found) =>
    matches(found, "matchResources"),
  );
  return policies.flatMap((policy) =>
    bindings
      .filter((binding) => textAt(binding, "spec", "policyName") === policy.metadata.name)
      .map((binding) => ({ policy, binding })),
  );
}

function objectsOf(store: Store, plural: string): readonly KubeObject[] {
  const resource = store.resources.find("admissionregistration.k8s.io", "v1", plural);
  return resource ? store.all(resource) : [];
}

function denialsOf(store: Store, { policy, binding }: Pair, attributes: Attributes): Denial[] {
  const spec = at(policy, "spec");
  const failsClosed = textAt(spec, "failurePolicy") !== "Ignore";
  const params = policyParams(store, policy, binding, attributes);
  if (!params.ok) return failsClosed ? [{ message: `failed to configure binding: ${params.error}`, reason: "" }] : [];
  return params.values.flatMap((value) => denialsWith(spec, makeVariables(attributes, value), failsClosed));
}

function denialsWith(spec: Json | undefined, base: Variables, failsClosed: boolean): Denial[] {
  const onError = (message: string): Denial[] => (failsClosed ? [{ message, reason: "" }] : []);
  const conditions = listAt(spec, "matchConditions");
  const variables = withDefinitions(listAt(spec, "variables"), base);
  const matched = matchConditions(conditions, variables);
  if (matched === "no match") return [];
  if (matched !== "match") return onError(matched.error);
  return listAt(spec, "validations").flatMap((validation): Denial[] => {
    const result = evaluate(textAt(validation, "expression"), variables);
    if (!result.ok) return onError(result.error);
    if (result.value === true) return [];
    return [{ message: messageOf(validation, variables), reason: textAt(validation, "reason") }];
  });
}

function messageOf(validation: Json, variables: Variables): string {
  const source = textAt(validation, "messageExpression");
  const made = source === "" ? undefined : evaluate(source, variables);
  const text = made?.ok && typeof made.value === "string" ? made.value.trim() : "";
  if (text !== "" && !text.includes("\n") && Buffer.byteLength(text) <= maxMessageBytes) return text;
  return textAt(validation, "message").trim() || `failed expression: ${textAt(validation, "expression").trim()}`;
}

/** A longer message of an expression is not used. */
const maxMessageBytes = 5 * 1024;

function warningOf({ policy, binding }: Pair, denial: Denial): string {
  const [policyName, bindingName] = [policy.metadata.name, binding.metadata.name];
  return `Validation failed for ValidatingAdmissionPolicy '${policyName}' with binding '${bindingName}': ${denial.message}`;
}

const codes: Readonly<Record<string, number>> = {
  Forbidden: 403,
  Unauthorized: 401,
  RequestEntityTooLarge: 413,
  Invalid: 422,
};

function errorOf({ policy, binding }: Pair, denial: Denial, attributes: Attributes): ApiError {
  const names = `'${policy.metadata.name}' with binding '${binding.metadata.name}'`;
  const message = `ValidatingAdmissionPolicy ${names} denied request: ${denial.message}`;
  const { status } = forbidden(attributes.resource, attributes.name, message);
  const reason = denial.reason || "Invalid";
  const details = { ...status.details, causes: [{ message }] };
  return new ApiError(codes[reason] ?? 422, reason, status.message, details);
}
