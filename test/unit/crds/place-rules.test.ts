import { describe, expect, it } from "vitest";
import { placeRules } from "../../../crds/place-rules.ts";
import type { Structural } from "../../../crds/structural.ts";
import type { Cel, Rule } from "../../../shared/core/rule.ts";

const text: Structural = { type: "string", maxLength: 5 };
const root: Structural = { type: "object", properties: { spec: { type: "object", properties: { a: text, b: text } } } };

function ruleAt(at: string, path: string, more: Partial<Rule> & { reason?: "FieldValueRequired" } = {}): Rule {
  const { reason, ...rest } = more;
  const cel: Cel = { layer: "schema", at, expression: "true", ...(reason !== undefined && { reason }) };
  return { name: "one", why: "w", severity: "deny", message: "is wrong", path, cel, holds: () => true, ...rest };
}

const places = [
  {
    name: "at the field that it is about",
    rules: [ruleAt("spec.a", "spec.a")],
    find: (schema: Structural) => schema.properties?.spec?.properties?.a,
    expected: [{ rule: "true", message: "is wrong" }],
  },
  {
    name: "above the field that it is about, which it then names",
    rules: [ruleAt("spec", "spec.a", { reason: "FieldValueRequired" })],
    find: (schema: Structural) => schema.properties?.spec,
    expected: [{ rule: "true", message: "is wrong", fieldPath: ".a", reason: "FieldValueRequired" }],
  },
  {
    name: "at the root, after those before it",
    rules: [ruleAt("", "spec.a"), ruleAt("", "spec.b", { message: "second" })],
    find: (schema: Structural) => schema,
    expected: [
      { rule: "true", message: "is wrong", fieldPath: ".spec.a" },
      { rule: "true", message: "second", fieldPath: ".spec.b" },
    ],
  },
];

describe("a rule of the schema layer", () => {
  it.each(places)("stands $name", ({ rules, find, expected }) => {
    expect(find(placeRules(root, rules))?.["x-kubernetes-validations"]).toEqual(expected);
  });

  it("does not change the schema that it was given", () => {
    const before = structuredClone(root);
    placeRules(root, [ruleAt("spec", "spec.a")]);
    expect(root).toEqual(before);
  });

  it("without a place in the schema is an error", () => {
    expect(() => placeRules(root, [ruleAt("spec.c", "spec.c")])).toThrow('rule one: the schema has no field "c"');
  });

  it("about a field elsewhere is an error", () => {
    expect(() => placeRules(root, [ruleAt("spec.a", "spec.b")])).toThrow("spec.b is not below spec.a");
  });

  it("that a policy checks leaves the schema alone", () => {
    const rule = ruleAt("", "spec.a", { cel: { layer: "policy", expression: "true" } });
    expect(placeRules(root, [rule])).toBe(root);
  });
});
