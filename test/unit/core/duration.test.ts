import { describe, expect, it } from "vitest";
import { parseDuration } from "../../../shared/core/duration.ts";
import { delayOf, followBackoff } from "../../../shared/core/schedule.ts";

describe("a duration", () => {
  it.each<[string, number]>([
    ["0s", 0],
    ["500ms", 500],
    ["60s", 60_000],
    ["1m30s", 90_000],
    ["10m", 600_000],
    ["2h", 7_200_000],
    ["1h1m1s1ms", 3_661_001],
    ["876000h", 3_153_600_000_000],
  ])("%s is %d ms", (text, ms) => expect(parseDuration(text)).toBe(ms));

  it.each([
    "",
    "60",
    "s",
    "1 s",
    "-1s",
    "1.5s",
    "1d",
    "1S",
    "1s ",
    "9999999999s",
    "1e3s",
    "١s",
    "876000h1ms",
    "999999999h999999999h",
  ])("%j is none", (text) => expect(parseDuration(text)).toBeUndefined());
});

describe("the delays of a follow", () => {
  it("double from 1 s up to 10 s", () => {
    expect([-1, 0, 1, 2, 3, 4, 50, 2_000].map((attempt) => delayOf(followBackoff, attempt))).toEqual([
      1_000, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000,
    ]);
  });
});
