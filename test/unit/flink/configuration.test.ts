import { describe, expect, it } from "vitest";
import { flatten } from "../../../shared/flink/configuration.ts";

describe("flatten", () => {
  it.each([
    { name: "nothing", why: "an absent map", source: undefined, flat: {} },
    { name: "null", why: "an emptied field", source: null, flat: {} },
    { name: "flat", why: "as it was written", source: { "a.b": "x" }, flat: { "a.b": "x" } },
    { name: "nested", why: "1.3", source: { a: { b: { c: "x" }, d: "y" } }, flat: { "a.b.c": "x", "a.d": "y" } },
    {
      name: "numbers and switches",
      why: "no quotes",
      source: { a: 2, b: 0.5, c: true },
      flat: { a: "2", b: "0.5", c: "true" },
    },
    { name: "a list", why: "1.3: joined with ;", source: { a: ["x", 1, null] }, flat: { a: "x;1" } },
    { name: "a list with ;", why: "read back as one part", source: { a: ["x;y", "z"] }, flat: { a: "'x;y';z" } },
    {
      name: "a list of maps",
      why: "Flink's notation, quoted at each of its levels",
      source: { tolerations: [{ key: "a", operator: "Exists" }, { key: "b:c" }] },
      flat: { tolerations: "key:a,operator:Exists;'''key:''''b:c'''''''" },
    },
    { name: "null inside", why: "dropped", source: { a: null, b: { c: null } }, flat: {} },
    { name: "an empty text", why: "a value as any other", source: { a: "" }, flat: { a: "" } },
  ])("$name: $why", ({ source, flat }) => {
    expect(flatten(source)).toEqual({ configuration: flat, problems: [] });
  });

  it.each([
    { name: "a text", source: "a: b" },
    { name: "a list", source: ["a"] },
    { name: "a number", source: 7 },
  ])("$name is no configuration", ({ source }) => {
    expect(flatten(source)).toEqual({
      configuration: {},
      problems: [{ path: "spec.flinkConfiguration", message: "is no map of options" }],
    });
  });

  it("names a key that is set twice, and keeps the later one", () => {
    expect(flatten({ a: { b: 1 }, "a.b": 2 }, "spec.job.x")).toEqual({
      configuration: { "a.b": "2" },
      problems: [{ path: "spec.job.x.a.b", message: "is set twice, nested and with dots" }],
    });
  });

  it("leaves nested options out whose keys have more than 65,536 characters together, and says so", () => {
    const long = "x".repeat(30_000);
    expect(flatten({ [long]: { a: 1, b: 2, c: 3 }, d: 4 })).toEqual({
      configuration: { [`${long}.a`]: "1", [`${long}.b`]: "2", d: "4" },
      problems: [
        { path: "spec.flinkConfiguration", message: "has more than 65536 characters in the keys of nested options" },
      ],
    });
  });

  it("leaves lists out with more than 4,096 apostrophes together, which come to eight times as many", () => {
    const [few, many] = ["'".repeat(4_000), "'".repeat(97)];
    expect(flatten({ a: [few], b: [{ c: many }], c: ["x"], d: many })).toEqual({
      configuration: { a: `'${few}${few}'`, c: "x", d: many },
      problems: [{ path: "spec.flinkConfiguration", message: "has more than 4096 apostrophes in lists" }],
    });
  });

  it("a key that is written flat counts as it is, and the operator's own file is not a resource", () => {
    const long = "x".repeat(70_000);
    expect(flatten({ [long]: 1 }).problems).toEqual([]);
    expect(flatten({ [long]: { a: 1, b: 2 } }, "configuration").problems).toEqual([]);
  });

  it("is not a matter of depth or width", () => {
    let deep: Record<string, unknown> = { leaf: 1 };
    for (let level = 0; level < 20_000; level += 1) deep = { a: deep };
    expect(Object.values(flatten({ deep }).configuration)).toEqual(["1"]);
    const wide = Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`k${n}`, n]));
    expect(Object.keys(flatten(wide).configuration)).toHaveLength(200_000);
  });
});
