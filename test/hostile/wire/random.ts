import { draw, type Random } from "../../../simulators/shell/random.ts";

/** Choices by a fixed seed. */
export interface Choices {
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  /** One of some values. */
  pick<Value>(values: readonly Value[]): Value;
}

/** Choices that are the same in every run. */
export function choices(seed: number): Choices {
  const random: Random = { seed };
  const below = (bound: number) => Math.floor(draw(random) * bound);
  return {
    below,
    pick: (values) => {
      if (values.length === 0) throw new Error("there is nothing to pick");
      return values[below(values.length)] as (typeof values)[number];
    },
  };
}
