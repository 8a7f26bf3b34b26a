import { emptyState } from "../../../shared/autoscaler/state/state.ts";

/** When a job was looked at first, in milliseconds since the epoch. */
export const noon = Date.parse("2026-11-22T12:00:00Z");

/** The counters of a vertex that is busy all the time. */
export const counted = { load: 1, accumulatedBusyTime: 0, recordsOut: 0 };

const processes = { slotsUsed: 1, gcPressure: 0, heapUsage: 0, heapUsed: 0, managedUsed: 0, metaspaceUsed: 0 };

/** What is remembered of a job that was looked at in three minutes: its source takes 100 records per second. */
export function remembered(others: Readonly<Record<string, typeof counted & { readonly recordsIn: number }>> = {}) {
  const samples = [0, 1, 2].map((minute) => ({
    at: noon + minute * 60_000,
    vertices: { source: { ...counted, recordsIn: minute * 6_000, lag: 0 }, ...others },
    processes,
  }));
  return { ...emptyState("g"), samples };
}
