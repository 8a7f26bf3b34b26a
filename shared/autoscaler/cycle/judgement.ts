import type { JobDecision, TaskManagerSize } from "../decide/job-situation.ts";
import type { JobEvaluation } from "../evaluate/evaluate-job.ts";
import type { Explanation } from "../explain/explanation.ts";
import type { JobGraph } from "../graph/job-graph.ts";
import type { Learned } from "../learn/learned.ts";
import type { AutoscalerOptions } from "../options/options.ts";
import type { WindowState } from "../sample/window.ts";
import type { AutoscalerState } from "../state/state.ts";

/** A job of which a sample has just been added to its state. */
export interface Collected {
  readonly graph: JobGraph;
  readonly state: AutoscalerState;
  readonly window: WindowState;
  /** Vertices that are not scaled in this cycle. */
  readonly excluded: ReadonlySet<string>;
  readonly options: AutoscalerOptions;
  readonly taskManager: TaskManagerSize;
  /** The moment that the new sample is of, and when the job entered RUNNING; milliseconds since the epoch. */
  readonly at: number;
  readonly runningSince: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What is said of such a job: a decision, or why there is none. */
export type Judgement = {
  /** Absent where nothing could be evaluated. */
  readonly evaluation?: JobEvaluation;
  /** Absent where nothing new is known. */
  readonly learned?: Learned;
  /** What is known if the decision is carried out; absent where that teaches nothing. */
  readonly scaledLearned?: Learned;
} & (
  | { readonly explanation: Explanation; readonly decision?: undefined }
  | { readonly decision: JobDecision; readonly evaluation: JobEvaluation }
);
