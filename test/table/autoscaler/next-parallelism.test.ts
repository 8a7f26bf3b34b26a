import { describe, expect, it } from "vitest";
import { nextParallelism } from "../../../shared/autoscaler/decide/next-parallelism.ts";

const nan = Number.NaN;

describe("2.12, 2.13: from a factor to a parallelism, in one step", () => {
  const usual = { maxParallelism: 128, partitions: 0, hasHashInput: false, lower: 1, upper: 200 };
  const unset = { alignmentMode: undefined, keyGroupAdjustMode: undefined };
  it.each([
    { current: 6, factor: 1.372, is: [9, 9, 9], why: "rounded up" },
    { current: 6, factor: 1.372, hasHashInput: true, is: [9, 9, 10], why: "fitted to key groups" },
    { current: 6, factor: 1.372, partitions: 12, is: [9, 9, 12], why: "fitted to partitions" },
    {
      current: 6,
      factor: 1.372,
      partitions: 9,
      hasHashInput: true,
      is: [9, 9, 9],
      why: "to partitions before key groups",
    },
    { current: 6, factor: 100, is: [600, 128, 128], why: "no more than key groups" },
    { current: 6, factor: 100, upper: 60, is: [600, 60, 60], why: "no more than the upper bound" },
    { current: 6, factor: 0.4, lower: 4, is: [3, 4, 4], why: "no less than the lower bound" },
    { current: 6, factor: nan, is: [0, 1, 1], why: "nothing of nothing: as few as there may be" },
    {
      current: 6,
      factor: 1,
      hasHashInput: true,
      is: [6, 6, 6],
      why: "the present one is not fitted, although 6 does not divide 128",
    },
    {
      current: 16,
      factor: 0.55,
      hasHashInput: true,
      modes: { alignmentMode: "EVENLY_SPREAD" },
      is: [9, 9, 16],
      why: "back to the present one",
    },
    {
      current: 8,
      factor: 1.5,
      partitions: 8,
      modes: { keyGroupAdjustMode: "EVENLY_SPREAD" },
      is: [12, 12, 8],
      limited: true,
      why: "the deprecated one blocks",
    },
    {
      current: 8,
      factor: 1.5,
      partitions: 8,
      is: [12, 12, 12],
      why: "the newer one does not, and goes beyond the partitions",
    },
  ] as const)("$current × $factor: $why", ({ is: [scaled, target, parallelism], why: _, ...row }) => {
    const { limited = false, modes = {}, ...scaling } = { limited: undefined, modes: undefined, ...row };
    expect(nextParallelism({ ...usual, ...scaling }, { ...unset, ...modes })).toEqual({
      scaled,
      target,
      parallelism,
      limited,
    });
  });
});
