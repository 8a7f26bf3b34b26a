import { readMap } from "../core/notation/list-and-map.ts";
import { readInteger } from "../core/notation/scalar.ts";
import type { FlinkConfiguration } from "./configuration.ts";
import type { ConfiguredSpec } from "./deployment-spec.ts";
import { optionOf } from "./spellings.ts";

/** Slots of one TaskManager; Flink's default is one. */
export function slotsOf(configuration: FlinkConfiguration): number {
  return positive(optionOf(configuration, "taskmanager.numberOfTaskSlots")) ?? 1;
}

function positive(text: string | undefined): number | undefined {
  const reading = text === undefined ? undefined : readInteger(text);
  return reading?.ok && reading.value > 0 ? reading.value : undefined;
}

/** The option by which the vertices of a job get a parallelism each. */
export const parallelismOverridesKey = "pipeline.jobvertex-parallelism-overrides";

/** The parallelism of a vertex by its id; empty where none is set, or what is set is none. */
export function parallelismOverrides(configuration: FlinkConfiguration): ReadonlyMap<string, number> {
  const reading = readMap(configuration[parallelismOverridesKey] ?? "");
  const pairs = reading.ok ? reading.value.map(([vertex, text]) => [vertex, positive(text)] as const) : [];
  return new Map(pairs.flatMap(([vertex, number]) => (number === undefined ? [] : [[vertex, number] as const])));
}

/**
 * The parallelism that an application starts with (3.1): what fixed TaskManagers have room for; standalone, the highest
 * override; else the job's own. Undefined for a session cluster, and where nothing says it (FD-17).
 */
export function parallelismOf(spec: ConfiguredSpec, configuration: FlinkConfiguration): number | undefined {
  if (spec.job === undefined) return undefined;
  const { replicas } = spec.taskManager ?? {};
  if (typeof replicas === "number" && replicas > 0) return replicas * slotsOf(configuration);
  const highest = spec.mode === "standalone" ? Math.max(0, ...parallelismOverrides(configuration).values()) : 0;
  const own = spec.job.parallelism ?? 0;
  return highest > 0 ? highest : own > 0 ? own : undefined;
}

/**
 * How many TaskManagers a cluster holds whatever its jobs ask for: `taskManager.replicas`; standalone, as many as the job
 * needs, and one for a session. Undefined where Flink itself starts them as it needs them.
 */
export function taskManagersOf(spec: ConfiguredSpec, configuration: FlinkConfiguration): number | undefined {
  const { replicas } = spec.taskManager ?? {};
  if (typeof replicas === "number") return replicas;
  if (spec.mode !== "standalone") return undefined;
  const parallelism = parallelismOf(spec, configuration);
  return parallelism === undefined ? 1 : Math.ceil(parallelism / slotsOf(configuration));
}
