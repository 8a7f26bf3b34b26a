import { roundToLong, wholeSeconds } from "../arithmetic/java-number.ts";
import type { AutoscalerOptions } from "../options/options.ts";

/** What a vertex has to process, in records per second. */
export interface Demand {
  /** What comes in. */
  readonly demand: number;
  /** What is to be worked off besides. */
  readonly catchUpRate: number;
}

/** What a capacity must make good for, in milliseconds. */
export interface CatchUp {
  /** 0 leaves restarts out of account. */
  readonly catchUpDuration: number;
  /** Absent where no restart is to be made good for, which is not the same as one of no time where the demand has no bound. */
  readonly restartTime?: number;
}

/**
 * The capacity in whole records per second with which a vertex is busy for a share of its time, and catches up in time
 * (2.11). NaN where the demand is unknown; without bound for a share of 0.
 */
export function requiredCapacity(
  { demand, catchUpRate }: Demand,
  utilization: number,
  { catchUpDuration, restartTime }: CatchUp,
): number {
  if (Number.isNaN(demand) || Number.isNaN(catchUpRate)) return Number.NaN;
  const share = Math.min(1, Math.max(0, utilization));
  if (share === 0) return Number.POSITIVE_INFINITY;
  const within = wholeSeconds(catchUpDuration);
  const isRestarted = restartTime !== undefined && within !== 0;
  const afterRestart = isRestarted ? (demand * wholeSeconds(restartTime)) / within : 0;
  return roundToLong(catchUpRate + afterRestart + demand / share);
}

/** The ends of the band of utilization. */
export interface UtilizationBand {
  readonly max: number;
  readonly min: number;
}

type BandOptions = Pick<
  AutoscalerOptions,
  "utilizationTarget" | "utilizationBoundary" | "utilizationMax" | "utilizationMin"
>;

/** The band of a job; as wide as it can be while a backlog is worked off (2.10, 2.11). */
export function utilizationBand(options: BandOptions, isBacklogged: boolean): UtilizationBand {
  if (isBacklogged) return { max: 1, min: 0 };
  const { utilizationTarget, utilizationBoundary, utilizationMax, utilizationMin } = options;
  return {
    max: utilizationMax ?? utilizationTarget + utilizationBoundary,
    min: utilizationMin ?? utilizationTarget - utilizationBoundary,
  };
}

/** Capacities in records per second: below `scaleUp` a vertex needs more subtasks, above `scaleDown` fewer are enough. */
export interface Thresholds {
  readonly scaleUp: number;
  readonly scaleDown: number;
}

/** The thresholds of a vertex; only the lower end of the band makes good for a restart, so that it is worth one (2.11). */
export function thresholdsOf(demand: Demand, band: UtilizationBand, catchUp: CatchUp): Thresholds {
  return {
    scaleUp: requiredCapacity(demand, band.max, { catchUpDuration: catchUp.catchUpDuration }),
    scaleDown: requiredCapacity(demand, band.min, catchUp),
  };
}

/** True where a capacity is outside of its thresholds; never where one of the numbers is unknown (2.14). */
export function isOutside(capacity: number, { scaleUp, scaleDown }: Thresholds): boolean {
  return capacity < scaleUp || capacity > scaleDown;
}
