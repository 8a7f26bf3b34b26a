import { showMemory } from "../../core/notation/memory-size.ts";
import { roundDecimal } from "../arithmetic/decimal.ts";
import type { JobGraph } from "../graph/job-graph.ts";
import type { AutoscalerOptions } from "../options/options.ts";
import { makeBudget } from "./memory-budget.ts";
import { type NetworkBuffers, networkMemoryOf } from "./network-memory.ts";

/** The memory of a TaskManager as it is specified, in bytes. */
export interface MemorySpec {
  /** Of the whole process. */
  readonly total: number;
  readonly frameworkOffHeap: number;
  readonly taskOffHeap: number;
  readonly jvmOverhead: number;
  readonly managed: number;
}

/** A decision, and what its TaskManagers use, in bytes; NaN where that is unknown. */
export interface MemoryUse {
  readonly heapUsed: number;
  readonly managedUsed: number;
  readonly metaspaceUsed: number;
}

/** What memory is tuned by. */
export interface TuningSituation {
  readonly spec: MemorySpec;
  readonly use: MemoryUse;
  readonly graph: JobGraph;
  /** The parallelism of a vertex after the decision. */
  readonly parallelismOf: (vertex: string) => number;
  readonly slotsPerTaskManager: number;
  /** TaskManagers before and after the decision. */
  readonly taskManagers: { readonly before: number; readonly after: number };
  readonly buffers?: NetworkBuffers;
  readonly options: Pick<
    AutoscalerOptions,
    "memoryTuningOverhead" | "memoryTuningMaximizeManaged" | "memoryTuningCompensation"
  >;
}

/** The memory that a TaskManager is to have, in bytes, and as shares at three digits, which Flink keeps in 32 bits. */
export interface TunedMemory {
  /** Of the whole process; never more than specified. */
  readonly total: number;
  readonly network: number;
  readonly metaspace: number;
  readonly heap: number;
  readonly managed: number;
  /** Of Flink's memory, which is all but metaspace and overhead. */
  readonly managedFraction: number;
  /** Of the whole process. */
  readonly overheadFraction: number;
}

/** Gives out the memory of a TaskManager anew, by what was used of it (2.21). Earlier pools go before later ones. */
export function tuneMemory(situation: TuningSituation): TunedMemory {
  const { spec, use, options, slotsPerTaskManager: slots } = situation;
  const budget = makeBudget(spec.total);
  for (const fixed of [spec.frameworkOffHeap, spec.taskOffHeap, spec.jvmOverhead]) budget.take(fixed);
  const network = budget.take(networkMemoryOf(situation.graph, situation.parallelismOf, slots, situation.buffers));
  const metaspace = budget.take(withOverhead(use.metaspaceUsed, options.memoryTuningOverhead));
  const usedHeap = budget.take(withOverhead(use.heapUsed, options.memoryTuningOverhead));
  const managed = budget.take(managedOf(situation));
  const heap =
    usedHeap + (options.memoryTuningCompensation ? budget.take(extraHeap(usedHeap, situation.taskManagers)) : 0);
  const total = spec.total - budget.left();
  return {
    ...{ total, network, metaspace, heap, managed },
    managedFraction: fractionOf(managed, total - metaspace - spec.jvmOverhead),
    overheadFraction: fractionOf(spec.jvmOverhead, total),
  };
}

/** Whole bytes in use and a share of them; what is unknown counts as none (2.21). */
export function withOverhead(used: number, overhead: number): number {
  return Number.isNaN(used) ? 0 : Math.trunc(Math.trunc(used) * (1 + overhead));
}

/** How much is used of managed memory nobody can tell: none of it, or all that there is. */
function managedOf({ spec, use, options }: TuningSituation): number {
  if (!(Math.trunc(use.managedUsed) > 0)) return 0;
  return options.memoryTuningMaximizeManaged ? Number.MAX_SAFE_INTEGER : spec.managed;
}

/** Bytes of heap for the work that comes to each TaskManager where there are fewer of them; none where there are more (2.21). */
export function extraHeap(heap: number, { before, after }: TuningSituation["taskManagers"]): number {
  return heap > 0 && before > after ? Math.trunc((before / after) * heap) - heap : 0;
}

/** A share at three digits, rounded up by its decimal text; 0 of nothing (2.21). */
export function fractionOf(part: number, whole: number): number {
  return part > 0 ? roundDecimal(part / whole, 3, "up") : 0;
}

/** Options of Flink that are set, and those that are unset so that these hold. */
export interface ConfigurationChanges {
  readonly set: Readonly<Record<string, string>>;
  readonly unset: readonly string[];
}

/** The options that tuned memory is said by: each a size, or a share of 0 to 1. */
export const tunedOptions = {
  "taskmanager.memory.process.size": "size",
  "taskmanager.memory.framework.heap.size": "size",
  "taskmanager.memory.managed.fraction": "share",
  "taskmanager.memory.network.min": "size",
  "taskmanager.memory.network.max": "size",
  "taskmanager.memory.jvm-metaspace.size": "size",
  "taskmanager.memory.jvm-overhead.fraction": "share",
} as const satisfies Readonly<Record<string, "size" | "share">>;

/** The options beside which those would not hold. */
export const freedOptions: readonly string[] = [
  "taskmanager.memory.flink.size",
  "taskmanager.memory.task.heap.size",
  "taskmanager.memory.managed.size",
];

/** Tuned memory as options of Flink, in the words that Java has for sizes and shares; heap is what is left (2.21). */
export function toConfigurationChanges(tuned: TunedMemory): ConfigurationChanges {
  const { total, network, metaspace, managedFraction, overheadFraction } = tuned;
  const set: Readonly<Record<keyof typeof tunedOptions, string>> = {
    "taskmanager.memory.process.size": showMemory(total),
    "taskmanager.memory.framework.heap.size": showMemory(0),
    "taskmanager.memory.managed.fraction": showShare(managedFraction),
    "taskmanager.memory.network.min": showMemory(network),
    "taskmanager.memory.network.max": showMemory(network),
    "taskmanager.memory.jvm-metaspace.size": showMemory(metaspace),
    "taskmanager.memory.jvm-overhead.fraction": showShare(overheadFraction),
  };
  return { set, unset: freedOptions };
}

function showShare(share: number): string {
  return Number.isInteger(share) ? share.toFixed(1) : String(share);
}
