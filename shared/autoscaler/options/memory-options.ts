import { option } from "./option.ts";
import { types } from "./types.ts";

const { boolean, double } = types;
const share = { least: 0, most: 1 } as const;

/** Options about the memory of TaskManagers (3.1). */
export const memoryOptions = {
  gcPressureThreshold: option("memory.gc-pressure.threshold", double, "1.0", {
    meaning: "The share of its time that a TaskManager may collect garbage; above it nothing is scaled.",
    range: share,
  }),
  heapUsageThreshold: option("memory.heap-usage.threshold", double, "1.0", {
    meaning: "The share of its heap that a TaskManager may use on average; above it nothing is scaled.",
    range: share,
  }),
  memoryTuning: option(
    "memory.tuning.enabled",
    boolean,
    "false",
    "Whether a rescale sets the memory that is recommended with it; only of an application that the operator runs, for which it is an upgrade then.",
  ),
  memoryTuningCompensation: option(
    "memory.tuning.scale-down-compensation.enabled",
    boolean,
    "true",
    "Whether heap grows by as much as there are fewer TaskManagers.",
  ),
  memoryTuningOverhead: option("memory.tuning.overhead", double, "0.2", {
    meaning: "What heap and metaspace get above what they used, as a share of it.",
    range: { ...share, when: "memory.tuning.enabled" },
  }),
  memoryTuningMaximizeManaged: option(
    "memory.tuning.maximize-managed-memory",
    boolean,
    "false",
    "Whether managed memory gets all that is left, where the job uses any.",
  ),
} as const;
