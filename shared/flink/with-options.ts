import type { ConfigurationChanges } from "../autoscaler/tuning/tune-memory.ts";
import { isObject, type JsonObject } from "../core/json.ts";
import { flatten } from "./configuration.ts";

/**
 * A spec with other options of Flink; as it is where its own cannot be read. Where the user has nested one of them, all are
 * written out flat: at two places it would be said twice.
 */
export function withOptions(spec: JsonObject, { set, unset }: ConfigurationChanges): JsonObject {
  const { flinkConfiguration: own } = spec;
  const { configuration, problems } = flatten(own);
  if (problems.length > 0) return spec;
  const keys = [...Object.keys(set), ...unset];
  const isFlat = isObject(own) && keys.every((key) => Object.hasOwn(configuration, key) === Object.hasOwn(own, key));
  const kept = Object.entries(isFlat ? own : configuration).filter(([key]) => !unset.includes(key));
  return { ...spec, flinkConfiguration: { ...Object.fromEntries(kept), ...set } };
}
