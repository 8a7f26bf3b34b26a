import { join, mapper, partitioned, retrograde, wordCount } from "../jobs.ts";
import type { JobModel } from "../model/job.ts";
import { diurnal, envelope, type MakeLoad, type Range, ramp, sine, steady, step } from "../workloads/load.ts";
import { published, publishedHours } from "../workloads/published.ts";
import { bursts, increments, poisson, randomWalk } from "../workloads/random-loads.ts";
import { type FaultKind, faultKinds } from "./fault.ts";
import type { Purpose, Scenario } from "./scenario.ts";

/** Parameters are chosen on `training`; `test` tells what they are worth. No shape and no seed is in both. */
export const setNames = ["training", "test"] as const;

/** One of those. */
export type SetName = (typeof setNames)[number];

/** Loads that a job is to be used between. */
const ranges = new Map<JobModel, Range>([
  [mapper, { low: 400_000, high: 3_200_000 }],
  [wordCount, { low: 37_500, high: 300_000 }],
  [join, { low: 20_000, high: 160_000 }],
  [retrograde, { low: 6_250, high: 50_000 }],
  [partitioned, { low: 20_000, high: 160_000 }],
]);

/** In what the shapes of the sets differ. */
interface Shapes {
  /** By what a load is multiplied or divided. */
  readonly step: number;
  readonly stepMinute: number;
  /** Minutes. */
  readonly periods: readonly [fast: number, middle: number, slow: number];
  readonly ramp: number;
  readonly scatter: number;
  readonly poisson: number;
  readonly burst: readonly [height: number, apartMinutes: number];
  readonly walk: readonly [everyMinutes: number, deviation: number];
  readonly increment: number;
}

const shapes: Readonly<Record<SetName, Shapes>> = {
  training: {
    ...{ step: 5, stepMinute: 50, periods: [22, 55, 160], ramp: 110, scatter: 0.04, poisson: 6 },
    ...{ burst: [3, 35], walk: [7, 0.15], increment: 18 },
  },
  test: {
    ...{ step: 8, stepMinute: 60, periods: [15, 40, 120], ramp: 180, scatter: 0.05, poisson: 4 },
    ...{ burst: [4, 50], walk: [5, 0.2], increment: 12 },
  },
};

/** The first seed of a set. */
export const firstSeed: Readonly<Record<SetName, number>> = { training: 5_001, test: 1 };

/** All scenarios of a set. */
export function scenariosOf(set: SetName): readonly Scenario[] {
  const of = shapes[set];
  const [fast, middle, slow] = of.periods;
  const usual = { scatter: 0.02, delay: 15 };
  const make: Make = (purpose, name, load, hours, jobs) =>
    jobs.map((job): Scenario => {
      const range = ranges.get(job) ?? { low: 1, high: 2 };
      return { ...usual, name: `${name}, ${job.name}`, purpose, job, range, load, hours };
    });
  const up = step(of.step, of.stepMinute);
  const down = step(1 / of.step, of.stepMinute);
  const late = make("late metrics", `step ×${of.step}, metrics 2 min late`, up, 4, [mapper]);
  const missing = make("missing metrics", "metrics missing", steady(), 3, [mapper]);
  return [
    ...make("step up", `step ×${of.step}`, up, 4, [mapper, wordCount, join, retrograde]),
    ...late.map((one) => ({ ...one, delay: 120 })),
    ...make("step down", `step ÷${of.step}`, down, 4, [mapper, wordCount, join]),
    ...make("noise", "stationary noise", steady(), 6, [mapper, wordCount]).map((one) => ({
      ...one,
      scatter: of.scatter,
    })),
    ...make("trace", `sine ${fast} min`, sine(fast), 6, [mapper, wordCount]),
    ...make("trace", `sine ${slow} min`, sine(slow), 6, [mapper]),
    ...make("trace", "envelope", envelope(fast, slow), 6, [mapper]),
    ...make("trace", "Poisson", poisson(of.poisson), 6, [mapper, wordCount]),
    ...make("trace", `a step every ${of.increment} min`, increments(of.increment), 6, [mapper]),
    ...make("change", `sine ${middle} min`, sine(middle), 6, [wordCount]),
    ...make("change", `bursts ×${of.burst[0]}`, bursts(...of.burst), 6, [mapper, wordCount]),
    ...make("change", "random walk", randomWalk(...of.walk), 6, [wordCount]),
    ...make("change", `ramp ${of.ramp} min`, ramp(of.ramp), 5, [mapper]),
    ...make("change", "a day", diurnal(), 24, [mapper]),
    ...missing.flatMap((one) => faultsOf(set).map((fault) => ({ ...one, fault, name: `${one.name}: ${fault}` }))),
    ...make("bound", `step ×${of.step}`, up, 4, [partitioned]),
    ...(set === "test" ? [...refusedScenarios(make), ...publishedScenarios(usual)] : []),
  ];
}

/** Counters that begin anew are in the test set alone. */
function faultsOf(set: SetName): readonly FaultKind[] {
  return faultKinds.filter((kind) => set === "test" || kind !== "counters from 0 again");
}

type Make = (
  purpose: Purpose,
  name: string,
  load: MakeLoad,
  hours: number,
  jobs: readonly JobModel[],
) => readonly Scenario[];

/** A step while the cluster is full; in the test set alone. */
function refusedScenarios(make: Make): readonly Scenario[] {
  const { step: factor, stepMinute } = shapes.test;
  const minutes = 40;
  const refusal = { from: stepMinute * 60, seconds: minutes * 60 };
  const scenarios = make("refused", `step ×${factor}, no slots for ${minutes} min`, step(factor, stepMinute), 4, [
    mapper,
    wordCount,
  ]);
  return scenarios.map((one) => ({ ...one, refusal }));
}

/** The jobs that published series are played on: by size. */
const publishedJobs: readonly JobModel[] = [wordCount, wordCount, join];

/** In the test set alone: nothing was ever chosen with them. Each goes down to an eighth of its peak. */
function publishedScenarios(usual: Pick<Scenario, "scatter" | "delay">): readonly Scenario[] {
  return published.map(({ name, high, load }, index) => {
    const job = publishedJobs[index] ?? wordCount;
    const range = { low: high / 8, high };
    return { ...usual, name: `${name}, ${job.name}`, purpose: "published", job, range, load, hours: publishedHours };
  });
}
