import { readLenientDuration } from "../core/notation/duration.ts";
import { readInteger } from "../core/notation/scalar.ts";
import type { FlinkConfiguration } from "./configuration.ts";
import type { HealthLimits } from "./health.ts";
import type { OptionValues } from "./options/read-options.ts";
import { optionOf } from "./spellings.ts";

/**
 * The limits that options set; undefined where nobody looks. Without recovery there is none, as a restart is one (FD-7).
 *
 * Caveats: a checkpoint interval that only the job's code knows sets no limit, unless the window is set.
 */
export function healthLimitsOf(values: OptionValues, configuration: FlinkConfiguration): HealthLimits | undefined {
  if (!values.healthCheck || !values.jobManagerRecovery) return undefined;
  return {
    restarts: values.restartsThreshold,
    windowMs: values.restartsWindow,
    checkpointsMs: values.checkpointProgressCheck ? checkpointsMs(values, configuration) : undefined,
  };
}

/** The window, but no shorter than Flink needs to fail as often as it may, and once more. */
function checkpointsMs(values: OptionValues, configuration: FlinkConfiguration): number | undefined {
  const interval = durationOf(optionOf(configuration, "execution.checkpointing.interval"));
  const backlog = durationOf(optionOf(configuration, "execution.checkpointing.interval-during-backlog"));
  const window = values.checkpointProgressWindow;
  // Nought is for no checkpoints at all while a source works off its backlog, which may take any time.
  if (window === undefined && (!interval || backlog === 0)) return undefined;
  const timeout = durationOf(optionOf(configuration, "execution.checkpointing.timeout")) ?? 600_000;
  const failures = readInteger(optionOf(configuration, "execution.checkpointing.tolerable-failed-checkpoints") ?? "0");
  const most = Math.max(interval ?? 0, backlog ?? 0, timeout);
  return Math.max(window ?? 0, most * ((failures.ok ? Math.max(0, failures.value) : 0) + 2));
}

function durationOf(text: string | undefined): number | undefined {
  const reading = text === undefined ? undefined : readLenientDuration(text);
  return reading?.ok ? reading.value : undefined;
}
