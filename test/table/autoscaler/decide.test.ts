import { describe, expect, it } from "vitest";
import { delayScaleDown, type LowerParallelism } from "../../../shared/autoscaler/decide/delayed-scale-down.ts";
import { effectOf, isIneffective } from "../../../shared/autoscaler/decide/effectiveness.ts";
import {
  boundParallelism,
  boundsAround,
  clampFactor,
  expectedCapacity,
  scaledParallelism,
  scaleFactor,
} from "../../../shared/autoscaler/decide/parallelism.ts";
import { baselineOf, scalabilityCoefficient } from "../../../shared/autoscaler/decide/scalability.ts";
import { usualOptions } from "../../../shared/autoscaler/options/read-options.ts";

const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
const usual = usualOptions();
const minute = 60_000;

describe("2.12: raw parallelism", () => {
  it.each([
    { given: scaleFactor(200, 100), is: 2, why: "twice as much is wanted" },
    { given: scaleFactor(200, 100, 0.5), is: 4, why: "2.17: and a subtask adds half of what it should" },
    { given: scaleFactor(200, 0), is: infinity, why: "nothing can be done" },
    { given: scaleFactor(200, infinity), is: 0, why: "anything can" },
    { given: scaleFactor(0, 0), is: nan, why: "nothing of nothing" },
    { given: clampFactor(0.1, usual), is: 0.4, why: "60 % may go" },
    { given: clampFactor(1e9, usual), is: 100_001, why: "100,000 times as much may come" },
    { given: clampFactor(1.5, usual), is: 1.5, why: "within" },
    { given: clampFactor(5.5, { ...usual, maxScaleUpFactor: 4 }), is: 5, why: "3.2: 4 means up to five times" },
    { given: clampFactor(nan, usual), is: nan, why: "unknown" },
    { given: scaledParallelism(6, 1.372), is: 9, why: "2.25: rounded up" },
    { given: scaledParallelism(2, infinity), is: 2 ** 31 - 1, why: "the largest there is" },
    { given: scaledParallelism(2, nan), is: 0, why: "NaN is 0" },
    { given: expectedCapacity(12_100, 6, 11), is: (12_100 / 6) * 11, why: "linear" },
  ])("$is: $why", ({ given, is }) => {
    expect(given).toBe(is);
  });

  it.each([
    { now: 6, wanted: 0, min: 2, max: 200, keyGroups: 128, is: 2, why: "the lower bound" },
    { now: 6, wanted: 500, min: 1, max: 64, keyGroups: 128, is: 64, why: "the upper bound" },
    { now: 6, wanted: 500, min: 1, max: 200, keyGroups: 128, is: 128, why: "no more than there are key groups" },
    {
      now: 1,
      wanted: 1,
      min: 4,
      max: 200,
      keyGroups: 128,
      is: 1,
      why: "what is below its range is not forced into it",
    },
    { now: 90, wanted: 80, min: 1, max: 64, keyGroups: 128, is: 80, why: "nor what is above it" },
    { now: 9, wanted: 1, min: 8, max: 200, keyGroups: 5, is: 5, why: "key groups win over the lower bound" },
  ])("$now wants $wanted, gets $is: $why", ({ now, wanted, min, max, keyGroups, is }) => {
    const bounds = boundsAround(now, { minParallelism: min, maxParallelism: max });
    expect(boundParallelism(wanted, bounds, keyGroups)).toBe(is);
  });
});

describe("2.15: did the last scale-up help", () => {
  it.each([
    { before: 100, expected: 200, now: 150, effect: 0.5, ineffective: false, why: "half of what was expected" },
    { before: 100, expected: 200, now: 110, effect: 0.1, ineffective: false, why: "just enough" },
    { before: 100, expected: 200, now: 109, effect: 0.09, ineffective: true, why: "too little" },
    { before: 100, expected: 200, now: 90, effect: -0.1, ineffective: true, why: "less than before" },
    { before: 100, expected: 100, now: 100, effect: nan, ineffective: true, why: "nobody knows" },
    { before: nan, expected: 200, now: 100, effect: nan, ineffective: true, why: "nobody knows" },
  ])("$effect: $why", ({ effect, ineffective, why: _, ...numbers }) => {
    expect(effectOf(numbers)).toBe(effect);
    expect(isIneffective(effect, 0.1)).toBe(ineffective);
  });
});

describe("2.16: delayed scale-down, an hour", () => {
  const hour = 60 * minute;
  const at = (minutes: number, parallelism: number, isOutside = true) => ({
    at: minutes * minute,
    parallelism,
    isOutside,
  });
  const story = (...wishes: readonly LowerParallelism[]) => {
    let last: ReturnType<typeof delayScaleDown> | undefined;
    for (const wish of wishes) last = delayScaleDown(last?.entry, wish, hour);
    return last;
  };

  it.each([
    { name: "not before the hour is over", wishes: [at(0, 4), at(59, 4)], due: undefined, queue: [at(59, 4)] },
    { name: "when it is", wishes: [at(0, 4), at(60, 4)], due: at(60, 4), queue: [at(60, 4)] },
    {
      name: "to the highest of the hour",
      wishes: [at(0, 4), at(30, 5), at(60, 3)],
      due: at(30, 5),
      queue: [at(30, 5), at(60, 3)],
    },
    {
      name: "with its word on the band",
      wishes: [at(0, 5, false), at(60, 3)],
      due: at(0, 5, false),
      queue: [at(0, 5, false), at(60, 3)],
    },
    {
      name: "what is older does not count",
      wishes: [at(0, 5), at(60, 3), at(61, 3)],
      due: at(61, 3),
      queue: [at(61, 3)],
    },
  ])("$name", ({ wishes, due, queue }) => {
    expect(story(...wishes)).toEqual({ entry: { first: 0, queue }, due, until: hour });
  });
});

describe("2.17: observed scalability", () => {
  const observations = (...pairs: readonly (readonly [number, number])[]) =>
    pairs.map(([parallelism, capacity]) => ({ parallelism, capacity }));
  const options = { observedScalabilityMinObservations: 3, observedScalabilityCoefficientMin: 0.5 };

  it.each([
    { of: observations([2, 30], [1, 10], [4, 40], [1, 12]), is: 12, why: "the latest with one subtask" },
    { of: observations([4, 40], [2, 30], [8, 40]), is: 15, why: "else of the fewest, by subtask" },
    { of: [], is: nan, why: "none" },
  ])("a baseline of $is: $why", ({ of, is }) => {
    expect(baselineOf(of)).toBe(is);
  });

  it.each([
    { of: observations([1, 100], [2, 200], [4, 400]), is: 1, why: "linear" },
    { of: observations([1, 100], [2, 180], [4, 320]), is: 0.83, why: "1740 / 2100 = 0.8286, rounded up" },
    { of: observations([1, 100], [2, 300], [4, 900]), is: 1, why: "no more than linear" },
    { of: observations([1, 100], [8, 100], [16, 100]), is: 0.5, why: "no less than the bound" },
    { of: observations([1, 100], [2, 180]), is: 1, why: "too few" },
    { of: observations([1, 100], [2, nan], [4, 320]), is: 1, why: "one is unknown" },
    { of: observations([1, nan], [2, 180], [4, 320]), is: 1, why: "the baseline is" },
    { of: observations([1, infinity], [2, 180], [4, infinity]), is: 1, why: "endless over endless" },
  ])("a coefficient of $is: $why", ({ of, is }) => {
    expect(scalabilityCoefficient(of, options)).toBe(is);
  });
});
