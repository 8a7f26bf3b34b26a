import { wholeSeconds } from "../arithmetic/java-number.ts";

/** Records per second that come to a source: what it reads, and by how much its lag grows; NaN where either is unknown (2.8). */
export function sourceDemand(readRate: number, lagRate: number): number {
  return Math.max(0, readRate + lagRate);
}

/** Records per second on top of that, with which a lag is worked off within a duration in milliseconds; 0 for no duration (2.8). */
export function sourceCatchUpRate(lag: number, catchUpDuration: number): number {
  const seconds = wholeSeconds(catchUpDuration);
  return seconds === 0 ? 0 : lag / seconds;
}

/** Records per second that the inputs of a vertex pass on to it: the rate of each times its ratio along the edge (2.8). */
export function inheritedRate(inputs: readonly { readonly rate: number; readonly ratio: number }[]): number {
  return inputs.reduce((sum, { rate, ratio }) => sum + rate * ratio, 0);
}
