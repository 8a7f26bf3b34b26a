import { describe, expect, it } from "vitest";
import { projectRoot } from "./kustomization.ts";
import { readPatterns } from "./pattern-literals.ts";
import { shapeOf } from "./pattern-shape.ts";
import { reviewedPatterns } from "./reviewed-patterns.ts";

const { literals, made } = readPatterns(projectRoot);
describe("every regular expression of the product", () => {
  it("is found", () => {
    expect(literals.length).toBeGreaterThan(35);
    expect(new Set(literals.map(({ file }) => file)).size).toBeGreaterThan(20);
  });

  it("is written down, so that no text from outside becomes one", () => {
    expect(made).toEqual([]);
  });

  it("repeats nothing that repeats, and has no open start before an open end, or is reviewed", () => {
    const suspects = literals.filter(({ source }) => {
      const { nested, openStart } = shapeOf(source);
      return nested.length > 0 || openStart;
    });
    expect(suspects.map(({ source }) => source).sort()).toEqual(Object.keys(reviewedPatterns).sort());
  });

  it("refers to nothing that it matched before, which would be exponential", () => {
    expect(literals.filter(({ source }) => /\\[1-9]|\\k</.test(source))).toEqual([]);
  });
});

describe("the shape of a pattern", () => {
  it.each([
    { source: "^a+$", nested: [], why: "one repetition" },
    { source: "^(a+)+$", nested: ["(a+)+"], why: "the classic one" },
    { source: "^(?:a|b*)*c", nested: ["(?:a|b*)*"], why: "within an alternative" },
    { source: "(x(a?b){2})+", nested: ["(a?b){2}", "(x(a?b){2})+"], why: "twice is a repetition too" },
    { source: "(a{3}){2,}", nested: [], why: "always of the same length" },
    { source: "(a+)?", nested: [], why: "at most once" },
    { source: "([)+]*)+", nested: ["([)+]*)+"], why: "signs within a class are characters" },
    { source: "\\(a+\\)+", nested: [], why: "brackets that are characters make no group" },
  ])("$source has $nested ($why)", ({ source, nested }) => {
    expect(shapeOf(source).nested).toEqual(nested);
  });

  it.each([
    { source: "\\s+$", openStart: true, why: "n starts, n characters each" },
    { source: "^\\s+$", openStart: false, why: "one start" },
    { source: "[.!?]$", openStart: false, why: "one character" },
    { source: "a{1,3}$", openStart: false, why: "three characters" },
    { source: "(\\d+)(s|m)", openStart: true, why: "n starts, and no unit at the end of any" },
    { source: "([^a-z]+)", openStart: false, why: "the first start is the match" },
    { source: "#.*$", openStart: true, why: "as many starts as marks" },
  ])("$source has an open start: $openStart ($why)", ({ source, openStart }) => {
    expect(shapeOf(source).openStart).toBe(openStart);
  });
});
