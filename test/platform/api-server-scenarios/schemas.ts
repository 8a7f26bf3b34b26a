import type { JsonObject } from "../../../simulators/platform/api-server/json.ts";
import { crd, crds, defined, get, merge, pipe, pipes, post, type Step } from "./scenario.ts";

const text = (more: JsonObject = {}): JsonObject => ({ type: "string", ...more });
const whole = (more: JsonObject = {}): JsonObject => ({ type: "integer", ...more });
const list = (items: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "array", items, ...more });
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "object", properties, ...more });
const ab = { a: whole(), b: whole() };
const free = { "x-kubernetes-preserve-unknown-fields": true };
const needs = (...names: string[]) => names.map((name) => ({ required: [name] }));

function schema(changes: { least: number; leastItem: number; required: string[] }): JsonObject {
  const byKey = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] };
  const spec = object(
    {
      mode: text({ enum: ["PATCH", "PUT"] }),
      n: whole({ minimum: changes.least, maximum: 10 }),
      f: { type: "number", exclusiveMinimum: true, minimum: 0 },
      five: whole({ multipleOf: 5 }),
      s: text({ minLength: 2, maxLength: 5 }),
      p: text({ pattern: "^[a-z]+$" }),
      b: { type: "boolean" },
      l: list(text({ maxLength: 3 }), { minItems: 1, maxItems: 2 }),
      set: list(text(), { "x-kubernetes-list-type": "set" }),
      map: list(
        object({ k: text(), v: whole({ minimum: changes.leastItem, maximum: 5 }) }, { required: ["k"] }),
        byKey,
      ),
      kv: { type: "object", additionalProperties: text({ maxLength: 3 }), maxProperties: 2 },
      ios: { "x-kubernetes-int-or-string": true },
      any: { type: "object", ...free },
      anyx: free,
      part: object({ known: object({ a: whole() }) }, free),
      nul: text({ nullable: true }),
      d: text({ default: "dflt" }),
      dn: text({ default: "dflt", nullable: true }),
      dobj: object({ a: whole({ default: 1 }), b: whole({ default: 2 }) }, { default: {} }),
      nodef: object({ a: whole({ default: 1 }) }),
      date: text({ format: "date-time" }),
      dur: text({ format: "duration" }),
      ip: text({ format: "ipv4" }),
      uri: text({ format: "uri" }),
      i32: whole({ format: "int32" }),
      byte: text({ format: "byte" }),
      uuid: text({ format: "uuid" }),
      one: object(ab, { oneOf: needs("a", "b") }),
      anyo: object(ab, { anyOf: needs("a", "b") }),
      all: object(ab, { allOf: needs("a", "b") }),
      no: object(ab, { not: { required: ["a"] } }),
      deep: object({ x: object({ y: object({ z: whole({ minimum: 3 }) }, { required: ["z"] }) }) }),
      nums: list(whole({ enum: [1, 2, 3] })),
      req: text(),
    },
    { required: changes.required },
  );
  return object({ spec, status: object({ phase: text({ enum: ["A", "B"] }), n: whole() }) });
}

const first = schema({ least: 0, leastItem: 0, required: [] });
const tighter = schema({ least: 5, leastItem: 3, required: ["req"] });

/** A creation that is only tried. */
const tried = (name: string, spec: unknown): Step => post(name, `${pipes}?dryRun=All`, pipe("x", spec));

