import { wholeSeconds } from "../arithmetic/java-number.ts";

/** A source: records that wait, and records that it reads per second. */
export interface SourceLag {
  readonly lag: number;
  readonly rate: number;
}

/** True while any source would take longer than a duration in milliseconds for what waits, at its present rate (2.10). */
export function isProcessingBacklog(sources: readonly SourceLag[], lagThreshold: number): boolean {
  return sources.some(({ lag, rate }) => lag / rate > wholeSeconds(lagThreshold));
}
