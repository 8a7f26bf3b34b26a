import { largestInt, toInt } from "../arithmetic/java-number.ts";
import type { AutoscalerOptions } from "../options/options.ts";

/** By how much a capacity in records per second falls short: the wanted one over what there is, over a coefficient (2.12, 2.17). */
export function scaleFactor(wanted: number, capacity: number, coefficient = 1): number {
  return wanted / capacity / coefficient;
}

/** A factor within what one step may change: at least 1 − the largest loss, at most 1 + the largest gain (2.12). */
export function clampFactor(
  factor: number,
  { maxScaleDownFactor, maxScaleUpFactor }: Pick<AutoscalerOptions, "maxScaleDownFactor" | "maxScaleUpFactor">,
): number {
  if (factor < 1 - maxScaleDownFactor) return 1 - maxScaleDownFactor;
  return factor > 1 + maxScaleUpFactor ? 1 + maxScaleUpFactor : factor;
}

/** The parallelism times a factor, rounded up; 0 for a factor that is unknown, the largest integer for what is beyond it (2.12). */
export function scaledParallelism(parallelism: number, factor: number): number {
  return toInt(Math.min(Math.ceil(factor * parallelism), largestInt));
}

/** Between what a vertex may be given: the options' bounds, widened so that the present parallelism is within them (2.12). */
export interface ParallelismBounds {
  readonly lower: number;
  readonly upper: number;
}

/** The bounds for a vertex with this parallelism; the lower one is 1 at least, below which the reference fails. */
export function boundsAround(
  parallelism: number,
  { minParallelism, maxParallelism }: Pick<AutoscalerOptions, "minParallelism" | "maxParallelism">,
): ParallelismBounds {
  return { lower: Math.max(1, Math.min(parallelism, minParallelism)), upper: Math.max(parallelism, maxParallelism) };
}

/** A parallelism within its bounds, and never more than there are key groups (2.12). */
export function boundParallelism(parallelism: number, { lower, upper }: ParallelismBounds, keyGroups: number): number {
  return Math.min(Math.max(lower, parallelism), Math.min(keyGroups, upper));
}

/** The capacity in records per second that is expected of a parallelism, if every subtask does what one does now (2.12). */
export function expectedCapacity(capacity: number, parallelism: number, next: number): number {
  return (capacity / parallelism) * next;
}
