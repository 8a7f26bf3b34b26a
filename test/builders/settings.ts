import type { Settings } from "../../shared/core/settings.ts";

/** Of an installation like any other, whose instance is the one that the examples name. */
export const usualSettings: Settings = {
  instanceId: "my-operator",
  namespaces: [],
  quarantineMs: 60_000,
  rejectedRetryMs: 600_000,
  scalingCapMs: 1_800_000,
  scalingMemoryMs: 0,
  informationalConditions: [],
};