const values: readonly (readonly [name: string, spec: unknown])[] = [
  ["enum", { mode: "FOO" }],
  ["minimum", { n: -1 }],
  ["maximum", { n: 11 }],
  ["text for integer", { n: "x" }],
  ["fraction for integer", { n: 1.5 }],
  ["exclusive minimum", { f: 0 }],
  ["multiple", { five: 7 }],
  ["too short", { s: "a" }],
  ["too long", { s: "abcdef" }],
  ["number for text", { s: 5 }],
  ["pattern", { p: "A" }],
  ["text for boolean", { b: "true" }],
  ["too few items", { l: [] }],
  ["too many items", { l: ["a", "b", "c"] }],
  ["long item", { l: ["abcd"] }],
  ["text for list", { l: "x" }],
  ["number for item", { l: [1] }],
  ["repeated in a set", { set: ["a", "a", "b", "a"] }],
  ["repeated key in a map", { map: [{ k: "a" }, { k: "a" }] }],
  ["item without key", { map: [{ v: 1 }] }],
  ["item above maximum", { map: [{ k: "a", v: 9 }] }],
  ["long value", { kv: { a: "abcd" } }],
  ["too many members", { kv: { a: "a", b: "b", c: "c" } }],
  ["number for value", { kv: { a: 1 } }],
  ["int or string: int", { ios: 1 }],
  ["int or string: string", { ios: "x" }],
  ["int or string: boolean", { ios: true }],
  ["int or string: fraction", { ios: 1.5 }],
  ["unknown kept", { any: { x: { y: 1 } }, anyx: [1, { a: 2 }], part: { unk: 1, known: { a: 1, b: 2 } } }],
  ["unknown dropped", { unknown: 1, deep: { q: 1, x: { w: 1 } } }],
  ["unknown in an item", { map: [{ k: "a", zz: 1 }] }],
  ["nulls", { nul: null, s: null, d: null, dn: null }],
  ["defaults", {}],
  ["defaults beside a value", { dobj: { a: 5 } }],
  ["defaults only where there is an object", { nodef: {} }],
  ["null item", { l: [null] }],
  ["null value", { kv: { a: null } }],
  ["bad date", { date: "x" }],
  ["date", { date: "2020-01-01T00:00:00Z" }],
  ["bad duration", { dur: "x" }],
  ["bad address", { ip: "x" }],
  ["bad URI", { uri: "::" }],
  ["integer beyond its format", { i32: 3_000_000_000 }],
  ["bad bytes", { byte: "???" }],
  ["bad UUID", { uuid: "x" }],
  ["oneOf: none", { one: {} }],
  ["oneOf: two", { one: { a: 1, b: 1 } }],
  ["anyOf: none", { anyo: {} }],
  ["allOf: one", { all: { a: 1 } }],
  ["allOf: none", { all: {} }],
  ["not", { no: { a: 1 } }],
  ["required deep down", { deep: { x: { y: {} } } }],
  ["minimum deep down", { deep: { x: { y: { z: 1 } } } }],
  ["enum of numbers", { nums: [1, 5] }],
  ["text for object", "text"],
  ["null for object", null],
  ["several", { mode: "FOO", n: -1, s: "a" }],
];

const x = `${pipes}/x`;
const status = `${x}/status`;
const generation = (body: JsonObject) => (body.metadata as JsonObject).generation;

/** Validation by schema: pruning, defaults, every keyword, ratcheting, and CRDs that are refused. */
export const schemas: readonly Step[] = [
  ...defined(first),
  ...values.map(([name, spec]) => tried(name, spec)),
  post("create", pipes, pipe("x", { n: 1, map: [{ k: "a", v: 1 }] })),
  merge("a status outside the enum", status, { status: { phase: "Z" } }),
  merge("a status of another type", status, { status: { n: "z" } }),
  merge("a status with an unknown member", status, { status: { q: "z" } }),
  merge("a status with an unknown member, ignored", `${status}?fieldValidation=Ignore`, { status: { q: "z", n: 1 } }),
  merge("a default set to null", x, { spec: { d: null } }),
  merge("unknown members", x, { spec: { unk: null, unk2: 1 } }),
  merge("another type", x, { spec: { n: "a" } }),
  merge(
    "tighten the schema",
    `${crds}/pipes.example.dev`,
    { spec: { versions: versionsOf(tighter) } },
    { view: generation },
  ),
  post("the new schema is in force", `${pipes}?dryRun=All`, pipe("y", { n: 1, req: "a" }), {
    until: ({ code }) => code === 422,
  }),
  merge("labels on an object that is no longer valid", x, { metadata: { labels: { a: "b" } } }),
  merge("a change that leaves something missing", x, { spec: { s: "abc" } }),
  merge("a change to another bad value", x, { spec: { n: 2, req: "a" } }),
  merge("a change beside an old bad value", x, { spec: { s: "abc", req: "a" } }),
  merge("a new item beside an old bad one", x, {
    spec: {
      map: [
        { k: "a", v: 1 },
        { k: "b", v: 4 },
      ],
    },
  }),
  merge("a changed bad item", x, {
    spec: {
      map: [
        { k: "a", v: 2 },
        { k: "b", v: 4 },
      ],
    },
  }),
  post("a CRD with another name", crds, crd(first, "Tube", "foo.example.dev")),
  post("a CRD without type", crds, crd(object({ spec: { properties: { a: text() } } }), "Tube")),
  get("nothing of it is there", `${crds}/tubes.example.dev`),
];

function versionsOf(changed: JsonObject) {
  return (crd(changed).spec as JsonObject).versions ?? [];
}
