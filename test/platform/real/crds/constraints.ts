import { isObject, type JsonObject, type JsonValue } from "../../../../shared/core/json.ts";

/** One step of a place in a schema: a property, any item of a list, or the value of any key of a map. */
export type Step = { readonly property: string } | "item" | "value";

/** One thing that a schema demands at one place; `required` and CEL rules are one constraint for each of theirs. */
export interface Constraint {
  readonly steps: readonly Step[];
  readonly keyword: string;
  /** What the keyword says there; for `required` the name of one property, for a CEL rule the rule. */
  readonly value: JsonValue;
  /** The schema node that says it. */
  readonly node: JsonObject;
}

const describing: ReadonlySet<string> = new Set(["description", "properties", "x-kubernetes-list-map-keys"]);
const byMember: ReadonlySet<string> = new Set(["required", "x-kubernetes-validations"]);

/** Every constraint of a schema, from the root down; throws for a keyword whose members it does not know how to walk. */
export function constraintsOf(node: JsonObject, steps: readonly Step[] = []): Constraint[] {
  const own = Object.entries(node).flatMap(([keyword, value]): Constraint[] => {
    if (describing.has(keyword)) return [];
    const values = byMember.has(keyword) ? (value as readonly JsonValue[]) : [value];
    return values.map((one) => ({ steps, keyword, value: one, node }));
  });
  const properties = Object.entries((node.properties ?? {}) as JsonObject).flatMap(([name, child]) =>
    constraintsOf(nodeOf(child), [...steps, { property: name }]),
  );
  const items = node.items === undefined ? [] : constraintsOf(nodeOf(node.items), [...steps, "item"]);
  const { additionalProperties } = node;
  const values =
    additionalProperties === undefined ? [] : constraintsOf(nodeOf(additionalProperties), [...steps, "value"]);
  return [...own, ...properties, ...items, ...values];
}

function nodeOf(value: JsonValue): JsonObject {
  if (!isObject(value)) throw new Error(`no schema node: ${JSON.stringify(value)}`);
  return value;
}

/** The key of the one entry that samples have in a map. */
export const sampleKey = "key";

/** A place as the API server names it in a finding about the sample object. */
export function fieldOf(steps: readonly Step[]): string {
  return steps.reduce<string>((path, step) => {
    if (step === "item") return `${path}[0]`;
    return `${path}${path === "" ? "" : "."}${step === "value" ? sampleKey : step.property}`;
  }, "");
}

/** The keys of a place in the sample object. */
export function keysOf(steps: readonly Step[]): (string | number)[] {
  return steps.map((step) => (step === "item" ? 0 : step === "value" ? sampleKey : step.property));
}
