import { readAutoscalerOptions } from "../autoscaler/options/read-options.ts";
import type { FlinkConfiguration } from "./configuration.ts";

/** True where a job is to be scaled by itself, as far as its configuration says. */
export function isAutoscaled(configuration: FlinkConfiguration): boolean {
  return readAutoscalerOptions(configuration).options.enabled;
}

/** True where the memory of TaskManagers is to be tuned with it. */
export function tunesMemory(configuration: FlinkConfiguration): boolean {
  return readAutoscalerOptions(configuration).options.memoryTuning;
}
