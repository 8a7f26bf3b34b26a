import { readInteger } from "../core/notation/scalar.ts";
import { makeOptionReader, type OptionReader } from "./cluster/option-reader.ts";
import { readCores } from "./cluster/plan-size.ts";
import { readProcessSize } from "./cluster/process-size.ts";
import type { FlinkConfiguration } from "./configuration.ts";
import type { ConfiguredSpec } from "./deployment-spec.ts";
import type { Role } from "./flink-notation.ts";
import { layer } from "./layers.ts";
import { parallelismOf, slotsOf, taskManagersOf } from "./parallelism.ts";
import { makeSizeOptions } from "./sizes.ts";

/** What a cluster holds while it runs, by its spec. */
export interface Footprint {
  /** TaskManagers; of a native session cluster only those that it holds whatever its jobs ask for. */
  readonly taskManagers: number;
  /** Cores of all its containers, to a thousandth. */
  readonly cpu: number;
  /** Bytes of all its processes. */
  readonly memory: number;
}

/**
 * What a spec comes to; `given` is the configuration of the operator and of the spec together.
 *
 * Guarantees: pure and total; a size that cannot be read counts as none.
 */
export function footprintOf(spec: ConfiguredSpec, given: FlinkConfiguration): Footprint {
  const roles = ["jobManager", "taskManager"] as const;
  const sizes = roles.map((role) => makeSizeOptions(toRole(role), spec[role], `spec.${role}`).options);
  const options = makeOptionReader(layer(given, ...sizes));
  const jobManagers = spec.jobManager?.replicas ?? options.read("kubernetes.jobmanager.replicas", readInteger) ?? 1;
  const taskManagers = heldBy(spec, given);
  const sum = (of: (options: OptionReader, role: Role) => number) =>
    jobManagers * of(options, "jobmanager") + taskManagers * of(options, "taskmanager");
  return {
    taskManagers,
    cpu: Math.round(sum(readCores) * 1000) / 1000,
    memory: sum((reader, role) => (readProcessSize(reader, role) ?? 0) * 2 ** 20),
  };
}

/** A native job's TaskManagers are as many as its parallelism fills. */
function heldBy(spec: ConfiguredSpec, given: FlinkConfiguration): number {
  const parallelism = parallelismOf(spec, given) ?? 0;
  return taskManagersOf(spec, given) ?? Math.ceil(parallelism / slotsOf(given));
}

const toRole = (name: "jobManager" | "taskManager"): Role => (name === "jobManager" ? "jobmanager" : "taskmanager");
