import type { Ceiling } from "./ceiling.ts";
import type { CurvePoint } from "./curve.ts";
import type { Hold } from "./hold.ts";
import type { LoadPoint } from "./load.ts";
import type { Patience } from "./patience.ts";

/**
 * What the profile `improved` has learnt of a job, for one graph.
 *
 * Guarantees: bounded by the number of vertices and edges, however long the job is watched.
 */
export interface Learned {
  /** Oldest first. */
  readonly loads: readonly LoadPoint[];
  /** Records along an edge for each record that its upper end reads, by lower and upper end. */
  readonly ratios: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** By vertex, the one that was seen last at the end. */
  readonly curves: Readonly<Record<string, readonly CurvePoint[]>>;
  /** By vertex. */
  readonly ceilings: Readonly<Record<string, Ceiling>>;
  readonly patience: Patience;
  /** Absent before anything was shrunk. */
  readonly hold?: Hold;
}

/** What is known of a job that was never looked at. */
export const nothingLearned: Learned = { loads: [], ratios: {}, curves: {}, ceilings: {}, patience: { wait: 0 } };
