import type { Configuration } from "./settings.ts";

/** Why Flink would not rescale a job in place, by the configuration of its JobManager; undefined where it would (1.7). */
export function findObstacle(configuration: Configuration): string | undefined {
  const is = (key: string, word: string) => configuration[key]?.trim().toLowerCase() === word;
  if (is("scheduler-mode", "reactive")) return "its cluster is in reactive mode, and gives it all slots that there are";
  return is("jobmanager.scheduler", "adaptive") ? undefined : "it needs jobmanager.scheduler: adaptive";
}
