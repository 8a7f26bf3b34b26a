import { describe, expect, it } from "vitest";
import * as z from "zod";
import { leafIssues } from "../../../shared/core/leaf-issues.ts";
import { validate } from "../../../shared/core/validate.ts";

const schema = z.looseObject({
  name: z.string(),
  labels: z.record(z.string(), z.string().max(3)).optional(),
  files: z
    .array(z.looseObject({ uri: z.string() }))
    .max(2)
    .optional(),
  state: z.enum(["RUNNING", "SUSPENDED"]).optional(),
  amount: z.union([z.number(), z.string()]).optional(),
});

const many = <Value>(count: number, value: Value) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, value]));

describe("the first issues of what stands in a value", () => {
  it.each<{ name: string; why: string; value: unknown; paths: string[] }>([
    { name: "a sound one", why: "none", value: { name: "a", labels: { b: "c" }, other: 1 }, paths: [] },
    { name: "one without what is required", why: "absent is wrong there", value: {}, paths: ["name"] },
    { name: "a text in place of all", why: "its own type is wrong", value: "x", paths: [""] },
    {
      name: "wrong members of a map",
      why: "by key",
      value: { name: "a", labels: { b: 1, c: "long" } },
      paths: ["labels.b", "labels.c"],
    },
    { name: "a list in place of a map", why: "one issue", value: { name: "a", labels: [1, 2] }, paths: ["labels"] },
    {
      name: "wrong elements of a list",
      why: "by index",
      value: { name: "a", files: [{}, 7] },
      paths: ["files.0.uri", "files.1"],
    },
    {
      name: "no choice",
      why: "judged as such",
      value: { name: "a", state: "UP", amount: [] },
      paths: ["state", "amount"],
    },
    {
      name: "a member of every object",
      why: "only own ones count",
      value: { name: "a", labels: { toString: 1 } },
      paths: ["labels.toString"],
    },
  ])("of $name are those of the schema ($why)", ({ value, paths }) => {
    const all = schema.safeParse(value).error?.issues ?? [];
    const found = leafIssues(schema, value, 100);
    expect(found.map(({ path }) => path.join("."))).toEqual(paths);
    expect(found).toEqual(all.map(({ path, code, message }) => ({ path, code, message })));
  });

  it("are as many as are wanted, and no more is looked at", () => {
    const labels = {
      ...many(2, 7),
      get last(): string {
        throw new Error("looked too far");
      },
    };
    expect(leafIssues(schema, { name: "a", labels }, 2)).toHaveLength(2);
  });
});

describe("a large spec", () => {
  const judge = (spec: object) =>
    validate(
      { schema: { spec: schema }, rules: [] },
      { object: { metadata: { name: "a" }, spec: spec as never }, settings: {} as never },
    );

  it.each<{ name: string; why: string; spec: object; count: number }>([
    { name: "sound", why: "it is allowed", spec: { name: "a", labels: many(9_000, "x") }, count: 0 },
    {
      name: "wrong in one place of many",
      why: "that one is told",
      spec: { name: "a", labels: { ...many(9_000, "x"), last: 1 } },
      count: 1,
    },
    {
      name: "wrong everywhere",
      why: "the first hundred are told",
      spec: { name: "a", labels: many(9_000, 7) },
      count: 100,
    },
    {
      name: "wrong in a value and as a list",
      why: "its length is told once the values are right",
      spec: { name: "a", files: [...Array(600).fill({ uri: "x" }), 7] },
      count: 1,
    },
    {
      name: "wrong as a list alone",
      why: "its length is the schema's to say",
      spec: { name: "a", files: Array(600).fill({ uri: "x" }) },
      count: 1,
    },
  ])("that is $name has $count violations ($why)", ({ spec, count }) => {
    expect(judge(spec)).toHaveLength(count);
  });

  it.each<{ name: string; why: string; labels: object; most: number }>([
    { name: "sound", why: "once for its values, once as a whole", labels: many(9_000, "x"), most: 18_000 },
    { name: "wrong at its end", why: "once", labels: { ...many(9_000, "x"), last: "wrong" }, most: 9_001 },
    { name: "wrong everywhere", why: "until enough is told", labels: many(9_000, "wrong"), most: 100 },
    { name: "too large", why: "nothing of it", labels: many(10_000, "x"), most: 0 },
  ])("that is $name is asked about $most values at most ($why)", ({ labels, most }) => {
    let asked = 0;
    const label = z.string().refine((text) => {
      asked += 1;
      return text !== "wrong";
    });
    const counting = z.object({ labels: z.record(z.string(), label) });
    const object = { metadata: { name: "a" }, spec: { labels } as never };
    validate({ schema: { spec: counting }, rules: [] }, { object, settings: {} as never });
    expect(asked).toBeLessThanOrEqual(most);
  });

  it("says of what is missing that it is required", () => {
    expect(judge({ labels: many(9_000, 7) })[0]).toEqual({ path: "spec.name", message: "Required value" });
  });
});
