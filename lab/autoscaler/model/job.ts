import type { ShipStrategy } from "../../../shared/autoscaler/graph/job-graph.ts";
import { type Curve, evenness, rateAt } from "./curve.ts";

/** What a vertex reads from another one. */
export interface Edge {
  /** The place of that vertex in the job. */
  readonly from: number;
  /** Records that are sent along the edge for each one that `from` has processed. */
  readonly ratio: number;
  readonly strategy: ShipStrategy;
}

/** A vertex of a modelled job; one without inputs is a source. */
export interface VertexModel {
  readonly name: string;
  readonly curve: Curve;
  readonly inputs: readonly Edge[];
  /** By how much the busiest subtask has more to do than the mean one: 0.15 for 15 %. */
  readonly skew: number;
  /** Key groups of a vertex with a HASH input, partitions of a source: dealt out to subtasks whole; absent: evenly. */
  readonly shares?: number;
  readonly maxParallelism: number;
  /** Records that the buffers of one subtask hold; a source has what waits outside, without bound. */
  readonly buffer: number;
}

/** A modelled job; vertices stand after all their inputs. */
export interface JobModel {
  readonly name: string;
  readonly vertices: readonly VertexModel[];
  /** Seconds between two checkpoints; what was read since the last one is read again after a restart. */
  readonly checkpointInterval: number;
}

/** True for a vertex without inputs. */
export function isSourceModel({ inputs }: VertexModel): boolean {
  return inputs.length === 0;
}

/** The part of its subtasks' time that is used while the busiest one always works. */
export function balanceOf({ shares, skew }: VertexModel, p: number): number {
  return (shares === undefined ? 1 : evenness(shares, p)) / (1 + skew);
}

/** Records per second of a vertex at a parallelism: when its busiest subtask is always busy. */
export function capacityAt(vertex: VertexModel, p: number): number {
  return rateAt(vertex.curve, p) * balanceOf(vertex, p);
}

/** Records of each vertex for one record of every source; the demand of sources with a load each is linear in it. */
export function demandOf({ vertices }: JobModel, sourceRates: readonly number[]): readonly number[] {
  const demand: number[] = [];
  for (const [index, { inputs }] of vertices.entries()) {
    const inherited = inputs.reduce((sum, { from, ratio }) => sum + (demand[from] ?? 0) * ratio, 0);
    demand.push(inputs.length === 0 ? (sourceRates[index] ?? 0) : inherited);
  }
  return demand;
}

/** The id of a vertex by its place, as Flink writes one: 32 hex digits. */
export function vertexId(index: number): string {
  return (index + 1).toString(16).padStart(32, "0");
}
