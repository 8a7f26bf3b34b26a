import { candidatesFor, sharesAmong } from "../decide/reach.ts";
import type { Vertex } from "../graph/job-graph.ts";
import { type Growth, growthOf, mostOf } from "../learn/growth.ts";
import type { Learned } from "../learn/learned.ts";
import type { Parameters } from "../learn/parameters.ts";
import type { AutoscalerOptions } from "../options/options.ts";

/** A vertex and what can be made of it, whatever comes in. */
export interface KnownVertex {
  readonly vertex: Vertex;
  readonly growth: Growth;
  /** Every parallelism that it may be given, rising. */
  readonly candidates: readonly number[];
  /** The most records per second that it does with any of them; NaN where its capacity is not known. */
  readonly most: number;
}

/** What bounds and teaches it. */
export interface VertexSurroundings {
  readonly options: AutoscalerOptions;
  readonly learned: Learned;
  readonly excluded: ReadonlySet<string>;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly parameters: Parameters;
}

/** A vertex by what was learnt of it; one that is not to be scaled has its present parallelism alone. */
export function knowVertex(vertex: Vertex, around: VertexSurroundings): KnownVertex {
  const { id, parallelism } = vertex;
  const { options, learned, excluded, now, parameters } = around;
  const prior = { elasticity: parameters.elasticity, weight: parameters.elasticityWeight };
  const shares = sharesAmong(vertex, options);
  const growth = growthOf(learned.curves[id] ?? [], { parallelism, shares }, prior);
  const isFixed = excluded.has(id);
  const candidates = isFixed ? [parallelism] : candidatesFor(vertex, options, learned.ceilings[id], now);
  return { vertex, growth, candidates, most: mostOf(growth, candidates) };
}
