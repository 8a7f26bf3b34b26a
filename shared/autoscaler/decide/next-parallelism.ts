import type { AutoscalerOptions } from "../options/options.ts";
import { align, isAlignable } from "./alignment.ts";
import { adjust } from "./older-alignment.ts";
import { boundParallelism, type ParallelismBounds, scaledParallelism } from "./parallelism.ts";

/** A vertex to be given another parallelism, and what that is fitted to. */
export interface Scaling extends ParallelismBounds {
  readonly current: number;
  /** By how much its capacity is to grow, within what one step may change. */
  readonly factor: number;
  /** The number of its key groups. */
  readonly maxParallelism: number;
  /** Partitions of a source; 0 where they are unknown. */
  readonly partitions: number;
  /** Whether one of its inputs is keyed. */
  readonly hasHashInput: boolean;
}

/** The parallelism of a vertex on its way to the one that it is given. */
export interface NextParallelism {
  /** As it is computed. */
  readonly scaled: number;
  /** Within all bounds. */
  readonly target: number;
  /** Fitted to key groups or partitions; the present one where nothing is to change. */
  readonly parallelism: number;
  /** True where a deprecated mode made less of the target, or nothing at all. */
  readonly limited: boolean;
}

type Modes = Pick<AutoscalerOptions, "alignmentMode" | "keyGroupAdjustMode">;

/**
 * The parallelism for a factor: rounded up, bounded, and fitted by the newer mode where that is set, else by the deprecated one
 * where that is set, else by BALANCED (2.12, 2.13).
 */
export function nextParallelism(scaling: Scaling, { alignmentMode, keyGroupAdjustMode }: Modes): NextParallelism {
  const { current, factor, partitions, maxParallelism, hasHashInput, lower, upper } = scaling;
  const scaled = scaledParallelism(current, factor);
  const target = boundParallelism(scaled, scaling, maxParallelism);
  const kept = { scaled, target, parallelism: target, limited: false };
  if (target === current || !isAlignable(partitions, hasHashInput)) return kept;
  const alignment = { current, target, partitions, maxParallelism, lower, upper };
  if (alignmentMode === undefined && keyGroupAdjustMode !== undefined) {
    return { ...kept, ...adjust(alignment, keyGroupAdjustMode) };
  }
  return { ...kept, parallelism: align(alignment, alignmentMode ?? "BALANCED") };
}
