import type { DelayedScaleDown } from "../decide/delayed-scale-down.ts";
import type { ScalingHistory, TrackedRestart } from "../decide/history.ts";
import type { JobGraph } from "../graph/job-graph.ts";
import type { Learned } from "../learn/learned.ts";
import type { JobSample } from "../sample/job-sample.ts";
import type { LookMemo } from "../sample/reading.ts";
import type { ConfigurationChanges } from "../tuning/tune-memory.ts";

/** What a job is to run with, by the last decision. */
export interface DesiredState {
  /** When that was, in milliseconds since the epoch. */
  readonly decidedAt: number;
  /** The parallelism of every vertex that was judged, also of those that it leaves as they were (1.4). */
  readonly parallelism: Readonly<Record<string, number>>;
  /** Options of Flink that go with it; absent where memory is not tuned. */
  readonly configuration?: ConfigurationChanges;
}

/** What came of the last cycle that came to something else than the one before, for whoever asks why a job is not scaled. */
export interface Latest {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly reason: string;
  readonly message: string;
}

/**
 * What is remembered of a job between two cycles. Its size is bounded by the number of vertices and the history's options,
 * whatever the window and however often the job is looked at.
 */
export interface AutoscalerState {
  /** Of which graph all this is (`graphHash`). */
  readonly graph: string;
  /** The window, oldest first. */
  readonly samples: readonly JobSample[];
  readonly history: ScalingHistory;
  /** Oldest first. */
  readonly restarts: readonly TrackedRestart[];
  /** By vertex. */
  readonly delayed: Readonly<Record<string, DelayedScaleDown>>;
  readonly desired?: DesiredState;
  /** What the profile `improved` has learnt of this graph; absent in any other profile. */
  readonly learned?: Learned;
  /** When each finding was told last, in milliseconds since the epoch. */
  readonly told: Readonly<Record<string, number>>;
  /** What the last look leaves to the next one. */
  readonly memo?: LookMemo;
  /** Absent before the first cycle. */
  readonly latest?: Latest;
}

/** What is remembered of a job that was never looked at. */
export function emptyState(graph: string): AutoscalerState {
  return { graph, samples: [], history: {}, restarts: [], delayed: {}, told: {} };
}

/**
 * What still holds of a state for a graph: all of it for the same graph. For another one the past rescales of vertices that are
 * still there, and how long restarts take; what was decided for the old graph is not wanted of the new one.
 */
export function stateFor(state: AutoscalerState | undefined, hash: string, { vertices }: JobGraph): AutoscalerState {
  if (state === undefined) return emptyState(hash);
  if (state.graph === hash) return state;
  const history = Object.fromEntries(Object.entries(state.history).filter(([id]) => vertices.has(id)));
  return { ...emptyState(hash), history, restarts: state.restarts, told: state.told };
}
