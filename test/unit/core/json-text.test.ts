import { describe, expect, it } from "vitest";
import { outOfBounds } from "../../../shared/core/json.ts";
import { hasMoreValues } from "../../../shared/core/json-text.ts";

const most = 10;
const filled = "x".repeat(100);

describe("JSON text of more than ten values", () => {
  it.each<{ name: string; why: string; text: string; is: boolean }>([
    { name: "nothing", why: "no value", text: "", is: false },
    { name: "a text", why: "one value, however long", text: JSON.stringify(filled), is: false },
    { name: "ten values", why: "a list and nine in it", text: `[${Array(9).fill(1111)}]`, is: false },
    { name: "eleven values", why: "a list and ten in it", text: `[${Array(10).fill(1111)}]`, is: true },
    { name: "members", why: "each has a value", text: JSON.stringify({ ...Array(10).fill(filled) }), is: true },
    { name: "depth", why: "each level is a value", text: `${"[".repeat(11)}${"]".repeat(11)}`, is: true },
    { name: "marks in a text", why: "they separate nothing", text: JSON.stringify(",[{".repeat(20)), is: false },
    { name: "quotes in a text", why: "they do not end it", text: JSON.stringify('",'.repeat(20)), is: false },
    { name: "a backslash at the end of a text", why: "the text ends", text: `["\\\\"${",1".repeat(10)}]`, is: true },
    { name: "a text without end", why: "reading it will say so", text: `["${",".repeat(40)}`, is: false },
    { name: "no JSON at all", why: "total on any text", text: "<html>".repeat(10), is: false },
  ])("$name: $is ($why)", ({ text, is }) => expect(hasMoreValues(text, most)).toBe(is));

  it.each([{}, { a: { b: [1, 2, { c: "," }] } }, [1, [2, [3]]], Array(9).fill({ a: 1 })])(
    "is what the bound of its value says: %j",
    (value) => {
      const text = JSON.stringify(value).padEnd(200);
      const counts = Array.from({ length: 30 }, (_, index) => index + 1);
      for (const nodes of counts.filter((count) => JSON.stringify(value) !== "{}" || count > 1)) {
        expect(hasMoreValues(text, nodes)).toBe(outOfBounds(value, { depth: 64, nodes }) !== undefined);
      }
    },
  );
});
