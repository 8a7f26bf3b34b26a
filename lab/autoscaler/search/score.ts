import { median } from "../experiment/measure.ts";
import { goals, judge } from "../report/goals.ts";
import type { Result } from "../report/result.ts";
import type { Score } from "./coordinate-search.ts";

/** What a share of late time costs, in shares of the oracle's task-seconds. */
const lateness = 10;

/**
 * The score of one controller among results with those of plain DS2: the goals that it misses, and the mean over all scenarios of
 * its median cost and lateness (8.2: regret).
 */
export function scoreOf(results: readonly Result[], controller: string): Score {
  const missed = goals.filter((goal) => judge(goal, results, controller)?.isMet === false).length;
  const own = results.filter((one) => one.controller === controller);
  const regrets = [...Map.groupBy(own, ({ scenario }) => scenario.name).values()].map((of) =>
    median(of.map(({ measures: { cost, late } }) => cost + lateness * late)),
  );
  return { missed, regret: regrets.reduce((sum, one) => sum + one, 0) / Math.max(1, regrets.length) };
}
