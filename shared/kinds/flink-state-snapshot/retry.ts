import type { SnapshotMemory } from "./memory.ts";
import { backoffLimit } from "./read-spec.ts";
import type { View } from "./view.ts";

const firstWaitMs = 10_000;

/** A day: beyond that nobody waits, and soon no instant that a clock knows. */
const longestWaitMs = 86_400_000;

/** Milliseconds until a failed try is followed by the next; 0 where it is due, undefined where there is none (2.12). */
export function untilRetry(
  { object, now }: Pick<View, "object" | "now">,
  { failures, at }: SnapshotMemory,
): number | undefined {
  if (failures > backoffLimit(object.spec)) return undefined;
  const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1));
  return Math.max(0, at + wait - now);
}
