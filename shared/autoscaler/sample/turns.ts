import type { AutoscalerOptions } from "../options/options.ts";
import type { Aggregate, LookMemo, Skew } from "./reading.ts";

/** How uneven a gauge is over subtasks; even, where the mean is not above 0 or nobody knows. */
export function toSkew({ min, avg, max }: Aggregate): Skew {
  if (!(avg > 0)) return { max: 1, min: 1 };
  const share = (of: number) => (Number.isFinite(of) ? of / avg : 1);
  return { max: share(max), min: share(min) };
}

/**
 * The vertex whose turn it is to be asked how uneven its subtasks are: the one of which that is known the longest ago, or not
 * at all. One a look is enough, since skew lasts; undefined where no subtask speaks for its vertex.
 */
export function whoseTurn(
  vertices: readonly string[],
  memo: LookMemo | undefined,
  { busyTimeAggregator }: Pick<AutoscalerOptions, "busyTimeAggregator">,
): string | undefined {
  if (busyTimeAggregator === "AVG") return undefined;
  const knownAt = (id: string) => memo?.vertices[id]?.skewAt ?? Number.NEGATIVE_INFINITY;
  return vertices.reduce<string | undefined>(
    (first, id) => (first === undefined || knownAt(id) < knownAt(first) ? id : first),
    undefined,
  );
}

/** True where something is decided by what the processes tell: by memory pressure, or with memory tuning. */
export function needsProcesses({ gcPressureThreshold, heapUsageThreshold, memoryTuning }: AutoscalerOptions): boolean {
  return gcPressureThreshold < 1 || heapUsageThreshold < 1 || memoryTuning;
}
