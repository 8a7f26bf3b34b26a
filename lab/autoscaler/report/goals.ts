import { median } from "../experiment/measure.ts";
import type { Purpose } from "../experiment/scenario.ts";
import type { Result } from "./result.ts";

/** A goal of the autoscaler: a number of each run of some scenarios, and what its median is to be at most. */
export interface Goal {
  readonly name: string;
  readonly purpose: Purpose;
  readonly most: number;
  readonly unit: "count" | "minutes" | "share";
  /** `plain` is what plain DS2 did on the same scenario and seed, where it was run. */
  readonly of: (result: Result, plain: Result | undefined) => number;
}

/** What the improved profile is to reach on the test set. */
export const goals: readonly Goal[] = [
  {
    ...{ name: "rescales after a step up", purpose: "step up", most: 2, unit: "count" },
    of: ({ measures }) => measures.rescalesAfter,
  },
  {
    ...{ name: "minutes to settle after a step up", purpose: "step up", most: 5, unit: "minutes" },
    of: ({ measures }) => measures.settled,
  },
  {
    ...{ name: "late after a step up", purpose: "step up", most: 0.03, unit: "share" },
    of: ({ measures }) => measures.late,
  },
  {
    ...{ name: "reversals after a step up", purpose: "step up", most: 0, unit: "count" },
    of: ({ measures }) => measures.reversals,
  },
  {
    ...{ name: "reversals after a step down", purpose: "step down", most: 0, unit: "count" },
    of: ({ measures }) => measures.reversals,
  },
  {
    ...{ name: "rescales on stationary noise", purpose: "noise", most: 0, unit: "count" },
    of: ({ measures }) => measures.rescales,
  },
  {
    ...{ name: "rescales on traces, of those of plain DS2", purpose: "trace", most: 0.4, unit: "share" },
    of: shareOfPlain,
  },
  {
    ...{ name: "rescales on Daedalus' series, of those of plain DS2", purpose: "published", most: 0.4, unit: "share" },
    of: shareOfPlain,
  },
  {
    ...{ name: "wrong rescales with metrics missing", purpose: "missing metrics", most: 0, unit: "count" },
    of: ({ measures }) => measures.rescalesAfter,
  },
];

function shareOfPlain({ measures }: Result, plain: Result | undefined): number {
  return measures.rescales / (plain?.measures.rescales ?? Number.NaN);
}

/** How a controller stands to a goal. */
export interface Standing {
  /** The median over all seeds of the scenario where that is worst. */
  readonly value: number;
  /** That of the worst seed of the scenario where that is worst. */
  readonly worst: number;
  readonly scenario: string;
  readonly isMet: boolean;
}

/** Judges by the worst scenario, so that a good one cannot hide a bad one; undefined where none was run. */
export function judge(goal: Goal, results: readonly Result[], controller: string): Standing | undefined {
  const plain = new Map(
    results.filter((one) => one.controller === "plain DS2").map((one) => [`${one.scenario.name} ${one.seed}`, one]),
  );
  const own = results.filter((one) => one.controller === controller && one.scenario.purpose === goal.purpose);
  const byScenario = [...Map.groupBy(own, ({ scenario }) => scenario.name)].map(([scenario, of]) => {
    const values = of.map((one) => goal.of(one, plain.get(`${scenario} ${one.seed}`)));
    return { scenario, value: median(values), worst: Math.max(...values) };
  });
  const [first] = byScenario.sort((one, other) => (other.value > one.value ? 1 : -1));
  const worst = Math.max(...byScenario.map((one) => one.worst));
  return first && { ...first, worst, isMet: first.value <= goal.most };
}
