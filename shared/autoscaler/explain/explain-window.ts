import type { JobGraph } from "../graph/job-graph.ts";
import type { AutoscalerOptions } from "../options/options.ts";
import { knownFor } from "../sample/look.ts";
import type { WindowState } from "../sample/window.ts";
import type { AutoscalerState } from "../state/state.ts";
import type { Explanation } from "./explanation.ts";

/** A window that is not full. */
export interface OpenWindow {
  readonly window: WindowState;
  readonly state: { readonly samples: readonly { readonly at: number }[] };
  readonly options: Pick<AutoscalerOptions, "metricsWindow">;
  /** The moment that the newest sample is of. */
  readonly at: number;
}

/** What a job waits for that has just started, or whose window is not full. */
export function explainWindow({ window, state, options, at }: OpenWindow): Explanation {
  const { isStabilizing, stableAt, fullAt } = window;
  if (isStabilizing) return { reason: "Stabilizing", until: stableAt };
  const { metricsWindow } = options;
  const firstStable = state.samples.find((sample) => sample.at >= stableAt)?.at ?? at;
  return { reason: "WindowFilling", filled: at - firstStable, window: metricsWindow, until: fullAt };
}

/** A job with sources over which no look was long enough. */
export interface BlindJob {
  readonly graph: JobGraph;
  readonly state: Pick<AutoscalerState, "samples">;
  /** The moment that the newest sample is of. */
  readonly at: number;
}

/** What such a job waits for: sources that do not tell, or else the rest of a look, which is so many milliseconds long. */
export function explainBlind(sources: readonly string[], { graph, state, at }: BlindJob, look: number): Explanation {
  const known = sources.map((id) => [id, knownFor(state.samples, id)] as const);
  const untold = known.find(([, ms]) => ms === undefined);
  if (untold !== undefined) return explainSource(untold[0], graph);
  const filled = Math.min(...known.map(([, ms = 0]) => ms));
  return { reason: "WindowFilling", filled, window: look, until: at + look - filled };
}

/** A source of which nobody knows what comes to it. */
export function explainSource(vertex: string, { vertices }: JobGraph): Explanation {
  const name = vertices.get(vertex)?.name ?? vertex;
  return { reason: "MetricMissing", vertex, name, metrics: ["records read"] };
}
