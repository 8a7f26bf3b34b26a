import { mergePatch } from "../../../../shared/core/diff.ts";
import type { JsonObject, JsonValue } from "../../../../shared/core/json.ts";
import { type Constraint, fieldOf, keysOf, type Step } from "./constraints.ts";
import { identity, leanWith, patternSamples, sampleOf, withValue } from "./samples.ts";

/** A value put at a constraint's place (undefined: the member is taken away), and how a rejection of it reads. */
interface Change {
  readonly name: string;
  readonly value: JsonValue | undefined;
  /** Below the constraint's place; absent: the place itself. */
  readonly below?: readonly (string | number)[];
  readonly says?: RegExp;
}

/** What is accepted and what is rejected on account of one constraint. */
export interface Changes {
  readonly good: readonly Change[];
  readonly bad: readonly Change[];
}

const unchanged: Change = { name: "the sample", value: undefined, below: [] };

function text(length: number, letter = "a"): Change {
  return { name: `${length} × ${letter}`, value: letter.repeat(length) };
}

const of =
  (says: RegExp) =>
  (change: Change): Change => ({ ...change, says });

const wrong: Readonly<Record<string, JsonValue>> = {
  string: 5,
  integer: "x",
  number: "x",
  boolean: "x",
  object: "x",
  array: "x",
};

function ofType({ value, node }: Constraint): Changes {
  const says = new RegExp(`must be of type ${node.format === "date-time" ? "date-time" : value}`);
  const change = { name: JSON.stringify(wrong[String(value)]), value: wrong[String(value)] ?? null, says };
  const fraction = { name: "1.5", value: 1.5, says };
  return { good: [unchanged], bad: [change, ...(value === "integer" ? [fraction] : [])] };
}

function ofMaxLength({ value, node }: Constraint): Changes {
  const most = Number(value);
  // Counted in characters, whatever a program's own strings are made of.
  const astral = node.pattern === undefined && most <= 4_096 ? [text(most, "𝄞")] : [];
  return { good: [text(most), ...astral], bad: [of(/may not be more than/)(text(most + 1))] };
}

function ofPattern({ value }: Constraint): Changes {
  const samples = patternSamples[String(value)];
  if (samples === undefined) throw new Error(`no samples for the pattern ${value}`);
  const toChange = (one: string): Change => ({ name: JSON.stringify(one), value: one });
  return { good: samples.good.map(toChange), bad: samples.bad.map(toChange).map(of(/should match/)) };
}

function ofMaxItems({ value, node }: Constraint): Changes {
  const items = node.items as JsonObject;
  const [key] = (node["x-kubernetes-list-map-keys"] ?? []) as readonly string[];
  const list = (count: number): Change => ({
    name: `${count} items`,
    value: Array.from({ length: count }, (_, index) => {
      const item = sampleOf(items);
      return key === undefined ? item : { ...(item as JsonObject), [key]: `${key}-${index}` };
    }),
  });
  return { good: [list(Number(value))], bad: [of(/must have at most/)(list(Number(value) + 1))] };
}

function ofListType({ node }: Constraint): Changes {
  const item = sampleOf(node.items as JsonObject);
  const [key = ""] = (node["x-kubernetes-list-map-keys"] ?? []) as readonly string[];
  const other = { ...(item as JsonObject), [key]: "other" };
  return {
    good: [{ name: `two with another ${key}`, value: [item, other] }],
    bad: [{ name: `two with one ${key}`, value: [item, item], below: [], says: /Duplicate value/ }],
  };
}

const bound = (name: string, value: number): Change => ({ name, value });

function beyond(value: number, step: number, { type }: JsonObject): Change[] {
  const half = type === "number" ? [value + step / 2] : [];
  return [value + step, ...half].map((one) => bound(`${one}`, one));
}

