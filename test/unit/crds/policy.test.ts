import { describe, expect, it } from "vitest";
import { makePolicy } from "../../../crds/policy.ts";
import type { Rule } from "../../../shared/core/rule.ts";
import { kinds, type RegisteredKind } from "../../../shared/kinds/index.ts";

const [kind] = kinds as readonly [RegisteredKind];

interface Validation {
  readonly expression: string;
  readonly message: string;
  readonly messageExpression?: string;
}

function validationsOf(rule: Partial<Rule>): readonly Validation[] {
  const base: Rule = {
    name: "one",
    why: "w",
    severity: "deny",
    path: "spec.a",
    message: "is wrong",
    holds: () => true,
  };
  const [policy] = makePolicy({ ...kind, rules: [{ ...base, ...rule }] });
  return (policy as { spec: { validations: readonly Validation[] } } | undefined)?.spec.validations ?? [];
}

describe("a rule of the policy layer", () => {
  it("becomes a validation whose message says where and what", () => {
    expect(validationsOf({ cel: { layer: "policy", expression: "object.spec.a" } })).toEqual([
      { expression: "object.spec.a", message: "spec.a is wrong", reason: "Invalid" },
    ]);
  });

  it.each([
    ["'x' in instanceIds", "'x' in variables.instanceIds"],
    [
      "instanceIds.exists(i, i == object.spec.instanceIds)",
      "variables.instanceIds.exists(i, i == object.spec.instanceIds)",
    ],
    ["object.a['instanceIds'] == 'instanceIds'", "object.a['instanceIds'] == 'instanceIds'"],
  ])("takes the instances from the policy's variable: %s", (expression, expected) => {
    expect(validationsOf({ cel: { layer: "policy", expression } })[0]?.expression).toBe(expected);
  });

  it("names the known instances where it looks at them, with quotes escaped", () => {
    const cel = { layer: "policy", expression: "'x' in instanceIds" } as const;
    expect(validationsOf({ cel, message: "isn't known" })[0]?.messageExpression).toBe(
      "'spec.a isn\\'t known (known here: ' + variables.instanceIds.join(', ') + ')'",
    );
  });

  it("for one operation lets the other pass", () => {
    const cel = { layer: "policy", expression: "a || b", on: ["UPDATE"] } as const;
    expect(validationsOf({ cel })[0]?.expression).toBe("request.operation != 'UPDATE' || (a || b)");
  });

  it.each([
    { name: "a warning", rule: { severity: "warn", cel: { layer: "policy", expression: "true" } } as const },
    { name: "a rule without CEL", rule: {} },
    { name: "a rule of the schema", rule: { cel: { layer: "schema", at: "spec", expression: "true" } } as const },
  ])("is not $name: no policy at all", ({ rule }) => {
    expect(validationsOf(rule)).toEqual([]);
  });
});

describe("a policy", () => {
  const [policy, binding] = makePolicy(kind) as readonly { readonly spec: Record<string, unknown> }[];

  it("takes no parameter, which an API server would lose with the last policy that names its kind", () => {
    expect([policy?.spec.paramKind, binding?.spec.paramRef]).toEqual([undefined, undefined]);
  });

  it("has the list of instances as its only variable, so that an installation can replace it as a whole", () => {
    expect(policy?.spec.variables).toEqual([{ name: "instanceIds", expression: "['my-operator']" }]);
  });
});
