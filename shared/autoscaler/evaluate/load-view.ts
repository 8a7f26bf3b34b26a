import type { Learned } from "../learn/learned.ts";
import { type LoadPoint, meanOfLast, noiseOf, sureLevel, trendOf } from "../learn/load.ts";
import type { Parameters } from "../learn/parameters.ts";

/**
 * How what comes in stands to what the job can do: `calm` where it is enough; `waiting` where it is not, and it may be a burst;
 * `surge` where it has not been for long enough.
 */
export type LoadMode = "calm" | "waiting" | "surge";

/** What comes in, as it is judged. */
export interface LoadView {
  readonly mode: LoadMode;
  /** When the load rose and when it will have lasted, in milliseconds since the epoch; the present moment while it is calm. */
  readonly since: number;
  readonly until: number;
  /** Records per second of each source. */
  readonly rates: Readonly<Record<string, number>>;
  /** Whether the last look brought clearly less than that, so that it is still too high. */
  readonly isFalling: boolean;
}

/** The part of the mean below which the last look shows that a load falls. */
const fallingBelow = 0.9;

/** Judges the looks of a job at a moment not before the last; `exceeds` tells whether one is more than the job can do. */
export function viewLoad(
  { loads, patience }: Pick<Learned, "loads" | "patience">,
  exceeds: (load: LoadPoint) => boolean,
  now: number,
  parameters: Parameters,
): LoadView {
  const excess = loads.length - 1 - loads.findLastIndex((load) => !exceeds(load));
  if (excess > 0) {
    const rates = ratesOf(loads, (of) => levelOf(of, excess, parameters));
    return { ...waitOut({ loads, patience }, excess, now, parameters), rates, isFalling: false };
  }
  const steady = Math.max(parameters.looks, Math.ceil(patience.wait / parameters.look));
  const rates = ratesOf(loads, (of) => meanOfLast(of, steady));
  return { mode: "calm", since: now, until: now, rates, isFalling: isBelow(loads.at(-1), rates) };
}

/** Waits for the last `excess` looks, all of them too much, to be no burst: for enough of them, and for enough time. */
function waitOut(
  { loads, patience }: Pick<Learned, "loads" | "patience">,
  excess: number,
  now: number,
  { look, looks }: Parameters,
): Pick<LoadView, "mode" | "since" | "until"> {
  const since = loads.at(-1 - excess)?.at ?? (loads[0]?.at ?? now) - look;
  const unseen = Math.max(0, looks - excess) * look;
  const lasted = since + Math.max(patience.wait, looks * look);
  const until = unseen === 0 ? lasted : Math.max(lasted, (loads.at(-1)?.at ?? now) + unseen);
  // A look that the load rose in tells too little of it: time alone, which may pass before another look ends, proves no surge.
  return { mode: now >= until && unseen === 0 ? "surge" : "waiting", since, until };
}

function isBelow(last: LoadPoint | undefined, mean: LoadPoint["rates"]): boolean {
  const sum = (rates: LoadPoint["rates"]) => Object.values(rates).reduce((all, rate) => all + rate, 0);
  return last !== undefined && sum(last.rates) < fallingBelow * sum(mean);
}

/** What a source has surely come to, and is coming to if it grows steadily. */
function levelOf(values: readonly number[], count: number, { certainty, horizon }: Parameters): number {
  const trend = trendOf(values);
  const growth = trend > 2 * noiseOf(values) ? trend * horizon : 0;
  return sureLevel(values, count, certainty) + growth;
}

function ratesOf(loads: readonly LoadPoint[], judge: (values: readonly number[]) => number) {
  const sources = Object.keys(loads.at(-1)?.rates ?? {});
  return Object.fromEntries(
    sources.map(
      (id) => [id, judge(loads.flatMap(({ rates }) => (rates[id] === undefined ? [] : [rates[id]])))] as const,
    ),
  );
}