/** How a constraint is tried, by keyword; a keyword that is not here is not known and fails the coverage. */
export const changesOf: Readonly<Record<string, (constraint: Constraint) => Changes>> = {
  type: ofType,
  maxLength: ofMaxLength,
  pattern: ofPattern,
  maxItems: ofMaxItems,
  "x-kubernetes-list-type": ofListType,
  enum: ({ value }) => ({
    good: (value as readonly JsonValue[]).map((one) => ({ name: String(one), value: one })),
    bad: [{ name: "OTHER", value: "OTHER", says: /supported values/ }],
  }),
  minimum: ({ value, node }) => ({
    good: [bound(`${value}`, Number(value))],
    bad: beyond(Number(value), -1, node).map(of(/should be greater than or equal to/)),
  }),
  maximum: ({ value, node }) => ({
    good: [bound(`${value}`, Number(value))],
    bad: beyond(Number(value), 1, node).map(of(/should be less than or equal to/)),
  }),
  minLength: ({ value }) => ({
    good: [text(Number(value))],
    bad: [of(/should be at least/)(text(Number(value) - 1))],
  }),
  required: ({ value }) => ({
    good: [unchanged],
    bad: [{ name: "without it", value: undefined, below: [String(value)], says: /Required value/ }],
  }),
  format: ({ value }) =>
    value === "date-time"
      ? { good: [unchanged], bad: [{ name: "yesterday", value: "yesterday", says: /must be of type date-time/ }] }
      : { good: [unchanged], bad: [{ name: "2^63", value: 2 ** 63, says: /less than or equal|type integer/ }] },
  nullable: () => ({ good: [{ name: "null", value: null }], bad: [] }),
  "x-kubernetes-preserve-unknown-fields": () => ({
    good: [{ name: "an unknown field", value: { deep: [1, { a: null }] }, below: ["newInTheNextRelease"] }],
    bad: [],
  }),
  items: () => ({ good: [], bad: [] }),
  additionalProperties: () => ({ good: [], bad: [] }),
};

/** Keywords that permit something, or only hold further constraints: nothing can be rejected on their account. */
export const permissive: ReadonlySet<string> = new Set([
  "nullable",
  "x-kubernetes-preserve-unknown-fields",
  "items",
  "additionalProperties",
]);

/** The two resources that probes are made from. */
export interface Bases {
  readonly lean: JsonObject;
  readonly full: JsonObject;
}

/** One request whose verdict is known beforehand. */
export interface Probe {
  readonly name: string;
  readonly accepted: boolean;
  readonly object: JsonObject;
  /** Sent to the resource's status. */
  readonly toStatus: boolean;
  /** Where and how a rejection must read. */
  readonly field: string;
  readonly says?: RegExp;
}

/** Places that must be equal. */
const twins = identity.map((inner) => ["deployment", "initFields"].map((side) => ["spec", side, ...inner]));

/** The requests that try one constraint, on an object that has what is needed and the place in question. */
export function probesOf(constraint: Constraint, { lean, full }: Bases): Probe[] {
  const at = keysOf(constraint.steps);
  // Other values of an enum may need more than the lean object has.
  const base = constraint.keyword === "enum" ? startable(full) : leanWith(lean, full, at);
  const { good, bad } = (changesOf[constraint.keyword] as (one: Constraint) => Changes)(constraint);
  const toProbe = (accepted: boolean) => (change: Change) => ({
    ...expectationOf(constraint, change),
    accepted,
    object: change === unchanged ? full : changed(base, [...at, ...(change.below ?? [])], change.value, accepted),
  });
  return [...good.map(toProbe(true)), ...bad.map(toProbe(false))];
}

/** The full object without what does not go with every state. */
function startable(full: JsonObject): JsonObject {
  return mergePatch(full, { spec: { initialSavepointSpec: null } }) as JsonObject;
}

function expectationOf({ steps, keyword, value }: Constraint, { name, says }: Change) {
  const named = keyword === "required" ? `${keyword} ${value}` : keyword;
  const member: readonly Step[] = keyword === "required" ? [{ property: String(value) }] : [];
  const item = keyword === "x-kubernetes-list-type" ? "[1]" : "";
  return {
    name: `${fieldOf(steps)} ${named}: ${name}`,
    toStatus: fieldOf(steps).startsWith("status"),
    field: fieldOf([...steps, ...member]) + item,
    ...(says !== undefined && { says }),
  };
}

function changed(
  base: JsonObject,
  keys: readonly (string | number)[],
  value: JsonValue | undefined,
  accepted: boolean,
): JsonObject {
  const pair = accepted ? twins.find((both) => both.some((one) => one.join() === keys.join())) : undefined;
  const places = pair ?? [keys];
  return places.reduce<JsonValue>((object, place) => withValue(object, place, value), base) as JsonObject;
}
