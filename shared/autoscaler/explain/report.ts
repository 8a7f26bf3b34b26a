import { hashOf } from "../../core/hash.ts";
import type { Explanation } from "./explanation.ts";
import { eventOf, keyOf, sentenceOf } from "./reasons.ts";

/** Something to be told to people. */
export interface Report {
  readonly type: "Normal" | "Warning";
  /** The name of the event. */
  readonly event: string;
  readonly message: string;
  /** Tells it from others, whenever they are told; undefined for one that is told every time. */
  readonly key: string | undefined;
  /** What came of the cycle, where that is what is told. */
  readonly explanation?: Explanation;
}

/** What came of a cycle, as a report. */
export function toReport(explanation: Explanation): Report {
  return { ...eventOf(explanation), message: sentenceOf(explanation), key: keyOf(explanation), explanation };
}

/** When findings were told last, by a hash of their keys; milliseconds since the epoch. */
export type Told = Readonly<Record<string, number>>;

/** Reports that are new, and what has been told with them. */
export interface Telling {
  readonly reports: readonly Report[];
  /** Those that have been told within the interval. */
  readonly repeated: readonly Report[];
  readonly told: Told;
}

/**
 * The reports that were not told within an interval of milliseconds (5.1).
 *
 * Guarantees: what has been told stays small, since what is older than the interval is forgotten.
 */
export function chooseReports(reports: readonly Report[], told: Told, now: number, interval: number): Telling {
  const recent = new Map(Object.entries(told).filter(([, at]) => now - at < interval));
  const chosen: Report[] = [];
  const repeated: Report[] = [];
  for (const report of reports) {
    const { key, event } = report;
    const hash = key === undefined ? undefined : hashOf([event, key]).slice(0, 16);
    const isRepeated = hash !== undefined && recent.has(hash);
    (isRepeated ? repeated : chosen).push(report);
    if (hash !== undefined && !isRepeated) recent.set(hash, now);
  }
  return { reports: chosen, repeated, told: Object.fromEntries(recent) };
}
