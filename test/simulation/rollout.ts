import type { Difference } from "./other-version.ts";

/**
 * A Knative roll-out: two versions of Weir in one run. Requests go to the first one until `from`, then to either, and from
 * `to` on to the last one; pods of the other are told to end then, and finish what they are at.
 */
export interface Rollout {
  readonly difference: Difference;
  readonly from: number;
  readonly to: number;
  /** Whether the other version is the one that serves first, and last. Where both are the same it is rolled back. */
  readonly otherFirst: boolean;
  readonly otherLast: boolean;
}

/** Whether the other version gets a request, by a number from 0 to 1 of it. */
export function goesToOther({ from, to, otherFirst, otherLast }: Rollout, now: number, number: number): boolean {
  if (now < from) return otherFirst;
  return now < to ? number < 0.5 : otherLast;
}
