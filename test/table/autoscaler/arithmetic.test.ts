import { describe, expect, it } from "vitest";
import { roundDecimal, roundMetric } from "../../../shared/autoscaler/arithmetic/decimal.ts";
import { roundToLong, toInt, wholeSeconds } from "../../../shared/autoscaler/arithmetic/java-number.ts";

const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;

describe("2.3: a metric as it is stored", () => {
  it.each([
    { value: 1.2345, stored: 1.235, why: "half of a unit goes up" },
    { value: 1.0005, stored: 1.001, why: "by its decimal text, although the binary number is a little less" },
    { value: -1.0005, stored: -1.001, why: "and away from zero below it" },
    { value: 0.0004, stored: 0.0004, why: "never 0: a tiny rate stays one" },
    { value: 0.0005, stored: 0.001, why: "half of the last digit is one" },
    { value: 1e-7, stored: 1e-7, why: "also in the notation with an exponent" },
    { value: 0, stored: 0, why: "nothing is nothing" },
    { value: 1.5e21, stored: 1.5e21, why: "more digits than there are" },
    { value: nan, stored: nan, why: "unknown stays unknown" },
    { value: infinity, stored: infinity, why: "and without bound without bound" },
  ])("$value is $stored: $why", ({ value, stored }) => {
    expect(roundMetric(value)).toBe(stored);
  });
});

describe("2.17, 2.21: rounding up", () => {
  it.each([
    { value: 0.801, digits: 2, up: 0.81, why: "anything above goes to the next" },
    { value: 0.8, digits: 2, up: 0.8, why: "what is exact stays" },
    { value: 0.1 + 0.2, digits: 2, up: 0.31, why: "0.3 and a rounding error of binary is more than 0.3" },
    { value: -0.801, digits: 2, up: -0.8, why: "up is up below zero too" },
  ])("$value at $digits digits is $up: $why", ({ value, digits, up }) => {
    expect(roundDecimal(value, digits, "up")).toBe(up);
  });
});

describe("2.11: whole numbers as 64-bit integers have them", () => {
  it.each([
    { value: 12_200.5, long: 12_201, why: "half goes up" },
    { value: -2.5, long: -2, why: "also below zero" },
    { value: nan, long: 0, why: "NaN is 0" },
    { value: infinity, long: 2 ** 63, why: "the last number" },
    { value: -infinity, long: -(2 ** 63), why: "the first number" },
  ])("$value is $long: $why", ({ value, long }) => {
    expect(roundToLong(value)).toBe(long);
  });
});

describe("2.12: whole numbers as 32-bit integers have them", () => {
  it.each([
    { value: 3.9, int: 3, why: "the whole part" },
    { value: -3.9, int: -3, why: "towards zero" },
    { value: nan, int: 0, why: "NaN is 0" },
    { value: infinity, int: 2_147_483_647, why: "the last number" },
    { value: -1e12, int: -2_147_483_648, why: "the first number" },
  ])("$value is $int: $why", ({ value, int }) => {
    expect(toInt(value)).toBe(int);
  });
});

it("2.11: durations enter in whole seconds", () => {
  expect(wholeSeconds(29_999)).toBe(29);
});
