import { hashOf } from "../core/hash.ts";
import { at, isObject, type JsonObject, type JsonValue, member } from "../core/json.ts";
import { writeMap } from "../core/notation/list-and-map.ts";
import type { KubeObject } from "../core/object.ts";
import { isAutoscaled, tunesMemory } from "./autoscaler-options.ts";
import { type FlinkConfiguration, flatten } from "./configuration.ts";
import { parallelismOverridesKey as key } from "./parallelism.ts";
import { type MemoryWish, memoryBasis, readMemoryWish, withTunedMemory } from "./tuned-memory.ts";
import { withOptions } from "./with-options.ts";

/** Annotation with what the autoscaler wishes of a job; a pass carries it out, and the spec stays the user's. */
export const wishAnnotation = "weir.dev/autoscaler";

/** What the autoscaler wishes of the job of a resource. */
export interface ScalingWish {
  /** Of the resource: one that was copied or restored has none. */
  readonly uid: string;
  /** When it was decided, in milliseconds since the epoch; an earlier one never follows a later one. */
  readonly decidedAt: number;
  /** What the user said of the job's size then (`sizeBasis`): who says something else is heard. */
  readonly basis: string;
  /** `spec.job.autoscalerResetNonce` then; absent where there was none. */
  readonly nonce?: number;
  /** By the id of a vertex. */
  readonly parallelism: Readonly<Record<string, number>>;
  /** Absent where memory is not tuned. */
  readonly memory?: MemoryWish;
}

/** A hash of all that the user says of the size of a job. */
export function sizeBasis({ spec }: KubeObject): string {
  const { configuration } = flatten(member(spec, "flinkConfiguration"));
  const options = ["parallelism.default", key].map((option) => configuration[option] ?? null);
  return hashOf([at(spec, "job", "parallelism") ?? null, at(spec, "taskManager", "replicas") ?? null, ...options]);
}

/** The nonce by whose change the user has the autoscaler forget everything. */
export function resetNonceOf({ spec }: KubeObject): number | undefined {
  const nonce = at(spec, "job", "autoscalerResetNonce");
  return typeof nonce === "number" ? nonce : undefined;
}

/** The annotation's text; keys in a fixed order, so that equal wishes have equal texts. */
export function writeWish({ uid, decidedAt, basis, nonce, parallelism, memory }: ScalingWish): string {
  const tuned = memory && { basis: memory.basis, set: sorted(memory.set), unset: [...memory.unset].sort() };
  return JSON.stringify({ uid, decidedAt, basis, nonce, parallelism: sorted(parallelism), memory: tuned });
}

/** The wish for a resource, whether or not it still holds; undefined for rubbish, and for that of another resource. */
export function readWish({ metadata }: KubeObject): ScalingWish | undefined {
  const text = member(metadata.annotations, wishAnnotation);
  const wish = typeof text === "string" ? parse(text) : undefined;
  if (!isObject(wish) || wish.uid !== metadata.uid || typeof wish.basis !== "string") return undefined;
  const { decidedAt, nonce, parallelism, memory } = wish;
  if (!Number.isFinite(decidedAt) || !(nonce === undefined || Number.isSafeInteger(nonce))) return undefined;
  const vertices = isObject(parallelism) ? Object.entries(parallelism) : [];
  if (vertices.length === 0 || !vertices.every(isOfVertex)) return undefined;
  if (memory !== undefined && readMemoryWish(memory) === undefined) return undefined;
  return wish as unknown as ScalingWish;
}

/** True while the user has said nothing else since: no other size, and no other nonce. */
export function stillHolds({ basis, nonce }: Pick<ScalingWish, "basis" | "nonce">, object: KubeObject): boolean {
  const now = resetNonceOf(object);
  return basis === sizeBasis(object) && (now === undefined || now === nonce);
}

/**
 * The resource with what the autoscaler wishes in its configuration, as the Apache operator has it in memory; the resource as
 * it is where nothing is wished, the user has said something else since, or the autoscaler is off.
 */
export function withWish(object: KubeObject, configuration: () => FlinkConfiguration): KubeObject {
  const wish = readWish(object);
  const { spec } = object;
  if (wish === undefined || !isObject(spec) || !isObject(spec.job) || !stillHolds(wish, object)) return object;
  const options = configuration();
  if (!isAutoscaled(options)) return object;
  const memory = holdsMemory(wish, object) && tunesMemory(options) ? wish.memory : undefined;
  return { ...object, spec: wishedSpec(spec, wish.parallelism, memory) };
}

/** The last that was made of a spec: the same wish makes the same object of it, about which nothing is found out twice. */
const lastMade = new WeakMap<JsonObject, { readonly of: string; readonly spec: JsonObject }>();

function wishedSpec(
  spec: JsonObject,
  parallelism: ScalingWish["parallelism"],
  memory: MemoryWish | undefined,
): JsonObject {
  const of = JSON.stringify([parallelism, memory]);
  const last = lastMade.get(spec);
  if (last?.of === of) return last.spec;
  const sized = withOverrides(spec, parallelism);
  const wished = memory === undefined ? sized : withTunedMemory(sized, memory);
  lastMade.set(spec, { of, spec: wished });
  return wished;
}

/** True for a wish with memory about which the user has said nothing else since; that of a session job is its cluster's. */
export function holdsMemory(wish: ScalingWish, object: KubeObject): wish is ScalingWish & { memory: MemoryWish } {
  const isApplication = member(object.spec, "deploymentName") === undefined;
  return isApplication && wish.memory?.basis === memoryBasis(object);
}

function withOverrides(spec: JsonObject, parallelism: ScalingWish["parallelism"]): JsonObject {
  const text = writeMap(Object.entries(sorted(parallelism)).map(([id, value]) => [id, String(value)]));
  return withOptions(spec, { set: { [key]: text }, unset: [] });
}

function sorted<Value>(map: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Flink has no more than that of anything. */
const mostSubtasks = 32_768;

function isOfVertex([id, value]: readonly [string, JsonValue]): boolean {
  return (
    /^[0-9a-f]{32}$/.test(id) && Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= mostSubtasks
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
