import { describe, expect, it } from "vitest";
import * as z from "zod";
import { toStructural } from "../../../crds/structural.ts";

const safe = Number.MAX_SAFE_INTEGER;

const rows = [
  {
    name: "a text with limits",
    why: "limits are what keeps CEL cheap",
    schema: z.string().min(1).max(9).regex(/^a+$/).describe("A text."),
    expected: { description: "A text.", type: "string", minLength: 1, maxLength: 9, pattern: "^a+$" },
  },
  {
    name: "an integer that fits 32 bits",
    why: "the API server checks the format",
    schema: z.int().min(1).max(2_147_483_647),
    expected: { type: "integer", format: "int32", minimum: 1, maximum: 2_147_483_647 },
  },
  {
    name: "a nullable integer beyond 32 bits",
    why: "nonces; beyond 2^53 a number would not survive JSON",
    schema: z.int().nullable(),
    expected: { type: "integer", format: "int64", nullable: true, minimum: -safe, maximum: safe },
  },
  {
    name: "a time",
    why: "zod's long pattern says what the format says",
    schema: z.iso.datetime(),
    expected: { type: "string", format: "date-time" },
  },
  {
    name: "a loose object",
    why: "unknown fields of the platform pass through (R5)",
    schema: z.looseObject({ a: z.string(), b: z.boolean().optional() }),
    expected: {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      required: ["a"],
      properties: { a: { type: "string" }, b: { type: "boolean" } },
    },
  },
  {
    name: "a loose object without fields of its own",
    why: "an empty properties says nothing",
    schema: z.looseObject({}),
    expected: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  },
  {
    name: "a strict object",
    why: "additionalProperties false is not structural; pruning does it",
    schema: z.strictObject({ a: z.string() }),
    expected: { type: "object", required: ["a"], properties: { a: { type: "string" } } },
  },
  {
    name: "a map",
    why: "keys are free, values typed",
    schema: z.record(z.string(), z.string().max(5)),
    expected: { type: "object", additionalProperties: { type: "string", maxLength: 5 } },
  },
  {
    name: "a list with Kubernetes' own words",
    why: "the list type comes through meta",
    schema: z.array(z.object({ type: z.string() })).meta({ "x-kubernetes-list-type": "map" }),
    expected: {
      type: "array",
      "x-kubernetes-list-type": "map",
      items: { type: "object", required: ["type"], properties: { type: { type: "string" } } },
    },
  },
  {
    name: "a field with a default",
    why: "with it the field is not required of the user",
    schema: z.object({ a: z.boolean().default(true) }),
    expected: { type: "object", properties: { a: { type: "boolean", default: true } } },
  },
  {
    name: "an integer or text",
    why: "Kubernetes has a word for it instead of a union",
    schema: z.union([z.int(), z.string()]).meta({ "x-kubernetes-int-or-string": true }),
    expected: { "x-kubernetes-int-or-string": true },
  },
];

const refused = [
  { name: "a union", schema: z.union([z.string(), z.boolean()]), words: 'field: "anyOf" cannot be said' },
  { name: "a union further down", schema: z.object({ a: z.union([z.string(), z.boolean()]) }), words: "field.a:" },
  { name: "a tuple", schema: z.tuple([z.string(), z.boolean()]), words: "cannot be said" },
  {
    name: "named fields beside typed ones of any name",
    schema: z.object({ a: z.string() }).catchall(z.string()),
    words: "field: named members beside members of any name",
  },
  { name: "what JSON cannot carry", schema: z.date(), words: "Date cannot be represented" },
];

describe("a structural schema", () => {
  it.each(rows)("says $name ($why)", ({ schema, expected }) => {
    expect(toStructural(schema, "field")).toEqual(expected);
  });

  it.each(refused)("cannot say $name, and where", ({ schema, words }) => {
    expect(() => toStructural(schema, "field")).toThrow(words);
  });
});
