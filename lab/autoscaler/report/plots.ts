import type { Line, Mark, Plot } from "../../../shared/autoscaler/plot/plot.ts";
import { markOf } from "../../../shared/autoscaler/plot/plot.ts";
import type { Moment, Run } from "../experiment/run.ts";
import type { Scenario } from "../experiment/scenario.ts";
import { sum } from "../model/sum.ts";

/** What a controller did on the scenario of a plot. */
export interface NamedRun {
  readonly controller: string;
  readonly run: Run;
}

/** Rate, lag and parallelism of a scenario under some controllers, and what each decided. */
export function plotRuns({ name }: Scenario, runs: readonly NamedRun[]): Plot {
  const line = (of: (moment: Moment) => number, { moments }: Run, named: string, isStepped = false): Line => ({
    ...{ name: named, isStepped },
    points: moments.map((moment) => ({ at: moment.at * 1_000, value: of(moment) })),
  });
  const [first] = runs;
  const needed =
    first === undefined ? [] : [line(({ needed: of }) => of, first.run, "what the oracle would give", true)];
  const each = (of: (moment: Moment) => number, isStepped = false) =>
    runs.map(({ controller, run }) => line(of, run, controller, isStepped));
  return {
    title: name,
    panels: [
      {
        name: "records/s at each source",
        lines: first === undefined ? [] : [line(({ rate }) => rate, first.run, "")],
      },
      { name: "lag in seconds of arrivals", lines: each(({ lag, rate }) => lag / rate) },
      { name: "subtasks", lines: [...each(({ tasks }) => tasks, true), ...needed] },
    ],
    marks: runs.flatMap(({ run }, index) => marksOf(run, index)),
    clock: "elapsed",
  };
}

function marksOf({ rescales }: Run, line: number): readonly Mark[] {
  return rescales.map(({ at, from, to }) => ({ ...markOf(at * 1_000, sum(from), sum(to)), line }));
}
