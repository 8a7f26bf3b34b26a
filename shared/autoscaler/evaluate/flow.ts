import { isSource, type JobGraph, type Vertex } from "../graph/job-graph.ts";
import { inheritedRate } from "./demand.ts";

/** Records along an edge for each record that its upper end reads; NaN where that was never seen. */
export type Ratio = (from: string, to: string) => number;

/** A number for each vertex. */
export type PerVertex = ReadonlyMap<string, number>;

/** What comes to every vertex, in records per second, of what comes to the sources; NaN where a ratio on the way is unknown. */
export function spreadRates({ vertices }: JobGraph, ofSource: (id: string) => number, ratio: Ratio): PerVertex {
  const rates = new Map<string, number>();
  for (const vertex of vertices.values()) {
    const inputs = [...vertex.inputs.keys()].map((from) => ({
      rate: rates.get(from) ?? Number.NaN,
      ratio: ratio(from, vertex.id),
    }));
    rates.set(vertex.id, isSource(vertex) ? ofSource(vertex.id) : inheritedRate(inputs));
  }
  return rates;
}

/**
 * What can come to every vertex, in records per second, where none processes more than `most` of it: each source is held back by
 * the vertex behind it that can take the least part of what comes to it. A vertex of which either is unknown holds nothing back.
 */
export function achievableRates(graph: JobGraph, wanted: PerVertex, most: PerVertex, ratio: Ratio): PerVertex {
  const taken = new Map<string, number>();
  for (const vertex of [...graph.vertices.values()].reverse())
    taken.set(vertex.id, takenBy(vertex, wanted, most, taken));
  return spreadRates(graph, (id) => (wanted.get(id) ?? Number.NaN) * (taken.get(id) ?? 1), ratio);
}

/** The part of what comes to a vertex that it and all behind it can take. */
function takenBy({ id, outputs }: Vertex, wanted: PerVertex, most: PerVertex, taken: PerVertex): number {
  const own = (most.get(id) ?? Number.NaN) / (wanted.get(id) ?? Number.NaN);
  return Math.min(1, own >= 0 ? own : 1, ...[...outputs.keys()].map((to) => taken.get(to) ?? 1));
}
