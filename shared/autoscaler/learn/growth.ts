import { type CurvePoint, fitElasticity, type Prior } from "./curve.ts";

/** What is known of how a vertex does more with more subtasks. */
export interface Growth {
  readonly parallelism: number;
  /** Records per second at that parallelism; NaN where that is unknown. */
  readonly capacity: number;
  /** By how many percent it does more with one percent more subtasks. */
  readonly elasticity: number;
  /** Key groups or partitions that are dealt out to subtasks whole; undefined where records are dealt out evenly. */
  readonly shares: number | undefined;
}

/** How a vertex grows, by all that was seen of it. */
export function growthOf(
  points: readonly CurvePoint[],
  { parallelism, shares }: Pick<Growth, "parallelism" | "shares">,
  prior: Prior,
): Growth {
  const capacity = points.find((point) => point.parallelism === parallelism)?.capacity ?? Number.NaN;
  const even = points.map((point) => ({ ...point, capacity: point.capacity / evenness(shares, point.parallelism) }));
  return { parallelism, capacity, elasticity: fitElasticity(even, prior), shares };
}

/** Records per second that are expected of a vertex with `next` subtasks. */
export function capacityAt({ parallelism, capacity, elasticity, shares }: Growth, next: number): number {
  const worth = (p: number) => p ** elasticity * evenness(shares, p);
  return (capacity * worth(next)) / worth(parallelism);
}

/** The share of their time for which subtasks work on average while the one with most shares always does. */
function evenness(shares: number | undefined, parallelism: number): number {
  return shares === undefined ? 1 : shares / parallelism / Math.ceil(shares / parallelism);
}

/** A parallelism that does at least this part of the most that any does is as good as that. */
const goodEnough = 0.98;

/**
 * The least of some parallelisms, in rising order, that does `wanted` records per second; where none does, the least of those
 * that do most. Undefined for none, and where the capacity is not known.
 */
export function leastEnough(growth: Growth, candidates: readonly number[], wanted: number): number | undefined {
  const enough = candidates.find((one) => capacityAt(growth, one) >= wanted);
  if (enough !== undefined) return enough;
  const most = goodEnough * mostOf(growth, candidates);
  return candidates.find((one) => capacityAt(growth, one) >= most);
}

/** The most records per second that any of some parallelisms, in rising order, does; NaN where that is not known. */
export function mostOf(growth: Growth, candidates: readonly number[]): number {
  const tried = growth.shares === undefined ? candidates.slice(-1) : candidates;
  return tried.reduce((most, one) => Math.max(most, capacityAt(growth, one)), 0);
}
