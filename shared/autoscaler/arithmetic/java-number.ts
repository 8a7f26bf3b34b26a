/** The largest number that a 64-bit integer holds, as a double. */
const largestLong = 2 ** 63;

/** The largest 32-bit integer, at which a parallelism saturates. */
export const largestInt = 2 ** 31 - 1;

/** Half of a unit goes up, also below zero; NaN is 0, and what is beyond 64 bits is the last number in them. */
export function roundToLong(value: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.min(Math.max(Math.round(value), -largestLong), largestLong) + 0;
}

/** The whole part of a number in 32 bits; NaN is 0. */
export function toInt(value: number): number {
  return Math.trunc(Math.min(Math.max(value, -(2 ** 31)), largestInt)) || 0;
}

/** Milliseconds as whole seconds, in which every duration enters a formula (2.11). */
export function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1_000);
}
