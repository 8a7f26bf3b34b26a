import { equals } from "../core/diff.ts";
import type { JsonValue } from "../core/json.ts";
import { readMemory, readQuantity } from "../core/notation/memory-size.ts";

/**
 * What a change of a spec asks for, the least first (2.5). `APPLY` is Weir's own: objects are applied, and no process of
 * Flink is touched.
 */
export const changeClasses = ["IGNORE", "APPLY", "SCALE", "UPGRADE", "SAVEPOINT_REDEPLOY"] as const;

/** One of `changeClasses`. */
export type ChangeClass = (typeof changeClasses)[number];

/** What a change of some paths of a spec asks for. */
export interface ChangeRow {
  /** Below `spec`; a last `*` stands for any ending, also for none. An option follows `flinkConfiguration.` with its dots. */
  readonly paths: readonly string[];
  readonly class: ChangeClass;
  readonly why: string;
  /** The row is for clusters of this mode alone. */
  readonly mode?: "native" | "standalone";
  /** A value that is taken away changes nothing: a nonce asks by being set. */
  readonly ignoresRemoval?: true;
  /** True for two values that mean the same. */
  readonly isSame?: (from: JsonValue, to: JsonValue) => boolean;
  /** How Weir differs from the Apache operator here, on purpose. */
  readonly better?: string;
}

/** The rows, of which the first that fits a path counts. What fits none is an `UPGRADE`, unknown fields among it. */
export const changeRows: readonly ChangeRow[] = [
  {
    paths: ["job.savepointRedeployNonce"],
    class: "SAVEPOINT_REDEPLOY",
    why: "asks for a start from initialSavepointPath",
    ignoresRemoval: true,
  },
  { paths: ["restartNonce"], class: "UPGRADE", why: "asks for a restart", ignoresRemoval: true },
  {
    paths: ["job.savepointTriggerNonce", "job.checkpointTriggerNonce", "job.autoscalerResetNonce"],
    class: "IGNORE",
    why: "asks for something that a running job can do",
    ignoresRemoval: true,
  },
  {
    paths: ["job.initialSavepointPath", "job.upgradeMode", "job.allowNonRestoredState"],
    class: "IGNORE",
    why: "says how the next deploy is done",
  },
  {
    paths: ["flinkConfiguration.kubernetes.operator.*", "flinkConfiguration.job.autoscaler.*"],
    class: "IGNORE",
    why: "is Weir's own, and read in every pass",
    better: "holds for session jobs as well, which Apache's operator redeploys for it",
  },
  {
    paths: ["flinkConfiguration.parallelism.default*"],
    class: "IGNORE",
    why: "is set by what follows from the spec",
  },
  {
    paths: ["flinkConfiguration.pipeline.jobvertex-parallelism-overrides"],
    class: "SCALE",
    why: "Flink's adaptive scheduler takes it from a running job",
    better: "holds for standalone clusters as well, whose TaskManagers are scaled with it",
  },
  {
    paths: ["job.parallelism"],
    class: "SCALE",
    mode: "native",
    why: "Flink's adaptive scheduler takes it from a running job",
    better: "is taken in place; Apache's operator redeploys the job",
  },
  {
    paths: ["job.parallelism", "taskManager.replicas"],
    class: "SCALE",
    mode: "standalone",
    why: "is the number of TaskManagers",
    better: "scales session clusters in place too, which Apache's operator redeploys (FLINK-40535)",
  },
  {
    paths: ["ingress", "ingress.*"],
    class: "APPLY",
    why: "is an object beside the cluster",
    better: "the Ingress is applied in place; Apache's operator redeploys the job",
  },
  { paths: ["job.state"], class: "UPGRADE", why: "suspends or resumes the job" },
  {
    paths: ofRoles("resource.memory"),
    class: "UPGRADE",
    why: "is the size of a process",
    isSame: (from, to) => isSameAmount(from, to, memoryOf),
    better: "2g, 2048m and 2Gi are the same",
  },
  {
    paths: ofRoles("resource.ephemeralStorage", "resources.requests.*", "resources.limits.*"),
    class: "UPGRADE",
    why: "is the size of a container",
    isSame: (from, to) => isSameAmount(from, to, readQuantity),
    better: "1 and 1000m are the same",
  },
];

function memoryOf(text: string): number | undefined {
  const reading = readMemory(text);
  return reading.ok ? reading.value : undefined;
}

function isSameAmount(from: JsonValue, to: JsonValue, read: (text: string) => number | undefined): boolean {
  const [a, b] = [read(String(from)), read(String(to))];
  return a === undefined ? equals(from, to) : a === b;
}

/** The row of a path, if one fits. */
export function changeRowOf(path: string, mode: "native" | "standalone"): ChangeRow | undefined {
  return changeRows.find((row) => (row.mode ?? mode) === mode && row.paths.some((pattern) => fits(pattern, path)));
}

function fits(pattern: string, path: string): boolean {
  return pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

function ofRoles(...paths: readonly string[]): string[] {
  return ["jobManager", "taskManager"].flatMap((role) => paths.map((path) => `${role}.${path}`));
}
