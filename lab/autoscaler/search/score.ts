import { goals, judge } from "../report/goals.ts";
import type { Result } from "../report/result.ts";
import { meanRegret } from "../report/sums.ts";
import type { Score } from "./coordinate-search.ts";

/**
 * The score of one controller among results with those of plain DS2: the goals that it misses, and its
 * mean regret.
 */
export function scoreOf(results: readonly Result[], controller: string): Score {
  const missed = goals.filter((goal) => judge(goal, results, controller)?.isMet === false).length;
  return { missed, regret: meanRegret(results.filter((one) => one.controller === controller)) };
}
