import type { Rule } from "../shared/core/rule.ts";
import type { RegisteredKind } from "../shared/kinds/index.ts";
import { partOfWeir } from "./custom-resource-definition.ts";
import { isOwnRequest, systemNamespace } from "./service-accounts.ts";

const operations = ["CREATE", "UPDATE"] as const;

/** The ConfigMap that says which operator instances run in the cluster; an installation changes it, nothing else does. */
export const instances = { name: "weir-instances", namespace: systemNamespace, key: "instanceIds" } as const;

/** The ConfigMap's default: the instance of the documents' examples. */
export function makeInstances() {
  const { name, namespace, key } = instances;
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace, labels: partOfWeir },
    data: { [key]: "my-operator" },
  };
}

/** A policy and its binding, or nothing for a kind without a rule that needs one. */
export function makePolicy(kind: RegisteredKind): object[] {
  const rules = kind.rules.filter((rule) => rule.severity === "deny" && rule.cel?.layer === "policy");
  if (rules.length === 0) return [];
  const { group, version, plural } = kind.names;
  const name = `weir-${plural}`;
  const spec = {
    failurePolicy: "Fail",
    paramKind: { apiVersion: "v1", kind: "ConfigMap" },
    matchConstraints: {
      resourceRules: [{ apiGroups: [group], apiVersions: [version], operations, resources: [plural] }],
    },
    matchConditions: [
      // Weir itself writes record and finalizer, and must be able to whatever became of the rest of the resource.
      { name: "not-weir", expression: `!(${isOwnRequest})` },
      // Whoever holds a finalizer must be able to take it away.
      { name: "not-deleting", expression: "!has(object.metadata.deletionTimestamp)" },
    ],
    variables: [{ name: "instanceIds", expression: instanceIds }],
    validations: rules.map(toValidation),
  };
  const paramRef = { name: instances.name, namespace: instances.namespace, parameterNotFoundAction: "Deny" };
  return [makeValidatingAdmissionPolicy(name, spec), makeBinding(name, { paramRef })];
}

const instanceIds =
  `(has(params.data) && '${instances.key}' in params.data ? params.data['${instances.key}'] : '')` +
  ".split(',').map(id, id.trim()).filter(id, id != '')";

function toValidation({ path, message, cel }: Rule) {
  if (cel?.layer !== "policy") throw new Error("only a rule with a policy becomes part of one");
  const expression = cel.expression.replace(/(?<![\w.'"])instanceIds\b/g, "variables.instanceIds");
  const on = cel.on ?? operations;
  const guarded = on.length === operations.length ? expression : `request.operation != '${on[0]}' || (${expression})`;
  const known = `(${instances.namespace}/${instances.name} names: `;
  return {
    expression: guarded,
    message: `${path} ${message}`,
    ...(expression.includes("variables.instanceIds") && {
      messageExpression: `${celText(`${path} ${message} ${known}`)} + variables.instanceIds.join(', ') + ')'`,
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
export function makeBinding(name: string, parameters: object = {}): object {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name, labels: partOfWeir },
    spec: { policyName: name, ...parameters, validationActions: ["Deny"] },
  };
}
