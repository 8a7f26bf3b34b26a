import { describe, expect, it } from "vitest";
import { roundDecimal, roundMetric } from "../../../shared/autoscaler/arithmetic/decimal.ts";
import { roundToLong, toInt, wholeSeconds } from "../../../shared/autoscaler/arithmetic/java-number.ts";
import { averageOf, rateOf } from "../../../shared/autoscaler/arithmetic/statistics.ts";
import { boundsAround, clampFactor, scaledParallelism } from "../../../shared/autoscaler/decide/parallelism.ts";
import { scalabilityCoefficient } from "../../../shared/autoscaler/decide/scalability.ts";
import { requiredCapacity, thresholdsOf } from "../../../shared/autoscaler/evaluate/required-capacity.ts";
import { usualOptions } from "../../../shared/autoscaler/options/read-options.ts";
import { fractionOf } from "../../../shared/autoscaler/tuning/tune-memory.ts";

const { NaN: nan, POSITIVE_INFINITY: infinity, MAX_VALUE: largest } = Number;

describe("2.3: rounding where a double has few digits left", () => {
  it.each([
    {
      value: 100_000_000_000_001,
      stored: 100_000_000_000_001,
      why: "a counter with more digits than fit a thousand times",
    },
    { value: 2 ** 53, stored: 2 ** 53, why: "beyond the whole numbers it is what it is" },
    { value: 9_100_000_000_000.123, stored: 9_100_000_000_000.123, why: "three digits are all that such a number has" },
    { value: 8_796_093_022_207.6, stored: 8_796_093_022_207.6, why: "just below" },
    { value: 84_066_862_193_359.53, stored: 84_066_862_193_359.53, why: "a thousand times of it would not be whole" },
    { value: 5_671_893_364_833.8545, stored: 5_671_893_364_833.855, why: "half goes up there too" },
    { value: largest, stored: largest, why: "the largest there is" },
    { value: 4.35, stored: 4.35, why: "4.35 times 1000 is not 4350 in binary" },
    { value: 0.0015, stored: 0.002, why: "half of a unit, by the text" },
    { value: 1.0049999999999999, stored: 1.005, why: "the shortest text of which is 1.005" },
    { value: -0.0004, stored: -0.0004, why: "nor is a negative one made 0" },
    { value: Number.MIN_VALUE, stored: Number.MIN_VALUE, why: "the smallest there is" },
  ])("$value is $stored: $why", ({ value, stored }) => {
    expect(roundMetric(value)).toBe(stored);
  });
});

describe("2.17, 2.21: rounding up goes by decimal digits", () => {
  it.each([
    {
      given: fractionOf(0.8140000000000001, 1),
      is: 0.815,
      why: "above 0.814, although a thousand times of it is 814 in binary",
    },
    { given: fractionOf(1_001, 1_000_000), is: 0.002, why: "anything above goes up" },
    { given: fractionOf(2, 10_000), is: 0.001, why: "never 0 for something" },
    { given: fractionOf(0, 10), is: 0, why: "nothing is nothing" },
    { given: fractionOf(0, 0), is: 0, why: "nothing of nothing is nothing, and no NaN in an option" },
    { given: roundDecimal(0.57, 2, "up"), is: 0.57, why: "0.57 × 100 is 56.99999999999999 in binary" },
    { given: roundDecimal(0.5700000000000001, 2, "up"), is: 0.58, why: "the next number above is above" },
  ])("$is: $why", ({ given, is }) => {
    expect(given).toBe(is);
  });

  it("every share of three digits is itself", () => {
    for (let thousandths = 0; thousandths <= 1_000; thousandths += 1) {
      expect(fractionOf(thousandths * 4_096, 4_096_000)).toBe(thousandths / 1_000);
    }
  });
});

describe("2.11: casts to whole numbers", () => {
  it.each([
    { given: roundToLong(0.49999999999999994), is: 0, why: "the largest number below a half is no half" },
    { given: roundToLong(-0.4), is: 0, why: "a whole number has no negative 0" },
    { given: roundToLong(-0.5), is: 0, why: "half goes up" },
    { given: roundToLong(2_251_799_813_685_248.5), is: 2_251_799_813_685_249, why: "also where it is the last digit" },
    { given: toInt(-0.9), is: 0, why: "a whole number has no negative 0" },
    { given: toInt(2_147_483_648), is: 2_147_483_647, why: "saturates, and does not wrap" },
    { given: wholeSeconds(-500), is: -1, why: "a negative duration goes down, as Java's does" },
    { given: scaledParallelism(10, 0.4), is: 4, why: "no more for an error of binary: 0.4 × 10 is 4" },
    { given: scaledParallelism(10, 1 - 0.6), is: 4, why: "as is the least factor of a step" },
    { given: scaledParallelism(3, 1.1), is: 4, why: "3.3000000000000003" },
    { given: scaledParallelism(10, 1.1), is: 11, why: "11.000000000000002 would be 12; 1.1 × 10 is 11" },
    { given: scaledParallelism(6, 1.0000001), is: 7, why: "anything above a whole number is the next" },
    { given: scaledParallelism(6, -0.01), is: 0, why: "a factor below 0 is none" },
    { given: scaledParallelism(2, largest), is: 2_147_483_647, why: "beyond what there is" },
    { given: clampFactor(-infinity, usualOptions()), is: 0.4, why: "endless, downwards" },
  ])("$is: $why", ({ given, is }) => {
    expect(given).toBe(is);
  });
});

