import { describe, expect, it } from "vitest";
import { lintCel } from "../../../crds/lint/cel.ts";
import { guessPlural, lintNames } from "../../../crds/lint/names.ts";
import { lintSchema } from "../../../crds/lint/schema.ts";
import { lint } from "../../../crds/lint.ts";
import type { Structural } from "../../../crds/structural.ts";
import type { Column } from "../../../shared/core/kind.ts";
import { kinds, type RegisteredKind } from "../../../shared/kinds/index.ts";

const text: Structural = { description: "A text.", type: "string", maxLength: 9 };
const object = (properties: Record<string, Structural>, more: Structural = {}): Structural => ({
  type: "object",
  properties,
  ...more,
});

const schemas: readonly { name: string; schema: Structural; finding: string }[] = [
  { name: "no type", schema: { description: "x" }, finding: "the root: has no type" },
  { name: "a reference", schema: { type: "string", $ref: "#/a" }, finding: 'the root: "$ref" is not allowed' },
  { name: "a choice", schema: { type: "string", oneOf: [] }, finding: 'the root: "oneOf" is not allowed' },
  { name: "a field without description", schema: object({ a: { type: "string" } }), finding: '"a" has no description' },
  { name: "a field required that is not there", schema: object({}, { required: ["a"] }), finding: 'requires "a"' },
  {
    name: "named and free members together",
    schema: object({ a: text }, { additionalProperties: text }),
    finding: "properties and additionalProperties exclude each other",
  },
  { name: "a null default", schema: { type: "string", default: null }, finding: "null is no default" },
  { name: "a list of nothing", schema: { type: "array" }, finding: "has no items" },
  {
    name: "a keyed list without keys",
    schema: { type: "array", items: object({}), "x-kubernetes-list-type": "map" },
    finding: "a list of type map needs keys",
  },
  {
    name: "a keyed list with a key that may be missing",
    schema: {
      type: "array",
      items: object({ type: text }),
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["type"],
    },
    finding: 'the key "type" must be a required field',
  },
  {
    name: "an unknown list type",
    schema: { type: "array", items: text, "x-kubernetes-list-type": "bag" },
    finding: '"bag"',
  },
  {
    name: "a pattern that Go lacks",
    schema: { ...text, pattern: "(?=a)" },
    finding: "the pattern is none that Go knows",
  },
  { name: "a pattern that is none", schema: { ...text, pattern: "(" }, finding: "the pattern does not compile" },
  {
    name: "fields of a text",
    schema: { type: "string", properties: { a: text } },
    finding: "has properties, but is no",
  },
  {
    name: "a fault deep down",
    schema: object({ a: { ...text, type: "array", items: {} } }),
    finding: "a[]: has no type",
  },
];

const withRule = (rule: string, more: object = {}): Structural =>
  object(
    { a: text, long: { description: "x", type: "string" }, namespace: text, list: { type: "array", items: text } },
    { "x-kubernetes-validations": [{ rule, message: "is wrong", ...more }] },
  );

const expressions: readonly { name: string; schema: Structural; finding: string }[] = [
  { name: "a field that is not there", schema: withRule("self.b == 'x'"), finding: "self.b: there is no such field" },
  { name: "a reserved word", schema: withRule("has(self.namespace)"), finding: "must be written __namespace__" },
  { name: "a text without end", schema: withRule("self.long == 'x'"), finding: "self.long: has no limit" },
  { name: "a list without end", schema: withRule("self.list.all(x, x == 'x')"), finding: "self.list: has no limit" },
  { name: "an empty message", schema: withRule("self.a == 'x'", { message: " " }), finding: "one line of text" },
  { name: "a long message", schema: withRule("self.a == ''", { message: "x".repeat(2049) }), finding: "too long" },
  { name: "a fieldPath to nowhere", schema: withRule("true", { fieldPath: ".b" }), finding: "fieldPath .b: no such" },
];

const [kind] = kinds as readonly [RegisteredKind];
const schema = object({ status: object({ a: text, at: { ...text, format: "date-time" } }) });
const column = (more: Partial<Column>): Column => ({
  name: "A",
  type: "string",
  jsonPath: ".status.a",
  description: "x",
  ...more,
});
const named = (more: Partial<RegisteredKind["names"]>, columns: Column[] = []) =>
  ({ ...kind, names: { ...kind.names, ...more }, columns }) as RegisteredKind;

const scaled = (statusReplicasPath: string): RegisteredKind => {
  const scale = { specReplicasPath: ".spec.size", statusReplicasPath, labelSelectorPath: ".status.a" };
  return { ...named({}), scale };
};

const names: readonly { name: string; kind: RegisteredKind; finding: string }[] = [
  { name: "another plural", kind: named({ plural: "vvpdeps" }), finding: "would look for vvpdeployments" },
  { name: "another singular", kind: named({ singular: "vvp" }), finding: "must be the kind in lower case" },
  { name: "a name that is none", kind: named({ shortNames: ["Vvpd"] }), finding: '"Vvpd" is no DNS label' },
  { name: "a name twice", kind: named({ shortNames: ["vvpdeployment"] }), finding: "is given twice" },
  { name: "a group that is none", kind: named({ group: "platform" }), finding: '"platform" is no group' },
  { name: "a kind that is none", kind: named({ kind: "vvpDeployment" }), finding: "no name of a kind" },
  { name: "a column twice", kind: named({}, [column({}), column({})]), finding: "the column A is there twice" },
  { name: "a column to nowhere", kind: named({}, [column({ jsonPath: ".status.b" })]), finding: "leads nowhere" },
  { name: "a column's odd path", kind: named({}, [column({ jsonPath: ".status[0]" })]), finding: "leads nowhere" },
  {
    name: "a column of another type",
    kind: named({}, [column({ type: "date" })]),
    finding: "is date, the field is string",
  },
  {
    name: "a scale of nothing",
    kind: scaled(".status.b"),
    finding: "scale statusReplicasPath: .status.b leads nowhere",
  },
  { name: "a scale of a text", kind: scaled(".status.a"), finding: ".status.a leads to a field of type string" },
];

describe("the lint", () => {
  it.each(kinds.map((one) => ({ name: one.names.kind, one })))("finds nothing in $name", ({ one }) => {
    expect(lint(one)).toEqual([]);
  });

  it.each(schemas)("finds $name", ({ schema: broken, finding }) => {
    expect(lintSchema(broken, "").join("\n")).toContain(finding);
  });

  it.each(expressions)("finds in CEL $name", ({ schema: broken, finding }) => {
    expect(lintCel(broken, "").join("\n")).toContain(finding);
  });

  it("takes CEL that calls functions and escapes names", () => {
    expect(lintCel(withRule("!has(self.__namespace__) || self.a.startsWith('x') && size(self.a) > 0"), "")).toEqual([]);
  });

  it.each(names)("finds in names and columns $name", ({ kind: broken, finding }) => {
    expect(lintNames(broken, schema).join("\n")).toContain(finding);
  });
});

describe("Knative's guess of a plural", () => {
  it.each([
    ["VvpDeployment", "vvpdeployments"],
    ["FlinkSessionJob", "flinksessionjobs"],
    ["Ingress", "ingresses"],
    ["NetworkPolicy", "networkpolicies"],
    ["Mailbox", "mailboxs"],
  ])("for %s is %s", (one, plural) => {
    expect(guessPlural(one)).toBe(plural);
  });
});
