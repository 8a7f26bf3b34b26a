import { option, optional } from "./option.ts";
import { types } from "./types.ts";

const { boolean, double, duration, integer, words, memory, periods, adjustMode, alignmentMode } = types;

/** Options that say what may be decided, and what is done about it (3.1). */
export const scalingOptions = {
  scalingEnabled: option(
    "scaling.enabled",
    boolean,
    "true",
    "Whether a decision is carried out; without it, it is only told.",
  ),
  excludedPeriods: option(
    "excluded.periods",
    periods,
    "",
    "When no decision is carried out: daily ranges (09:00-17:00), Quartz crons, or one of each with && between them, by UTC; 10 at most.",
  ),
  excludedVertices: option("vertex.exclude.ids", words, "", {
    meaning: "Vertices that are never scaled: ids of 32 hex digits, or uids of operators.",
    guide: "vertex.exclude",
  }),
  minParallelism: option("vertex.min-parallelism", integer, "1", {
    meaning: "The least parallelism that a vertex is given.",
    guide: "min.parallelism",
  }),
  maxParallelism: option("vertex.max-parallelism", integer, "200", {
    meaning: "The highest parallelism that a vertex is given.",
    guide: "max.parallelism",
  }),
  maxScaleDownFactor: option("scale-down.max-factor", double, "0.6", {
    meaning: "The share of its parallelism that a vertex may lose in one step: 0.6 leaves 40 %.",
    range: { least: 0 },
    guide: "scale-down.max.factor",
  }),
  maxScaleUpFactor: option("scale-up.max-factor", double, "100000", {
    meaning: "How many times its parallelism a vertex may gain in one step: 4 makes five times of it.",
    range: { least: 0 },
    guide: "scale-up.max.factor",
  }),
  scaleDownInterval: option("scale-down.interval", duration, "1 h", {
    meaning: "How long a lower parallelism must be enough before it is taken; 0 takes it at once.",
    former: "scale-up.grace-period",
  }),
  effectivenessDetection: option(
    "scaling.effectiveness.detection.enabled",
    boolean,
    "false",
    "Whether a vertex is not scaled up again where the last time did not help.",
  ),
  effectivenessThreshold: option("scaling.effectiveness.threshold", double, "0.1", {
    meaning: "The share of the expected gain below which a scale-up did not help.",
    range: { least: 0, most: 1, when: "scaling.effectiveness.detection.enabled" },
  }),
  alignmentMode: optional(
    "scaling.parallelism-alignment.mode",
    alignmentMode,
    "How parallelism is fitted to key groups or partitions; BALANCED where neither this nor the older option is set.",
  ),
  keyGroupAdjustMode: optional(
    "scaling.key-group.partitions.adjust.mode",
    adjustMode,
    "The older way to fit it, which may keep a vertex from being scaled. Deprecated.",
  ),
  observedScalability: option(
    "observed-scalability.enabled",
    boolean,
    "false",
    "Whether past rescales tell how much a subtask adds.",
  ),
  observedScalabilityMinObservations: option(
    "observed-scalability.min-observations",
    integer,
    "3",
    "Past rescales of a vertex that must be known before they tell that.",
  ),
  observedScalabilityCoefficientMin: option("observed-scalability.coefficient-min", double, "0.5", {
    meaning: "The least share of linear growth that is believed.",
    range: { least: 0.01, most: 1, when: "observed-scalability.enabled" },
  }),
  historyMaxCount: option("history.max.count", integer, "3", "Past rescales of a vertex that are kept."),
  historyMaxAge: option("history.max.age", duration, "1 d", "How long a past rescale is kept."),
  quotaCpu: optional("quota.cpu", double, "Cores that the job's TaskManagers may have after a rescale."),
  quotaMemory: optional("quota.memory", memory, "Memory that the job's TaskManagers may have after a rescale."),
  eventInterval: option(
    "scaling.event.interval",
    duration,
    "30 min",
    "How long the same finding is not told a second time.",
  ),
} as const;
