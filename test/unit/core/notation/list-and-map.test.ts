import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  readList,
  readMap,
  readMaps,
  writeList,
  writeMap,
  writeMaps,
} from "../../../../shared/core/notation/list-and-map.ts";
import { seeded } from "../../../property/json-arbitrary.ts";

describe("lists as Flink notes them", () => {
  it.each([
    { text: "", list: [] },
    { text: "  ", list: [] },
    { text: "a;b", list: ["a", "b"] },
    { text: " a ; b ", list: ["a", "b"] },
    { text: "'A;B';C", list: ["A;B", "C"] },
    { text: `"AB'""D;B";C`, list: [`AB'"D;B`, "C"] },
    { text: "'it''s' ;b", list: ["it's", "b"] },
    { text: "a;;b", list: ["a", "", "b"] },
    { text: "a;", list: ["a"] },
    { text: "it's;a'b'", list: ["it's", "a'b'"] },
    { text: "a;b; \t\n", list: ["a", "b"] },
    { text: "' a ' ;", list: [" a "] },
  ])("$text", ({ text, list }) => {
    expect(readList(text)).toEqual({ ok: true, value: list });
  });

  it.each([
    { text: "'a", reason: /never closed/ },
    { text: "'a'b;c", reason: /goes on after a closing quote/ },
  ])("$text is none", ({ text, reason }) => {
    expect(readList(text)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });
});

it("blanks behind many parts are passed once, and not once for each part", () => {
  const reading = readList(`${";".repeat(500_000)}${" ".repeat(500_000)}`);
  expect(reading).toMatchObject({ ok: true, value: { length: 500_000 } });
});

describe("maps", () => {
  it.each([
    {
      why: "the guide's labels",
      text: "team:data,env:prod",
      map: [
        ["team", "data"],
        ["env", "prod"],
      ],
    },
    { why: "quoted as Flink wants it", text: "'role:''arn:aws:iam'''", map: [["role", "arn:aws:iam"]] },
    {
      why: "JSON",
      text: '{"a": "b:c", "n": 1, "x": null}',
      map: [
        ["a", "b:c"],
        ["n", "1"],
      ],
    },
    { why: "nothing", text: "", map: [] },
  ])("$why", ({ text, map }) => {
    expect(readMap(text)).toEqual({ ok: true, value: map });
  });

  it("the guide's annotation with colons is read, with a warning that names Flink's spelling", () => {
    expect(readMap("iam.amazonaws.com/role: arn:aws:iam::123:role/flink")).toEqual({
      ok: true,
      value: [["iam.amazonaws.com/role", "arn:aws:iam::123:role/flink"]],
      warning: expect.stringContaining("'iam.amazonaws.com/role:''arn:aws:iam::123:role/flink'''"),
    });
  });

  it.each([
    { text: "a", reason: /"a", which is no key:value/ },
    { text: "k:v1,v2", reason: /"v2", which is no key:value; quote/ },
    { text: ":a:b", reason: /no key:value/ },
    { text: "a:", reason: /"a:", which is no key:value$/ },
    { text: ":b", reason: /":b", which is no key:value$/ },
    { text: "'a':'b'", reason: /goes on after a closing quote/ },
    { text: "{a", reason: /begins like JSON/ },
    { text: "'a", reason: /never closed/ },
  ])("$text is none", ({ text, reason }) => {
    expect(readMap(text)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });
});

describe("lists of maps", () => {
  it("the guide's tolerations as JSON are read, with a warning that names Flink's spelling", () => {
    expect(readMaps('[{"key":"flink-exclusive","operator":"Equal","value":"true"}]\n')).toEqual({
      ok: true,
      value: [
        [
          ["key", "flink-exclusive"],
          ["operator", "Equal"],
          ["value", "true"],
        ],
      ],
      warning: "is JSON; Flink's own spelling is key:flink-exclusive,operator:Equal,value:true",
    });
  });

  it("Flink's own notation", () => {
    expect(readMaps("key:a,operator:Exists;key:b")).toEqual({
      ok: true,
      value: [
        [
          ["key", "a"],
          ["operator", "Exists"],
        ],
        [["key", "b"]],
      ],
    });
  });

  it.each(["[1]", "[", '["a"]', "a;b", "'a"])("%s is none", (text) => {
    expect(readMaps(text).ok).toBe(false);
  });
});

describe("what is written is read back, whatever is in it", () => {
  const key = fc.string({ minLength: 1, unit: "binary" });
  const entries = fc.array(fc.tuple(key, fc.string({ unit: "binary" })), { maxLength: 4 });

  it("lists", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom("a", "'", '"', ";", ":", ",", " ", "[", "-", "\n") })),
        (list) => {
          expect(readList(writeList(list))).toEqual({ ok: true, value: list });
        },
      ),
      seeded(500),
    );
  });

  it("maps, and lists of them", () => {
    fc.assert(
      fc.property(
        entries,
        fc.array(
          entries.filter((map) => map.length > 0),
          { minLength: 1, maxLength: 3 },
        ),
        (map, maps) => {
          expect(readMap(writeMap(map))).toEqual({ ok: true, value: map });
          expect(readMaps(writeMaps(maps))).toEqual({ ok: true, value: maps });
        },
      ),
      seeded(500),
    );
  });

  it("no text makes a reader throw", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "'", '"', ";", ":", ",", " ", "[", "{", "}", "]") }),
        (text) => {
          for (const readIt of [readList, readMap, readMaps]) expect(typeof readIt(text).ok).toBe("boolean");
        },
      ),
      seeded(1000),
    );
  });
});
