import type { JobEvaluation, VertexEvaluation } from "../evaluate/evaluate-job.ts";
import type { JobGraph, Vertex } from "../graph/job-graph.ts";
import type { AutoscalerOptions } from "../options/options.ts";
import type { NetworkBuffers } from "../tuning/network-memory.ts";
import type { MemorySpec, TunedMemory } from "../tuning/tune-memory.ts";
import type { VertexChange, VertexDecision } from "./decide-vertex.ts";
import type { DelayedScaleDown } from "./delayed-scale-down.ts";
import type { ExcludedPeriod } from "./excluded-periods.ts";
import type { ScalingHistory } from "./history.ts";
import type { MemoryPressure } from "./memory-pressure.ts";
import type { QuotaBreach } from "./quota.ts";

/** A job that was evaluated, and what is remembered of it. */
export interface JobSituation {
  readonly graph: JobGraph;
  readonly evaluation: JobEvaluation;
  readonly history: ScalingHistory;
  /** Scaling down that waits, by vertex. */
  readonly delayed: Readonly<Record<string, DelayedScaleDown>>;
  readonly options: AutoscalerOptions;
  readonly restartTime: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Vertices that are not scaled: those that the options name, that have finished, or whose busy time is not known. */
  readonly excluded: ReadonlySet<string>;
  /** What one TaskManager has, as far as it is known. */
  readonly taskManager: TaskManagerSize;
}

/** What one TaskManager has. */
export interface TaskManagerSize {
  readonly slots: number;
  /** Cores; 0 where they are unknown. */
  readonly cpu: number;
  /** Bytes; 0 where they are unknown. */
  readonly memory: number;
  /** How those bytes are shared out; absent where that is unknown, and nothing is recommended then. */
  readonly spec?: MemorySpec;
  /** How its network memory is used; absent where nobody knows, and Flink's own is assumed then. */
  readonly buffers?: NetworkBuffers;
}

/** A vertex that is to be scaled. */
export interface PlannedChange extends VertexChange {
  readonly vertex: Vertex;
  readonly evaluation: VertexEvaluation;
}

/** What keeps a job from being scaled although some of its vertices should be. */
export type JobBlock =
  | { readonly by: "scaling-disabled" }
  | { readonly by: "excluded-period"; readonly period: ExcludedPeriod }
  | { readonly by: "quota"; readonly breach: QuotaBreach };

/** A decision about a job. */
export type JobDecision =
  /** Too little memory for anything; no vertex was looked at. */
  | { readonly kind: "pressure"; readonly pressure: MemoryPressure }
  /** No vertex is outside of its band and to be scaled. */
  | ({ readonly kind: "rest" } & DecidedVertices)
  | ({ readonly kind: "blocked"; readonly block: JobBlock } & Planned)
  /** `reverts`: an earlier rescale is taken back, which has not come about or has not helped. */
  | ({ readonly kind: "scale"; readonly reverts?: "unrealised" | "useless" } & Planned);

/** What is planned, whether or not it is carried out. */
export interface Planned extends DecidedVertices {
  readonly changes: readonly PlannedChange[];
  /** The memory that is recommended with it; absent where the user does not want anything to be scaled. */
  readonly memory?: TunedMemory;
}

/** What was decided about each vertex that is not excluded, and what waits from now on. */
export interface DecidedVertices {
  readonly vertices: ReadonlyMap<string, VertexDecision>;
  readonly delayed: Readonly<Record<string, DelayedScaleDown>>;
}
