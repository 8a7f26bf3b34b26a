import type { FlinkConfiguration } from "./configuration.ts";
import { kubernetesFactory, optionOf } from "./spellings.ts";

/**
 * Who keeps what a JobManager must know beyond its life: nobody, Kubernetes in ConfigMaps, or something else, such as ZooKeeper
 * or a class of the user's.
 */
export function highAvailabilityOf(configuration: FlinkConfiguration): "none" | "kubernetes" | "other" {
  const type = optionOf(configuration, "high-availability.type")?.trim() ?? "";
  if (type === "" || type.toUpperCase() === "NONE") return "none";
  return type.toUpperCase() === "KUBERNETES" || type === kubernetesFactory ? "kubernetes" : "other";
}

/** True where a configuration keeps what a JobManager must know beyond its life: any type of high availability but NONE. */
export function isHighlyAvailable(configuration: FlinkConfiguration): boolean {
  return highAvailabilityOf(configuration) !== "none";
}
