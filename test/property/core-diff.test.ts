import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differingPaths, equals, makeMergePatch, mergePatch } from "../../shared/core/diff.ts";
import { hashOf } from "../../shared/core/hash.ts";
import type { JsonObject, JsonValue } from "../../shared/core/json.ts";
import { outOfBounds } from "../../shared/core/json.ts";
import { anyJson, nested, seeded, withoutNull } from "./json-arbitrary.ts";

const deep = 100_000;

describe("a merge patch", () => {
  // RFC 7396, appendix A.
  it.each<{ target: JsonValue; patch: JsonValue; result: JsonValue }>([
    { target: { a: "b" }, patch: { a: "c" }, result: { a: "c" } },
    { target: { a: "b" }, patch: { b: "c" }, result: { a: "b", b: "c" } },
    { target: { a: "b" }, patch: { a: null }, result: {} },
    { target: { a: "b", b: "c" }, patch: { a: null }, result: { b: "c" } },
    { target: { a: ["b"] }, patch: { a: "c" }, result: { a: "c" } },
    { target: { a: "c" }, patch: { a: ["b"] }, result: { a: ["b"] } },
    { target: { a: { b: "c" } }, patch: { a: { b: "d", c: null } }, result: { a: { b: "d" } } },
    { target: { a: [{ b: "c" }] }, patch: { a: [1] }, result: { a: [1] } },
    { target: ["a", "b"], patch: ["c", "d"], result: ["c", "d"] },
    { target: { a: "b" }, patch: ["c"], result: ["c"] },
    { target: { a: "foo" }, patch: null, result: null },
    { target: { a: "foo" }, patch: "bar", result: "bar" },
    { target: { e: null }, patch: { a: 1 }, result: { e: null, a: 1 } },
    { target: [1, 2], patch: { a: "b", c: null }, result: { a: "b" } },
    { target: {}, patch: { a: { bb: { ccc: null } } }, result: { a: { bb: {} } } },
  ])("$target with $patch is $result", ({ target, patch, result }) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  it("made from two values and applied to the first gives the second", () => {
    fc.assert(
      fc.property(withoutNull, withoutNull, (from, to) => {
        const patch = makeMergePatch(from, to);
        expect(mergePatch(from, patch ?? {})).toEqual(to);
      }),
      seeded(1_000),
    );
  });

  it("is nothing exactly for equal values", () => {
    fc.assert(
      fc.property(withoutNull, withoutNull, (from, to) => {
        expect(makeMergePatch(from, to) === undefined).toBe(equals(from, to));
      }),
      seeded(1_000),
    );
  });

  it("applied twice is as applied once, and changes neither argument", () => {
    fc.assert(
      fc.property(anyJson, anyJson, (target, patch) => {
        const before = structuredClone([target, patch]);
        const once = mergePatch(target, patch);
        expect(mergePatch(once, patch)).toEqual(once);
        expect([target, patch]).toEqual(before);
      }),
      seeded(500),
    );
  });

  it("says no more than what differs", () => {
    const from = { a: { b: 1, c: { d: 1, e: 2 } }, same: { x: [1] } };
    expect(makeMergePatch(from, { a: { b: 1, c: { d: 1, e: 3 } }, same: { x: [1] }, f: {} })).toEqual({
      a: { c: { e: 3 } },
      f: {},
    });
  });

  it("reaches no prototype", () => {
    const patch = JSON.parse(
      '{"__proto__":{"bad":1},"constructor":{"prototype":{"bad":1}},"a":{"__proto__":{"bad":1}}}',
    );
    const target = JSON.parse('{"a":{"__proto__":{"old":1},"b":1}}');
    const merged = mergePatch(target, patch) as JsonObject;
    expect(JSON.stringify(merged)).toBe('{"a":{"b":1}}');
    expect(makeMergePatch({}, JSON.parse('{"__proto__":{"bad":1}}'))).toBeUndefined();
    expect(({} as { bad?: unknown }).bad).toBeUndefined();
  });

  it("takes values of any depth", () => {
    const patch = makeMergePatch(nested(deep, 1), nested(deep, 2));
    expect(equals(patch, nested(deep, 2))).toBe(true);
    expect(equals(mergePatch(nested(deep, 1), patch ?? {}), nested(deep, 2))).toBe(true);
  });
});

describe("equality", () => {
  it("knows no order of keys, and no difference between absent and undefined", () => {
    expect(equals({ a: 1, b: { c: [1, { d: 2 }] } }, { b: { c: [1, { d: 2 }] }, a: 1, e: undefined })).toBe(true);
  });

  it.each<[unknown, unknown]>([
    [{}, []],
    [
      [1, 2],
      [2, 1],
    ],
    [null, {}],
    ["1", 1],
    [{ a: null }, {}],
    [[], { length: 0 }],
    [JSON.parse('{"__proto__":{"a":1}}'), {}],
  ])("%j is not %j", (left, right) => expect([equals(left, right), equals(right, left)]).toEqual([false, false]));

  it("is the same as an equal hash", () => {
    fc.assert(
      fc.property(anyJson, anyJson, (left, right) => {
        expect(hashOf(left) === hashOf(right)).toBe(equals(left, right));
      }),
      seeded(1_000),
    );
  });
});

describe("a hash", () => {
  it("stays what it is from release to release, since records hold it", () => {
    expect(hashOf({ b: [1, null, "é"], a: { d: true, c: -0.5 } })).toBe("3a166ac64235eefe092e3b63b5465ed9");
  });

  it.each([
    { name: "deep", value: nested(deep, 1) },
    { name: "wide", value: Array.from({ length: 400_000 }, () => 1) as JsonValue },
  ])("takes $name values", ({ value }) => expect(hashOf(value)).toMatch(/^[0-9a-f]{32}$/));
});

describe("differing paths", () => {
  it.each<{ name: string; wanted: JsonObject; actual: unknown; paths: string[] }>([
    { name: "nothing differs", wanted: { a: { b: 1 } }, actual: { a: { b: 1, c: 2 }, d: 3 }, paths: [] },
    { name: "a leaf and a missing one", wanted: { a: { b: 1 }, z: 1 }, actual: { a: { b: 2 } }, paths: ["a.b", "z"] },
    { name: "arrays are leaves", wanted: { a: [1, 2] }, actual: { a: [1] }, paths: ["a"] },
    { name: "an object over a scalar", wanted: { a: { b: 1 } }, actual: { a: 1 }, paths: ["a.b"] },
  ])("$name", ({ wanted, actual, paths }) => expect(differingPaths(wanted, actual)).toEqual(paths));

  it("take any depth", () => expect(differingPaths(nested(2_000, 1), {})).toHaveLength(1));
});

describe("bounds", () => {
  it.each<{ name: string; value: unknown; found: string | undefined }>([
    { name: "an ordinary value", value: { a: [1, { b: null }] }, found: undefined },
    { name: "depth", value: nested(deep, 1), found: "nested deeper than 64 levels" },
    { name: "size", value: Array.from({ length: 10_001 }, () => 0), found: "more than 10000 values" },
    {
      name: "__proto__",
      value: JSON.parse('{"a":{"__proto__":1}}'),
      found: 'the key "__proto__", which is not allowed',
    },
    { name: "constructor", value: { constructor: 1 }, found: 'the key "constructor", which is not allowed' },
  ])("$name", ({ value, found }) => expect(outOfBounds(value)).toBe(found));
});
