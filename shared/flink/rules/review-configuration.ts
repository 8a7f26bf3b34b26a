import { at, type JsonValue, textAt } from "../../core/json.ts";
import { oncePerSpec } from "../../core/once-per-spec.ts";
import type { Review } from "../../core/rule.ts";
import { configurationPath, type FlinkConfiguration, flatten } from "../configuration.ts";
import { layer } from "../layers.ts";
import { makeDefaults } from "../operator-file.ts";
import { findFlinkVersion, newestVersion } from "../versions.ts";

/** The path of one option in a spec. */
export function optionPath(key: string): string {
  return `${configurationPath}.${key}`;
}

/** What a spec itself says, flat. */
export function ownConfiguration(spec: JsonValue | undefined): FlinkConfiguration {
  return flatten(at(spec, "flinkConfiguration")).configuration;
}

/** The operator's configuration for a resource's namespace and version (3.1). */
export const defaultsOf = oncePerSpec(({ object, settings }: Review): FlinkConfiguration => {
  const version = findFlinkVersion(textAt(object.spec, "flinkVersion") ?? "")?.name ?? newestVersion;
  return makeDefaults(settings.flinkConfiguration ?? {}, object.metadata.namespace ?? "", version);
});

/**
 * What a resource's own configuration and the operator's for its namespace and version together say; Weir's built-in
 * defaults are not in it.
 */
export const configurationOf = oncePerSpec(
  (review: Review): FlinkConfiguration => layer(defaultsOf(review), ownConfiguration(review.object.spec)),
);
