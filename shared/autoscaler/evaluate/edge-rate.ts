import type { JobGraph } from "../graph/job-graph.ts";

/** Records per second by vertex; NaN where that is unknown. */
export interface RecordRates {
  readonly recordsIn: (vertex: string) => number;
  readonly recordsOut: (vertex: string) => number;
}

/**
 * Records per second that go along an edge, which Flink does not count (2.7): what the lower end reads if that is its only
 * input; else what it reads less what its other inputs write, if all of those write to it alone; else what the upper end writes.
 */
export function edgeRate({ vertices }: JobGraph, rates: RecordRates, from: string, to: string): number {
  const inputs = [...(vertices.get(to)?.inputs.keys() ?? [])];
  if (inputs.length === 1) return rates.recordsIn(to);
  const others = inputs.filter((input) => input !== from);
  const isTheirOnlyOutput = others.every((input) => vertices.get(input)?.outputs.size === 1);
  const fromOthers = isTheirOnlyOutput ? others.reduce((sum, input) => sum + rates.recordsOut(input), 0) : Number.NaN;
  return Number.isNaN(fromOthers) ? rates.recordsOut(from) : rates.recordsIn(to) - fromOthers;
}

/** Records along an edge for each record that its upper end reads; 0 where either rate is unknown or not above 0 (2.7). */
export function outputRatio(edgeRate: number, inputRate: number): number {
  return edgeRate > 0 && inputRate > 0 ? edgeRate / inputRate : 0;
}
