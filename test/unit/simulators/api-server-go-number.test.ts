import { expect, it } from "vitest";
import { goNumber, isGoInteger } from "../../../simulators/platform/api-server/go-number.ts";

it.each([
  { name: "zero", value: 0, shown: "0" },
  { name: "a whole number", value: 2_147_483_648, shown: "2147483648" },
  { name: "the largest that a double has below 2^63", value: 2 ** 63 - 1_024, shown: "9223372036854774784" },
  { name: "2^63, which is none for Go", value: 2 ** 63, shown: "9.223372036854776e+18" },
  { name: "a fraction", value: 1.5, shown: "1.5" },
  { name: "a fraction above a million", value: 1_000_000.5, shown: "1.0000005e+06" },
  { name: "a small fraction", value: 0.0001, shown: "0.0001" },
  { name: "a smaller one", value: 0.00001, shown: "1e-05" },
  { name: "a negative fraction", value: -0.5, shown: "-0.5" },
])("$name is printed as Go does", ({ value, shown }) => {
  expect(goNumber(value)).toBe(shown);
});

it("a bound is shown in the type of the value that it is compared with", () => {
  expect([goNumber(1_000_000, true), goNumber(1_000_000, false), goNumber(0, true)]).toEqual(["1e+06", "1000000", "0"]);
});

it.each([
  [1, true],
  [-(2 ** 63), true],
  [2 ** 63, false],
  [0.5, false],
])("%s is an int64: %s", (value, expected) => {
  expect(isGoInteger(value)).toBe(expected);
});
