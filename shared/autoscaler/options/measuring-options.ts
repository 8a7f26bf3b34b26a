import { option, optional } from "./option.ts";
import { types } from "./types.ts";

const { boolean, double, duration, integer, aggregator } = types;

/** Options that say when and how a job is measured (3.1). */
export const measuringOptions = {
  enabled: option("enabled", boolean, "false", "Whether the job is measured and judged at all."),
  metricsWindow: option("metrics.window", duration, "15 min", "The time over which rates and loads are averaged."),
  stabilizationInterval: option(
    "stabilization.interval",
    duration,
    "5 min",
    "How long after it runs a job is not judged, because its metrics are still those of a start.",
  ),
  restTimeout: option("flink.rest-client.timeout", duration, "10 s", "How long one call of Flink's REST API may take."),
  busyTimeAggregator: option(
    "metrics.busy-time.aggregator",
    aggregator,
    "MAX",
    "Which of a vertex's subtasks speaks for its load: the busiest, all of them together, or the idlest.",
  ),
  utilizationTarget: option("utilization.target", double, "0.7", {
    meaning: "The share of its time for which a subtask is to be busy after a rescale.",
    range: { least: 0, most: 1 },
    former: "target.utilization",
  }),
  utilizationBoundary: option("target.utilization.boundary", double, "0.3", {
    meaning: "Half the width of the band around the target, where its ends are not set themselves. Deprecated.",
    range: { least: 0 },
  }),
  utilizationMax: optional("utilization.max", double, {
    meaning: "The upper end of the band; above it a vertex asks to be scaled up.",
    range: { least: 0, most: 1 },
  }),
  utilizationMin: optional("utilization.min", double, {
    meaning: "The lower end of the band; below it a vertex asks to be scaled down.",
    range: { least: 0, most: 1 },
  }),
  catchUpDuration: option(
    "catch-up.duration",
    duration,
    "30 min",
    "The time within which a backlog is to be worked off; 0 leaves backlog and restart out of account.",
  ),
  restartTime: option("restart.time", duration, "5 min", "How long a rescale is expected to stop the job."),
  restartTimeTracking: option(
    "restart.time-tracking.enabled",
    boolean,
    "false",
    "Whether the longest restart that was measured holds instead.",
  ),
  restartTimeLimit: option("restart.time-tracking.limit", duration, "15 min", "The longest restart that is believed."),
  backlogLagThreshold: option(
    "backlog-processing.lag-threshold",
    duration,
    "5 min",
    "The lag of a source, in time at its present rate, from which on the job counts as working off a backlog.",
  ),
  observedRateLagThreshold: option(
    "observed-true-processing-rate.lag-threshold",
    duration,
    "30 s",
    "The lag of a source, in time at its present rate, from which on its rate is what it is able to do.",
  ),
  observedRateSwitchThreshold: option(
    "observed-true-processing-rate.switch-threshold",
    double,
    "0.15",
    "By how much the capacity told by busy time may exceed the observed one before the latter holds.",
  ),
  observedRateMinObservations: option(
    "observed-true-processing-rate.min-observations",
    integer,
    "2",
    "Observed rates that must be in the window before they count.",
  ),
} as const;
