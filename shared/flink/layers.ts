import type { FlinkConfiguration } from "./configuration.ts";
import { toOptionKeys } from "./options/read-options.ts";
import { toCurrentKeys } from "./spellings.ts";

/**
 * Layers over each other, the last one wins (3.1). Keys come out in their newest spelling, those of Weir under their own
 * key, so that a layer overrides another whatever spelling each of them uses.
 */
export function layer(...layers: readonly FlinkConfiguration[]): FlinkConfiguration {
  const [first = {}, ...above] = layers
    .map((one) => toOptionKeys(toCurrentKeys(one)))
    .filter((one) => Object.keys(one).length > 0);
  if (above.length === 0) return first;
  const options = new Map(Object.entries(first));
  for (const one of above) {
    for (const [key, value] of Object.entries(one)) options.set(key, value);
  }
  return Object.fromEntries(options);
}

/** Keys that are the operator's or the autoscaler's and never reach Flink (3.1). */
const operatorPrefixes = ["kubernetes.operator.", "job.autoscaler."] as const;

/** True for a key that never reaches Flink. */
function isOperatorKey(key: string): boolean {
  return operatorPrefixes.some((prefix) => key.startsWith(prefix));
}

/** What is handed to Flink of a configuration. */
export function withoutOperatorKeys(configuration: FlinkConfiguration): FlinkConfiguration {
  if (!Object.keys(configuration).some(isOperatorKey)) return configuration;
  return Object.fromEntries(Object.entries(configuration).filter(([key]) => !isOperatorKey(key)));
}
