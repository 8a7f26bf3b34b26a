import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Alignment,
  type AlignmentMode,
  align,
  alignmentModes,
  isAlignable,
} from "../../../shared/autoscaler/decide/alignment.ts";
import { type AdjustMode, adjust } from "../../../shared/autoscaler/decide/older-alignment.ts";
import { seeded } from "../../property/json-arbitrary.ts";

const usual = { partitions: 0, maxParallelism: 128, lower: 1, upper: 200 } as const;

interface Row extends Partial<Alignment> {
  readonly current: number;
  readonly target: number;
  readonly mode: AlignmentMode;
  readonly gives: number;
  readonly why: string;
}

describe("2.13: what is fitted", () => {
  it.each([
    { partitions: 8, hash: false, fits: true, why: "a source that knows its partitions" },
    { partitions: 0, hash: true, fits: true, why: "a keyed vertex, by its key groups" },
    { partitions: 0, hash: false, fits: false, why: "records go anywhere" },
  ])("$why: $fits", ({ partitions, hash, fits }) => {
    expect(isAlignable(partitions, hash)).toBe(fits);
  });
});

describe("2.13: modes", () => {
  const rows: readonly Row[] = [
    { current: 6, target: 9, mode: "BALANCED", gives: 10, why: "12 key groups a subtask instead of 14" },
    { current: 6, target: 10, mode: "BALANCED", gives: 11, why: "11 instead of 12" },
    { current: 6, target: 18, mode: "BALANCED", gives: 19, why: "6 instead of 7" },
    { current: 6, target: 4, mode: "BALANCED", gives: 4, why: "divides evenly" },
    { current: 6, target: 9, mode: "EVENLY_SPREAD", gives: 16, why: "the first divisor" },
    { current: 20, target: 9, mode: "EVENLY_SPREAD", gives: 16, why: "downwards too, from the target up" },
    { current: 16, target: 9, mode: "EVENLY_SPREAD", gives: 16, why: "which may be the present one: no change" },
    { current: 15, target: 9, mode: "EVENLY_SPREAD", gives: 9, why: "none up to the present one: the target" },
    { current: 6, target: 9, mode: "OFF", gives: 9, why: "as it was computed" },
    { current: 2, target: 5, partitions: 8, mode: "BALANCED", gives: 8, why: "a source by its partitions" },
    { current: 2, target: 5, partitions: 8, upper: 7, mode: "BALANCED", gives: 5, why: "8 is beyond the upper bound" },
    { current: 2, target: 5, partitions: 8, maxParallelism: 6, mode: "BALANCED", gives: 5, why: "and beyond that one" },
    { current: 2, target: 12, partitions: 8, mode: "BALANCED", gives: 12, why: "nothing fits beyond the partitions" },
    { current: 128, target: 65, mode: "BALANCED", gives: 128, why: "only 128 has less than one key group more" },
  ];

  it.each(rows)("$mode $current to $target gives $gives: $why", ({ mode, gives, why: _, ...alignment }) => {
    expect(align({ ...usual, ...alignment }, mode)).toBe(gives);
  });
});

describe("2.13: deprecated modes", () => {
  interface Older extends Partial<Alignment> {
    readonly current: number;
    readonly target: number;
    readonly mode: AdjustMode;
    readonly gives: number;
    readonly limited?: true;
    readonly why: string;
  }
  const rows: readonly Older[] = [
    { current: 6, target: 9, mode: "EVENLY_SPREAD", gives: 16, why: "a divisor upwards" },
    { current: 6, target: 9, mode: "MAXIMIZE_UTILISATION", gives: 10, why: "less load is enough" },
    {
      ...{ current: 2, target: 12, partitions: 8, mode: "MAXIMIZE_UTILISATION" },
      ...{ gives: 8, limited: true, why: "a source ends at its partitions" },
    },
    {
      ...{ current: 8, target: 12, partitions: 8, mode: "EVENLY_SPREAD" },
      ...{ gives: 8, limited: true, why: "down to the present one: nothing is scaled" },
    },
    {
      ...{ current: 15, target: 9, mode: "EVENLY_SPREAD" },
      ...{ gives: 8, limited: true, why: "downwards 8 is the first with more load, and divides evenly" },
    },
    {
      ...{ current: 9, target: 7, lower: 9, partitions: 100, upper: 9, mode: "EVENLY_SPREAD" },
      ...{ gives: 9, limited: true, why: "lifted to the lower bound, which is the present one" },
    },
  ];

  it.each(rows)("$mode $current to $target gives $gives: $why", ({ mode, gives, limited = false, why: _, ...rest }) => {
    expect(adjust({ ...usual, ...rest }, mode)).toEqual({ parallelism: gives, limited });
  });
});

describe("whatever is asked", () => {
  const alignments = fc.record({
    current: fc.integer({ min: 1, max: 300 }),
    target: fc.integer({ min: 1, max: 300 }),
    partitions: fc.integer({ min: 0, max: 300 }),
    maxParallelism: fc.integer({ min: 1, max: 300 }),
    lower: fc.integer({ min: 1, max: 300 }),
    upper: fc.integer({ min: 1, max: 300 }),
  });

  it("the newer modes give no less than the target, and scaling down never turns into scaling up", () => {
    fc.assert(
      fc.property(alignments, fc.constantFrom(...alignmentModes), (alignment, mode) => {
        const { current, target } = alignment;
        const given = align(alignment, mode);
        expect(given).toBeGreaterThanOrEqual(target);
        if (target < current) expect(given).toBeLessThanOrEqual(current);
      }),
      seeded(500),
    );
  });

  it("the deprecated ones keep the direction or the present parallelism", () => {
    fc.assert(
      fc.property(alignments, fc.constantFrom("EVENLY_SPREAD", "MAXIMIZE_UTILISATION"), (alignment, mode) => {
        const { current, target } = alignment;
        fc.pre(target !== current);
        const { parallelism } = adjust(alignment, mode as AdjustMode);
        expect(Math.sign(parallelism - current) * Math.sign(target - current)).toBeGreaterThanOrEqual(0);
      }),
      seeded(500),
    );
  });
});
