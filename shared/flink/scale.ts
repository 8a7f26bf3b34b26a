import type { JobVertex, ResourceRequirements } from "../ports/flink-answers.ts";
import type { FlinkConfiguration } from "./configuration.ts";
import type { ConfiguredSpec } from "./deployment-spec.ts";
import { parallelismOf, parallelismOverrides, taskManagersOf } from "./parallelism.ts";
import { optionOf } from "./spellings.ts";
import { atLeast, type FlinkVersionName, findFlinkVersion } from "./versions.ts";

/** How large a cluster and its job are asked to be. */
export interface Size {
  /** Of vertices that nobody sets by themselves; undefined for a session cluster. */
  readonly parallelism: number | undefined;
  /** By the id of a vertex. */
  readonly overrides: ReadonlyMap<string, number>;
  /** Undefined where Flink itself starts them as it needs them. */
  readonly taskManagers: number | undefined;
}

/** What a spec asks for; `configuration` is that of the operator and of the spec together. */
export function sizeOf(spec: ConfiguredSpec, configuration: FlinkConfiguration): Size {
  return {
    parallelism: parallelismOf(spec, configuration),
    overrides: parallelismOverrides(configuration),
    taskManagers: taskManagersOf(spec, configuration),
  };
}

/**
 * How a running cluster takes another size (2.10): `requirements` of the job, which the adaptive scheduler follows, or the
 * number of `task-managers` alone, of which a reactive job and a standalone session cluster use all. Undefined: not at all.
 */
export type ScaleWay = "requirements" | "task-managers";

/** From which size to which, and how what runs takes it. */
export interface Resize {
  readonly from: Size;
  readonly to: Size;
  readonly way: ScaleWay;
}

/** The way that a cluster of this spec has. */
export function scaleWayOf(spec: ConfiguredSpec, options: FlinkConfiguration) {
  const is = (key: string, word: string) => optionOf(options, key)?.trim().toLowerCase() === word;
  const isStandalone = spec.mode === "standalone";
  if (spec.job === undefined) return isStandalone ? "task-managers" : undefined;
  if (isStandalone && is("scheduler-mode", "reactive")) return "task-managers";
  return takesRequirements(findFlinkVersion(spec.flinkVersion ?? "")?.name, options) ? "requirements" : undefined;
}

/** True where a job takes other requirements while it runs; `cluster` is what its JobManager was started with. */
export function takesRequirements(version: FlinkVersionName | undefined, cluster: FlinkConfiguration): boolean {
  const isAdaptive = optionOf(cluster, "jobmanager.scheduler")?.trim().toLowerCase() === "adaptive";
  return version !== undefined && atLeast(version, "v1_18") && isAdaptive;
}

/** A change of size, and what Flink says of the job that is to take it. */
export interface Rescaling {
  readonly from: Size;
  readonly to: Size;
  /** What Flink holds now. */
  readonly current: ResourceRequirements;
  readonly vertices: readonly Pick<JobVertex, "id" | "maxParallelism">[];
  /** False where `current` may be neither `from` nor `to`, after a change that was overtaken by another. */
  readonly isCertain: boolean;
}

/** The bounds to ask for, or why only a deploy can bring the size. */
export type Bounds = { readonly bounds: ResourceRequirements } | { readonly bounds?: never; readonly why: string };

/**
 * The bounds of every vertex for another size. An override is for its vertex; another parallelism is for the vertices that
 * have the old one, up to their own maximum.
 *
 * Guarantees: pure and total; idempotent, so that bounds which are in force already come out as they are.
 */
export function makeBounds({ from, to, current, vertices, isCertain }: Rescaling): Bounds {
  const ids = Object.keys(current);
  const isFree = (id: string) => !to.overrides.has(id);
  if (ids.some((id) => isFree(id) && from.overrides.has(id))) {
    return { why: "an override was taken away, and only a deploy knows the parallelism that the vertex has without" };
  }
  if (!isCertain && ids.some(isFree)) return { why: "an earlier change of the parallelism was not finished" };
  const follows = from.parallelism !== to.parallelism;
  if (follows && (from.parallelism === undefined || to.parallelism === undefined) && ids.some(isFree)) {
    return { why: "a parallelism that only Flink's defaults or the job itself say is not known" };
  }
  if (follows && from.parallelism === 1 && ids.some(isFree)) {
    return { why: "of vertices with a parallelism of 1 nobody can tell which are meant to keep it" };
  }
  const bounds = ids.map((id) => {
    const { lowerBound, upperBound } = current[id] ?? { lowerBound: 1, upperBound: 1 };
    const most = vertices.find((vertex) => vertex.id === id)?.maxParallelism ?? Number.POSITIVE_INFINITY;
    const isFollower = follows && isFree(id) && upperBound === Math.min(from.parallelism ?? 0, most);
    const wanted = to.overrides.get(id) ?? (isFollower ? to.parallelism : undefined) ?? upperBound;
    const upper = Math.min(wanted, most);
    return [id, { lowerBound: Math.min(lowerBound, upper), upperBound: upper }] as const;
  });
  return { bounds: Object.fromEntries(bounds) };
}

/** True where Flink holds exactly these bounds. */
export function isInForce(current: ResourceRequirements, bounds: ResourceRequirements): boolean {
  const ids = Object.keys(bounds);
  const isSame = (id: string) =>
    current[id]?.lowerBound === bounds[id]?.lowerBound && current[id]?.upperBound === bounds[id]?.upperBound;
  return ids.length === Object.keys(current).length && ids.every(isSame);
}

/** True where every vertex runs with as much as it may. */
export function isReached(
  vertices: readonly Pick<JobVertex, "id" | "parallelism">[],
  bounds: ResourceRequirements,
): boolean {
  return vertices.every(({ id, parallelism }) => bounds[id] === undefined || parallelism === bounds[id].upperBound);
}
