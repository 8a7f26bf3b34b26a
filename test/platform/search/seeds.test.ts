import { describe, expect, it } from "vitest";
import { readSeeds, seedsOf, writeSeeds } from "./seeds.ts";

describe("seeds as they are written", () => {
  const rows = [
    { name: "a number", why: "means so many from 0 on", text: "3", seeds: [0, 1, 2] },
    { name: "a range", why: "has both of its ends", text: "7-9", seeds: [7, 8, 9] },
    { name: "ranges", why: "keep their order", text: "5-5,1-2", seeds: [5, 1, 2] },
    { name: "none at all", why: "a search for nothing finds nothing", text: "0", seeds: undefined },
    { name: "a range backwards", why: "is a typing error", text: "9-7", seeds: undefined },
    { name: "half a range", why: "is a typing error", text: "7-", seeds: undefined },
    { name: "words", why: "are no seeds", text: "all", seeds: undefined },
  ];
  it.each(rows)("$name: it $why", ({ text, seeds }) => {
    const ranges = readSeeds(text);
    expect(ranges && seedsOf(ranges)).toEqual(seeds);
    if (seeds !== undefined) expect(seedsOf(readSeeds(writeSeeds(seeds)) ?? [])).toEqual(seeds);
  });
});
