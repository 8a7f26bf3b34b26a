import type { ResourceDefinition } from "../shared/core/kind.ts";
import type { Rule } from "../shared/core/rule.ts";
import { partOfWeir } from "./custom-resource-definition.ts";
import { isOwnRequest } from "./service-accounts.ts";

const operations = ["CREATE", "UPDATE"] as const;

/** The only instance as generated: the one of the documents' examples. An installation replaces the variable `instanceIds`. */
export const defaultInstance = "my-operator";

/**
 * A policy and its binding, or nothing for a kind without a rule that needs one.
 *
 * Guarantees: no parameters. An API server of 1.34 stops following a built-in kind such as ConfigMap when the last policy
 * that names it as `paramKind` is deleted, and then denies everything once the policies are installed again, until it
 * restarts; so the list of instances is a variable of the policy itself, the only one, and can be replaced as a whole.
 */
export function makePolicy(kind: Pick<ResourceDefinition, "names" | "rules">): object[] {
  const rules = kind.rules.filter((rule) => rule.severity === "deny" && rule.cel?.layer === "policy");
  if (rules.length === 0) return [];
  const name = `weir-${kind.names.plural}`;
  const spec = {
    failurePolicy: "Fail",
    matchConstraints: makeMatchConstraints([kind], operations),
    matchConditions: [
      // Weir itself writes record and finalizer, and must be able to whatever became of the rest of the resource.
      { name: "not-weir", expression: `!(${isOwnRequest})` },
      // Whoever holds a finalizer must be able to take it away.
      { name: "not-deleting", expression: "!has(object.metadata.deletionTimestamp)" },
    ],
    ...(rules.some(namesInstances) && {
      variables: [{ name: "instanceIds", expression: `['${defaultInstance}']` }],
    }),
    validations: rules.map(toValidation),
  };
  return [makeValidatingAdmissionPolicy(name, spec), makeBinding(name)];
}

/**
 * What a policy looks at, with what the API server would fill in: the field is compared and owned as a whole, so that
 * otherwise no second apply would be a no-op.
 */
export function makeMatchConstraints(
  kinds: readonly Pick<ResourceDefinition, "names">[],
  on: readonly string[],
): object {
  const resourceRules = kinds.map(({ names: { group, version, plural } }) => ({
    apiGroups: [group],
    apiVersions: [version],
    operations: on,
    resources: [plural],
    scope: "Namespaced",
  }));
  return { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {}, resourceRules };
}

const instances = /(?<![\w.'"])instanceIds\b/g;

function namesInstances({ cel }: Rule): boolean {
  return cel?.expression.search(instances) !== -1;
}

function toValidation({ path, message, cel }: Rule) {
  if (cel?.layer !== "policy") throw new Error("only a rule with a policy becomes part of one");
  const expression = cel.expression.replace(instances, "variables.instanceIds");
  const on = cel.on ?? operations;
  const guarded = on.length === operations.length ? expression : `request.operation != '${on[0]}' || (${expression})`;
  return {
    expression: guarded,
    message: `${path} ${message}`,
    ...(expression.includes("variables.instanceIds") && {
      messageExpression: `${celText(`${path} ${message} (known here: `)} + variables.instanceIds.join(', ') + ')'`,
    }),
    reason: "Invalid",
  };
}

function celText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** A ValidatingAdmissionPolicy around its `spec`. */
export function makeValidatingAdmissionPolicy(name: string, spec: object): object {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name, labels: partOfWeir },
    spec,
  };
}

/** The binding, named as its policy, that denies what the policy rejects. */
export function makeBinding(name: string): object {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name, labels: partOfWeir },
    spec: { policyName: name, validationActions: ["Deny"] },
  };
}
