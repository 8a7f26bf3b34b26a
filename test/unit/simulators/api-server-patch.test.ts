import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Json,
  type JsonObject,
  maxDepth,
  nestsTooDeep,
  sameJson,
} from "../../../simulators/platform/api-server/json.ts";
import { jsonPatch, mergePatch } from "../../../simulators/platform/api-server/patch.ts";

describe("merge patch", () => {
  // The examples of RFC 7396, appendix A.
  it.each<[target: Json, patch: Json, result: Json]>([
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b" }, { a: null }, {}],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [
      ["a", "b"],
      ["c", "d"],
      ["c", "d"],
    ],
    [{ a: "b" }, ["c"], ["c"]],
    [{ a: "foo" }, null, null],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: "b", c: null }, { a: "b" }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])("%j with %j is %j", (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  it("applied twice is applied once, and changes neither argument", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
        const before = JSON.stringify([target, patch]);
        const once = mergePatch(target as Json, patch as Json);
        expect(sameJson(mergePatch(once, patch as Json), once)).toBe(true);
        expect(JSON.stringify([target, patch])).toBe(before);
      }),
    );
  });
});

describe("JSON patch", () => {
  it.each<[name: string, target: JsonObject, patch: Json, result: Json]>([
    ["adds into the middle of a list", { l: [1, 3] }, [{ op: "add", path: "/l/1", value: 2 }], { l: [1, 2, 3] }],
    [
      "unescapes ~1 and ~0",
      { "a/b": { "c~d": 1 } },
      [{ op: "replace", path: "/a~1b/c~0d", value: 2 }],
      { "a/b": { "c~d": 2 } },
    ],
    ["copies", { a: { b: 1 } }, [{ op: "copy", from: "/a", path: "/c" }], { a: { b: 1 }, c: { b: 1 } }],
    ["moves", { a: 1 }, [{ op: "move", from: "/a", path: "/b" }], { b: 1 }],
    ["replaces the whole", { a: 1 }, [{ op: "replace", path: "", value: { b: 2 } }], { b: 2 }],
    [
      "tests by value",
      { a: { x: 1, y: 2 } },
      [{ op: "test", path: "/a", value: { y: 2, x: 1 } }],
      { a: { x: 1, y: 2 } },
    ],
  ])("%s", (_name, target, patch, result) => {
    const before = structuredClone(target);
    expect(jsonPatch(target, patch)).toEqual(result);
    expect(target).toEqual(before);
  });
});

describe("depth", () => {
  it.each([
    { name: "at the limit", text: "[".repeat(maxDepth) + "]".repeat(maxDepth), tooDeep: false },
    { name: "beyond it", text: "[".repeat(maxDepth + 1) + "]".repeat(maxDepth + 1), tooDeep: true },
    { name: "brackets inside a text", text: JSON.stringify({ a: `${"[".repeat(5000)}\\"{` }), tooDeep: false },
    { name: "far beyond it, never closed", text: "[".repeat(1_000_000), tooDeep: true },
  ])("$name", ({ text, tooDeep }) => {
    expect(nestsTooDeep(text)).toBe(tooDeep);
  });
});
