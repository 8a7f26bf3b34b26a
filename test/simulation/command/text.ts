import type { Tally } from "./tally.ts";

/** A whole number with a comma after each three digits. */
export function grouped(number: number): string {
  return Math.round(number).toLocaleString("en-US");
}

/** Schedules per second of the clock. */
export function perSecond({ played, seconds }: Pick<Tally, "played" | "seconds">): string {
  return `${grouped(played / Math.max(seconds, 1e-3))}/s`;
}
