import type { FlinkConfiguration } from "./configuration.ts";
import { optionOf } from "./spellings.ts";

/** True where a configuration keeps what a JobManager must know beyond its life: any type of high availability but NONE. */
export function isHighlyAvailable(configuration: FlinkConfiguration): boolean {
  const type = optionOf(configuration, "high-availability.type")?.trim().toUpperCase();
  return type !== undefined && type !== "" && type !== "NONE";
}
