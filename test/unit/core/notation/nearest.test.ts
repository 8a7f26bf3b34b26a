import { describe, expect, it } from "vitest";
import { nearest } from "../../../../shared/core/notation/nearest.ts";

describe("the candidate that a word may be meant as", () => {
  it.each([
    { why: "one letter is missing", word: "formt", candidates: ["other", "format"], is: "format" },
    { why: "the one with fewer edits", word: "abcdef", candidates: ["abcxyf", "abcxef", "abxxef"], is: "abcxef" },
    { why: "of two as near the first", word: "abcdef", candidates: ["abcdex", "abcdxf"], is: "abcdex" },
    { why: "as many edits as a third of the word", word: "abcdef", candidates: ["abcdxy"], is: "abcdxy" },
    { why: "and not one more", word: "abcdef", candidates: ["abcxyz"], is: undefined },
    { why: "letters that were left out count as well", word: "abcdef", candidates: ["abcd"], is: "abcd" },
    { why: "as do those that came in", word: "abcdef", candidates: ["xabcdefy"], is: "xabcdefy" },
    { why: "letters that moved by one", word: "abcdefghi", candidates: ["bcdefghia"], is: "bcdefghia" },
    { why: "the word itself", word: "abc", candidates: ["abd", "abc"], is: "abc" },
    { why: "a word that is too short for a slip", word: "ab", candidates: ["ac"], is: undefined },
    { why: "no word", word: "", candidates: ["a"], is: undefined },
    { why: "no candidates", word: "abcdef", candidates: [], is: undefined },
  ])("$why: $word", ({ word, candidates, is }) => {
    expect(nearest(word, candidates)).toBe(is);
  });
});
