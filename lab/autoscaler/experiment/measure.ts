import type { Moment, Run } from "./run.ts";

/** How a controller did on one scenario and seed. */
export interface Measures {
  readonly rescales: number;
  /** Those after the event of the run: a step, or the beginning of a fault; all of them where there is none. */
  readonly rescalesAfter: number;
  /** Changes of a vertex that go the other way than its last one, over all vertices. */
  readonly reversals: number;
  /** Minutes from the event to the end of the last rescale; without bound where there was none, or the job is late at the end. */
  readonly settled: number;
  /** Share of time with more than 60 s of arrivals waiting. */
  readonly late: number;
  /** Share of time in which the job could do less than arrived. */
  readonly below: number;
  /** Seconds of arrivals that waited at the worst moment. */
  readonly worstLag: number;
  /** Task-seconds over those of the oracle. */
  readonly cost: number;
}

/** Seconds of arrivals in wait from which on a job is late. */
const lateAfter = 60;

/** The measures of a run. */
export function measure(run: Run): Measures {
  const { moments, rescales, eventAt = 0 } = run;
  const after = rescales.filter(({ at }) => at >= eventAt);
  const sum = (of: (moment: Moment) => number) => moments.reduce((all, moment) => all + of(moment), 0);
  const last = moments.at(-1);
  const end = after.at(-1)?.endedAt;
  const isSettled = end !== undefined && last !== undefined && !isLate(last) && end <= last.at;
  return {
    rescales: rescales.length,
    rescalesAfter: after.length,
    reversals: reversalsOf(run),
    settled: isSettled ? (end - eventAt) / 60 : Number.POSITIVE_INFINITY,
    late: moments.filter(isLate).length / Math.max(1, moments.length),
    below: moments.filter(({ isBelow }) => isBelow).length / Math.max(1, moments.length),
    worstLag: Math.max(0, ...perHour(moments, ({ lag, rate }) => lag / rate)),
    cost: sum(({ tasks }) => tasks) / sum(({ needed }) => needed),
  };
}

/** What a share of late time costs, in shares of the oracle's task-seconds. */
const lateness = 10;

/** Cost and lateness in one number (8.2). */
export function regretOf({ cost, late }: Pick<Measures, "cost" | "late">): number {
  return cost + lateness * late;
}

function isLate({ lag, rate }: Moment): boolean {
  return lag > lateAfter * rate;
}

/** The highest of each hour: a day has more moments than a call takes arguments. */
function perHour(moments: readonly Moment[], of: (moment: Moment) => number): readonly number[] {
  const hours = Map.groupBy(moments, ({ at }) => Math.floor(at / 3_600));
  return [...hours.values()].map((hour) => Math.max(...hour.map(of)));
}

function reversalsOf({ rescales }: Run): number {
  const last = new Map<number, number>();
  let reversals = 0;
  for (const { from, to } of rescales) {
    for (const [index, p] of to.entries()) {
      const direction = Math.sign(p - (from[index] ?? p));
      if (direction === 0) continue;
      if (last.get(index) === -direction) reversals += 1;
      last.set(index, direction);
    }
  }
  return reversals;
}

/** The middle of some numbers; of an even count the higher of the two in the middle. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
