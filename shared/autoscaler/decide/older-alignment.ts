import { type Alignment, firstAligned, sharesOf } from "./alignment.ts";

/** The modes of the deprecated option (2.13). */
export type AdjustMode = "EVENLY_SPREAD" | "MAXIMIZE_UTILISATION";

/** What a deprecated mode makes of a target. */
export interface Adjusted {
  readonly parallelism: number;
  /** True where that is not what the mode was asked for: fewer than the target, or no change at all. */
  readonly limited: boolean;
}

/**
 * The parallelism that a deprecated mode makes of the target. Where nothing upward fits it walks down, which may end at the
 * present parallelism or beyond it: then nothing is scaled.
 */
export function adjust(alignment: Alignment, mode: AdjustMode): Adjusted {
  const found = firstAligned(alignment, mode === "MAXIMIZE_UTILISATION");
  if (found !== undefined) return { parallelism: found, limited: false };
  const { current, target, lower } = alignment;
  const below = Math.max(boundaryBelow(sharesOf(alignment), target), lower);
  const isTurnedRound = target > current ? below <= current : below >= current;
  return isTurnedRound ? { parallelism: current, limited: true } : { parallelism: below, limited: below !== target };
}

/** The least parallelism with as many shares per subtask as the target; the next one below where that divides evenly; 0 for none. */
function boundaryBelow(shares: number, target: number): number {
  const perSubtask = Math.floor(shares / target);
  for (let parallelism = target; parallelism > 0; parallelism -= 1) {
    if (Math.floor(shares / parallelism) > perSubtask) {
      return shares % parallelism === 0 ? parallelism : parallelism + 1;
    }
  }
  return 0;
}
