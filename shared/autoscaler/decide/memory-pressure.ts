import type { ProcessEvaluation } from "../evaluate/evaluate-job.ts";
import type { AutoscalerOptions } from "../options/options.ts";

/** Memory that is short: which of the two thresholds a share is above. */
export interface MemoryPressure {
  readonly of: "gcPressure" | "heapUsage";
  readonly share: number;
  readonly threshold: number;
}

/** Memory that is too short for more work on each subtask; never where nothing is known of it (2.19). */
export function findMemoryPressure(
  { gcPressure, heapUsage }: Pick<ProcessEvaluation, "gcPressure" | "heapUsage">,
  options: Pick<AutoscalerOptions, "gcPressureThreshold" | "heapUsageThreshold">,
): MemoryPressure | undefined {
  const shares: readonly MemoryPressure[] = [
    { of: "gcPressure", share: gcPressure, threshold: options.gcPressureThreshold },
    { of: "heapUsage", share: heapUsage, threshold: options.heapUsageThreshold },
  ];
  return shares.find(({ share, threshold }) => share > threshold);
}
