import type { MemorySpec } from "../../shared/autoscaler/tuning/tune-memory.ts";
import type { Violation } from "../../shared/core/rule.ts";
import { tunesMemory } from "../../shared/flink/autoscaler-options.ts";
import type { FlinkConfiguration } from "../../shared/flink/configuration.ts";
import type { SizedSpec } from "../../shared/flink/deployment-spec.ts";
import { optionPath } from "../../shared/flink/rules/review-configuration.ts";
import { readMemorySpec } from "../../shared/flink/task-manager-memory.ts";

/** The memory of TaskManagers that is to be tuned, or why there is none although it is asked for. */
export interface Tuning {
  readonly spec?: MemorySpec;
  readonly warnings: readonly Violation[];
}

const path = optionPath("job.autoscaler.memory.tuning.enabled");

/** What there is to tune for the job of an application; `taskManager` is that of its spec. */
export function applicationTuning(taskManager: SizedSpec | undefined, configuration: FlinkConfiguration): Tuning {
  if (!tunesMemory(configuration)) return { warnings: [] };
  const reading = readMemorySpec(taskManager, configuration);
  if (reading.ok) return { spec: reading.value, warnings: [] };
  return {
    warnings: [{ path, message: `has no effect, since the memory of a TaskManager cannot be told: ${reading.reason}` }],
  };
}

/** TaskManagers of a session cluster work for all of its jobs, so that none of them says what memory they have. */
export function sessionTuning(configuration: FlinkConfiguration): Tuning {
  if (!tunesMemory(configuration)) return { warnings: [] };
  return {
    warnings: [{ path, message: "has no effect for a job of a session cluster, whose TaskManagers are not its own" }],
  };
}