describe("2.6: windows with odd numbers in them", () => {
  const points = (...values: readonly number[]) => values.map((value, n) => ({ at: n * 1_000, value }));
  it.each([
    { given: averageOf([-infinity]), is: infinity, why: "endless is endless, whatever its sign" },
    { given: averageOf([]), is: nan, why: "no value" },
    { given: averageOf([largest, largest]), is: infinity, why: "a sum may be beyond what there is" },
    {
      given: averageOf([0.1, 0.2, 0.3]),
      is: 0.20000000000000004,
      why: "summed in the order of time, without correction",
    },
    { given: averageOf([5], 0), is: 5, why: "no number of values is asked for" },
    { given: rateOf(points(0, infinity)), is: infinity, why: "endless" },
    { given: rateOf(points(infinity, infinity)), is: nan, why: "endless less endless" },
    { given: rateOf(points(0, 0.3)), is: 0.3, why: "a thousand times before it is divided" },
  ])("$is: $why", ({ given, is }) => {
    expect(given).toBe(is);
  });
});

describe("2.11: required capacity at its ends", () => {
  const within = { catchUpDuration: 1_800_000, restartTime: 300_000 };
  it.each([
    { given: requiredCapacity({ demand: 0, catchUpRate: 0 }, 0.7, within), is: 0, why: "nothing comes" },
    {
      given: requiredCapacity({ demand: 1, catchUpRate: nan }, 0, within),
      is: nan,
      why: "unknown comes before endless",
    },
    {
      given: requiredCapacity({ demand: infinity, catchUpRate: 0 }, 0.7, within),
      is: 2 ** 63,
      why: "endless, as a whole number",
    },
    {
      given: requiredCapacity({ demand: infinity, catchUpRate: 0 }, 1, { catchUpDuration: 1_800_000 }),
      is: 2 ** 63,
      why: "endless, also where no restart is to be made good for: endless times nothing is not known",
    },
    {
      given: requiredCapacity({ demand: infinity, catchUpRate: 0 }, 1, { ...within, restartTime: 0 }),
      is: 0,
      why: "a restart of no time is one, and what is not known is 0 as a whole number",
    },
    {
      given: thresholdsOf({ demand: infinity, catchUpRate: 0 }, { max: 1, min: 0.4 }, within).scaleUp,
      is: 2 ** 63,
      why: "the upper end of the band leaves the restart out",
    },
    {
      given: requiredCapacity({ demand: 12_000, catchUpRate: 0 }, 0.7 - 0.3, within),
      is: 32_000,
      why: "0.7 − 0.3 is 0.39999999999999997",
    },
    {
      given: requiredCapacity({ demand: 100, catchUpRate: 0.5 }, 1, { ...within, restartTime: 0 }),
      is: 101,
      why: "half goes up",
    },
    {
      given: requiredCapacity({ demand: 100, catchUpRate: 0 }, 1, { catchUpDuration: 999, restartTime: 5_000 }),
      is: 100,
      why: "less than a second to catch up in is none",
    },
  ])("$is: $why", ({ given, is }) => {
    expect(given).toBe(is);
  });
});

describe("2.12, 2.17: options at their ends", () => {
  it("a parallelism is never 0, whatever the lower bound", () => {
    expect(boundsAround(4, { minParallelism: 0, maxParallelism: 200 }).lower).toBe(1);
    expect(boundsAround(4, { minParallelism: -3, maxParallelism: 200 }).lower).toBe(1);
  });

  it("a coefficient needs no observations, and has none without any", () => {
    const none = { observedScalabilityMinObservations: 0, observedScalabilityCoefficientMin: 0.5 };
    expect(scalabilityCoefficient([], none)).toBe(1);
    expect(scalabilityCoefficient([{ parallelism: 4, capacity: 40 }], none)).toBe(1);
    expect(scalabilityCoefficient([{ parallelism: 0, capacity: 40 }], none)).toBe(1);
  });
});
