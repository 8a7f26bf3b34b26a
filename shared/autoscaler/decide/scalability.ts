import { roundDecimal } from "../arithmetic/decimal.ts";

/** What a vertex was able to do before one of its rescales. */
export interface Observation {
  readonly parallelism: number;
  /** Records per second. */
  readonly capacity: number;
}

/** Records per second of one subtask alone: the latest observation with the lowest parallelism; NaN for none (2.17). */
export function baselineOf(observations: readonly Observation[]): number {
  const lowest = Math.min(...observations.map(({ parallelism }) => parallelism));
  const latest = observations.findLast(({ parallelism }) => parallelism === lowest);
  return latest === undefined ? Number.NaN : latest.capacity / latest.parallelism;
}

/** What makes observations count. */
export interface ScalabilityOptions {
  readonly observedScalabilityMinObservations: number;
  readonly observedScalabilityCoefficientMin: number;
}

/**
 * The share of linear growth that past rescales show, oldest first: least squares against the baseline, at least the option's
 * bound, at most 1, at two digits rounded up. 1 where there are too few, or one of the numbers is unknown (2.17).
 */
export function scalabilityCoefficient(observations: readonly Observation[], options: ScalabilityOptions): number {
  if (observations.length === 0 || observations.length < options.observedScalabilityMinObservations) return 1;
  const baseline = baselineOf(observations);
  const squares = sumOf(observations, ({ parallelism }) => parallelism * parallelism);
  if (squares === 0) return 1;
  const fitted = sumOf(observations, ({ parallelism, capacity }) => parallelism * capacity) / (squares * baseline);
  if (Number.isNaN(fitted)) return 1;
  return roundDecimal(Math.max(options.observedScalabilityCoefficientMin, Math.min(1, fitted)), 2, "up");
}

function sumOf(observations: readonly Observation[], of: (observation: Observation) => number): number {
  return observations.reduce((sum, observation) => sum + of(observation), 0);
}
