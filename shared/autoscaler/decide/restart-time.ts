import { wholeSeconds } from "../arithmetic/java-number.ts";
import type { JobGraph } from "../graph/job-graph.ts";
import type { AutoscalerOptions } from "../options/options.ts";
import type { ScalingHistory, TrackedRestart } from "./history.ts";

/**
 * Milliseconds that a restart is expected to take (2.18): the longest that was measured, within its limit, if measuring is
 * on and one was; else the option. A measured one counts in whole seconds, and not at all where clocks disagree.
 */
export function expectedRestartTime(
  restarts: readonly TrackedRestart[],
  options: Pick<AutoscalerOptions, "restartTime" | "restartTimeTracking" | "restartTimeLimit">,
): number {
  const durations = restarts
    .flatMap(({ duration }) => (duration === undefined ? [] : [wholeSeconds(duration)]))
    .filter((seconds) => seconds >= 0);
  if (!options.restartTimeTracking || durations.length === 0) return options.restartTime;
  return 1_000 * Math.min(Math.max(...durations), wholeSeconds(options.restartTimeLimit));
}

/**
 * The restarts with the newest one measured, if it was open and every vertex that it was for now runs as it was decided:
 * from the decision until the job entered RUNNING, both milliseconds since the epoch (2.18).
 */
export function measureRestart(
  restarts: readonly TrackedRestart[],
  history: ScalingHistory,
  { vertices }: JobGraph,
  runningSince: number,
): readonly TrackedRestart[] {
  const newest = restarts.at(-1);
  if (newest === undefined || newest.duration !== undefined) return restarts;
  const isAsDecided = Object.entries(history).every(([id, records]) =>
    records.filter(({ at }) => at === newest.at).every(({ to }) => vertices.get(id)?.parallelism === to),
  );
  return isAsDecided ? [...restarts.slice(0, -1), { at: newest.at, duration: runningSince - newest.at }] : restarts;
}
