/** How a parallelism is fitted to the key groups or partitions that its subtasks share out (2.13). */
export const alignmentModes = ["BALANCED", "EVENLY_SPREAD", "OFF"] as const;

/**
 * `BALANCED`: the first parallelism that takes load off a subtask, or divides evenly. `EVENLY_SPREAD`: the first that
 * divides evenly. `OFF`: as it was computed.
 */
export type AlignmentMode = (typeof alignmentModes)[number];

/** A parallelism to be fitted, and what it is fitted to. */
export interface Alignment {
  readonly current: number;
  /** What was computed, within all bounds. */
  readonly target: number;
  /** Partitions of a source; 0 where they are unknown or the vertex is no source. */
  readonly partitions: number;
  /** Maximum parallelism of the vertex, which is the number of its key groups. */
  readonly maxParallelism: number;
  /** The least parallelism that the vertex may have. */
  readonly lower: number;
  /** The highest parallelism that the vertex may have by its options. */
  readonly upper: number;
}

/** True where subtasks share out key groups or partitions: a source that knows them, or a vertex with a keyed input. */
export function isAlignable(partitions: number, hasHashInput: boolean): boolean {
  return partitions > 0 || hasHashInput;
}

/** Partitions where they are known, else key groups. */
export function sharesOf({ partitions, maxParallelism }: Alignment): number {
  return partitions > 0 ? partitions : maxParallelism;
}

/**
 * The parallelism that a mode makes of the target; the target itself where the mode finds none. Scaling down never ends above
 * the present parallelism; it may end at it, which means that nothing changes.
 */
export function align(alignment: Alignment, mode: AlignmentMode): number {
  if (mode === "OFF") return alignment.target;
  return firstAligned(alignment, mode === "BALANCED") ?? alignment.target;
}

/**
 * The first parallelism from the target upward that divides the shares evenly or, where that is enough, leaves a subtask with
 * fewer of them; undefined where there is none up to the highest that makes sense.
 */
export function firstAligned(alignment: Alignment, lessLoadIsEnough: boolean): number | undefined {
  const { current, target, maxParallelism, upper } = alignment;
  const shares = sharesOf(alignment);
  const highest = Math.min(shares, maxParallelism, upper);
  const end = target > current ? highest : Math.min(current, highest);
  const perSubtask = Math.floor(shares / target);
  for (let parallelism = target; parallelism <= end; parallelism += 1) {
    const takesLoadOff = lessLoadIsEnough && Math.floor(shares / parallelism) < perSubtask;
    if (shares % parallelism === 0 || takesLoadOff) return parallelism;
  }
  return undefined;
}
