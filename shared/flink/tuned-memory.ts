import { type ConfigurationChanges, freedOptions, tunedOptions } from "../autoscaler/tuning/tune-memory.ts";
import { hashOf } from "../core/hash.ts";
import { at, isObject, type JsonObject, type JsonValue, member } from "../core/json.ts";
import { readMemory, writeMemory } from "../core/notation/memory-size.ts";
import type { KubeObject } from "../core/object.ts";
import type { Settings } from "../core/settings.ts";
import { flatten } from "./configuration.ts";
import type { SizedSpec } from "./deployment-spec.ts";
import { configurationOf } from "./rules/review-configuration.ts";
import { readMemorySpec } from "./task-manager-memory.ts";
import { withOptions } from "./with-options.ts";

/** The memory of TaskManagers that the autoscaler wishes, as options of Flink. */
export interface MemoryWish extends ConfigurationChanges {
  /** What the user said of that memory then (`memoryBasis`). */
  readonly basis: string;
}

const totalKey = "taskmanager.memory.process.size";
const slotsKey = "taskmanager.numberOfTaskSlots";

/** A hash of all that the user says of the memory of a TaskManager, and of how many slots are to share it. */
export function memoryBasis({ spec }: KubeObject): string {
  const { configuration } = flatten(member(spec, "flinkConfiguration"));
  const options = Object.entries(configuration).filter(
    ([key]) => key.startsWith("taskmanager.memory.") || key === slotsKey,
  );
  const sizes = sizePaths.map((path) => at(spec, ...path) ?? null);
  return hashOf([...sizes, Object.fromEntries(options.sort(([a], [b]) => (a < b ? -1 : 1)))]);
}

const sizePaths = [
  ["taskManager", "resource", "memory"],
  ["taskManager", "resources", "requests", "memory"],
  ["taskManager", "resources", "limits", "memory"],
] as const;

/** Tuned memory of an annotation; undefined for anything that the autoscaler does not write. */
export function readMemoryWish(value: JsonValue): MemoryWish | undefined {
  const { basis, set, unset } = isObject(value) ? value : {};
  if (typeof basis !== "string" || !isObject(set) || !Array.isArray(unset)) return undefined;
  const keys = Object.keys(tunedOptions);
  if (Object.keys(set).length !== keys.length || !Object.entries(set).every(isTuned)) return undefined;
  const isFreed = unset.every((key) => freedOptions.includes(String(key)));
  return isFreed && (bytesOf(set[totalKey]) ?? 0) > 0 ? (value as unknown as MemoryWish) : undefined;
}

function isTuned([key, value]: readonly [string, JsonValue]): boolean {
  const kind = Object.hasOwn(tunedOptions, key) ? tunedOptions[key as keyof typeof tunedOptions] : undefined;
  if (kind === undefined || typeof value !== "string") return false;
  return kind === "share" ? /^(0|1|1\.0|0\.\d{1,3})$/.test(value) : readMemory(value).ok;
}

function bytesOf(value: JsonValue | undefined): number | undefined {
  const reading = typeof value === "string" || typeof value === "number" ? readMemory(String(value)) : undefined;
  return reading?.ok === true ? reading.value : undefined;
}

/**
 * A spec of which TaskManagers have tuned memory: in its configuration, and wherever else it says how large they are, since
 * that would win. A limit keeps its ratio to the request.
 */
export function withTunedMemory(spec: JsonObject, changes: ConfigurationChanges): JsonObject {
  const configured = withOptions(spec, changes);
  const total = bytesOf(changes.set[totalKey]);
  const { taskManager } = spec;
  if (configured === spec || total === undefined || !isObject(taskManager)) return configured;
  return { ...configured, taskManager: resized(taskManager, total) };
}

function resized(taskManager: JsonObject, total: number): JsonObject {
  const { resource, resources } = taskManager;
  return {
    ...taskManager,
    ...(isObject(resource) && { resource: withMemory(resource, writeMemory(total)) }),
    ...(isObject(resources) && { resources: withBounds(resources, total) }),
  };
}

function withBounds(resources: JsonObject, total: number): JsonObject {
  const { requests, limits } = resources;
  const [request, limit] = [bytesOf(at(requests, "memory")), bytesOf(at(limits, "memory"))];
  const most = request !== undefined && limit !== undefined ? Math.ceil((total * limit) / request) : total;
  return {
    ...resources,
    ...(isObject(requests) && { requests: withMemory(requests, String(total)) }),
    ...(isObject(limits) && { limits: withMemory(limits, String(most)) }),
  };
}

/** Amounts with another memory, where they have any. */
function withMemory(amounts: JsonObject, memory: string): JsonObject {
  return (amounts.memory ?? null) === null ? amounts : { ...amounts, memory };
}

/** Why Flink would not start with tuned memory beside all else that holds for a resource; undefined where it would. */
export function objectionToMemory(
  object: KubeObject,
  changes: ConfigurationChanges,
  settings: Settings,
): string | undefined {
  const tuned = { ...object, spec: withTunedMemory(isObject(object.spec) ? object.spec : {}, changes) };
  const size = at(tuned.spec, "taskManager") as SizedSpec | undefined;
  const reading = readMemorySpec(size, configurationOf({ object: tuned, settings }));
  return reading.ok ? undefined : reading.reason;
}
