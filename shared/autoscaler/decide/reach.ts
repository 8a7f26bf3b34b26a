import { hasHashInput, type Vertex } from "../graph/job-graph.ts";
import type { Ceiling } from "../learn/ceiling.ts";
import type { AutoscalerOptions } from "../options/options.ts";
import { type AlignmentMode, isAlignable } from "./alignment.ts";
import { boundsAround, clampFactor, scaledParallelism } from "./parallelism.ts";

type AlignmentOptions = Pick<AutoscalerOptions, "alignmentMode" | "keyGroupAdjustMode">;

/** How a vertex is fitted to its shares; the deprecated option holds where the newer one is not set (2.13). */
export function fittingOf({ alignmentMode, keyGroupAdjustMode }: AlignmentOptions): AlignmentMode {
  return alignmentMode ?? (keyGroupAdjustMode === "EVENLY_SPREAD" ? "EVENLY_SPREAD" : "BALANCED");
}

/** Key groups or partitions that the subtasks of a vertex share out, where that is taken into account. */
export function sharesAmong(vertex: Vertex, options: AlignmentOptions): number | undefined {
  const { partitions, maxParallelism } = vertex;
  if (!isAlignable(partitions, hasHashInput(vertex)) || fittingOf(options) === "OFF") return undefined;
  return partitions > 0 ? partitions : maxParallelism;
}

/**
 * Every parallelism that a vertex may be given, rising: within the options' bounds, its key groups, its partitions and its
 * ceiling, each widened so that the present one is among them; with EVENLY_SPREAD only those that divide its shares.
 */
export function candidatesFor(
  vertex: Vertex,
  options: AutoscalerOptions,
  ceiling: Ceiling | undefined,
  now: number,
): readonly number[] {
  const { parallelism, maxParallelism, partitions } = vertex;
  const { lower, upper } = boundsAround(parallelism, options);
  const ceilingNow = ceiling !== undefined && now < ceiling.until ? ceiling.parallelism : upper;
  const highest = Math.max(
    parallelism,
    Math.min(upper, maxParallelism, partitions > 0 ? partitions : upper, ceilingNow),
  );
  const shares = fittingOf(options) === "EVENLY_SPREAD" ? sharesAmong(vertex, options) : undefined;
  const all = Array.from({ length: Math.max(0, highest - lower + 1) }, (_, index) => lower + index);
  return shares === undefined ? all : all.filter((one) => one === parallelism || shares % one === 0);
}

/** Those of them that one step may reach (2.12). */
export function withinStep(
  candidates: readonly number[],
  parallelism: number,
  options: AutoscalerOptions,
): readonly number[] {
  const least = scaledParallelism(parallelism, clampFactor(Number.NEGATIVE_INFINITY, options));
  const most = scaledParallelism(parallelism, clampFactor(Number.POSITIVE_INFINITY, options));
  return candidates.filter((one) => one >= least && one <= most);
}
