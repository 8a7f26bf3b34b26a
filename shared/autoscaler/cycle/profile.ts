import type { JobGraph } from "../graph/job-graph.ts";
import { type Parameters, usualParameters } from "../learn/parameters.ts";
import type { AutoscalerOptions } from "../options/options.ts";
import { type JobSample, toJobSample } from "../sample/job-sample.ts";
import { toKnownSample } from "../sample/known-sample.ts";
import type { JobReading } from "../sample/reading.ts";
import { judgeCompat } from "./judge-compat.ts";
import { judgeImproved, keptFor } from "./judge-improved.ts";
import type { Collected, Judgement } from "./judgement.ts";

/** A way to judge a job: its steps, each pure. Everything around them is the same for all profiles. */
export interface Profile {
  readonly name: string;
  /** A sample of what was read; `earlier` are those of the window, oldest first. */
  readonly sample: (
    reading: JobReading,
    graph: JobGraph,
    earlier: readonly JobSample[],
    options: AutoscalerOptions,
  ) => JobSample;
  /** Milliseconds for which samples are kept once the window is full. */
  readonly keeps: (options: AutoscalerOptions) => number;
  /** Evaluates and decides. */
  readonly judge: (collected: Collected) => Judgement;
}

/** Equal to the reference in every formula, rounding, rule on unknown numbers and default. */
export const compat: Profile = {
  name: "compat",
  sample: toJobSample,
  keeps: ({ metricsWindow }) => metricsWindow,
  judge: judgeCompat,
};

/** Better than the reference, by the same options (ADR 17); `parameters` are what no option says. */
export function makeImproved(parameters: Parameters): Profile {
  return {
    name: "improved",
    sample: toKnownSample,
    keeps: (options) => keptFor(options, parameters),
    judge: (collected) => judgeImproved(collected, parameters),
  };
}

/** The profile that holds where none is chosen. */
export const improved: Profile = makeImproved(usualParameters);
