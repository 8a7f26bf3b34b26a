import type { AutoscalerOptions } from "../options/options.ts";

/** What is known of a vertex over a window; rates are records per second, NaN where one is unknown. */
export interface BusyWindow {
  /** The mean share of time for which the subtask that speaks for the vertex is busy. */
  readonly load: number;
  /** By how much the busy time of all subtasks together grows, in milliseconds per second. */
  readonly busyTimeRate: number;
  /** Records read per second, by the counter. */
  readonly recordsInRate: number;
  /** Records read per second, the mean of the gauge; without bound or NaN where there is none. */
  readonly inPerSecond: number;
  readonly parallelism: number;
}

/** Milliseconds of a second for which a subtask is busy (2.9): by the exact counter for AVG, else by the gauge. */
export function busyTimeOf(window: BusyWindow, aggregator: AutoscalerOptions["busyTimeAggregator"]): number {
  return aggregator === "AVG" ? window.busyTimeRate / window.parallelism : window.load * 1_000;
}

/** Records per second that belong to that busy time: estimated in the same way, so that both err together (2.9). */
export function processedRateOf(window: BusyWindow, aggregator: AutoscalerOptions["busyTimeAggregator"]): number {
  return aggregator === "AVG" || !Number.isFinite(window.inPerSecond) ? window.recordsInRate : window.inPerSecond;
}

/** Records per second that a vertex could process if it were always busy; without bound where it processes none (2.9). */
export function capacityByBusyTime(processedRate: number, busyTime: number): number {
  return processedRate === 0 ? Number.POSITIVE_INFINITY : processedRate / (busyTime / 1_000);
}

/**
 * The true processing rate in records per second: that of busy time, unless it is unknown, without bound, or above the
 * observed one by more than a share (2.9). `observed` is NaN for what is no source, or was not observed often enough.
 */
export function chooseCapacity(byBusyTime: number, observed: number, switchThreshold: number): number {
  if (Number.isNaN(observed)) return byBusyTime;
  if (!Number.isFinite(byBusyTime)) return observed;
  return byBusyTime > observed * (1 + switchThreshold) ? observed : byBusyTime;
}
