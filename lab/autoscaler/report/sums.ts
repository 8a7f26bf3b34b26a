import { type Measures, median, regretOf } from "../experiment/measure.ts";
import type { Result } from "./result.ts";

/** What of all scenarios together is told of a controller. */
export interface Sums {
  /** Means over all scenarios of the median over seeds: of regret, of the share of time below what arrives. */
  readonly regret: number;
  readonly below: number;
  /** The median over all scenarios of the median over seeds of the worst lag, in seconds of arrivals. */
  readonly worstLag: number;
}

/** The mean over all scenarios of the median regret, of results of one controller; 0 for none. */
export function meanRegret(results: readonly Result[]): number {
  return mean(mediansOf(results, regretOf));
}

/** All scenarios of one controller together. */
export function sumsOf(results: readonly Result[]): Sums {
  return {
    regret: meanRegret(results),
    below: mean(mediansOf(results, ({ below }) => below)),
    worstLag: median(mediansOf(results, ({ worstLag }) => worstLag)),
  };
}

function mediansOf(results: readonly Result[], of: (measures: Measures) => number): readonly number[] {
  const byScenario = Map.groupBy(results, ({ scenario }) => scenario.name).values();
  return [...byScenario].map((each) => median(each.map(({ measures }) => of(measures))));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
}
