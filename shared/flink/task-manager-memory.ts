import type { MemorySpec } from "../autoscaler/tuning/tune-memory.ts";
import { readMemory } from "../core/notation/memory-size.ts";
import { type Reading, read, unreadable } from "../core/notation/reading.ts";
import {
  type JvmMemory,
  readFraction,
  readJvmMemory,
  readShare,
  type Share,
  shareBeside,
  shareOf,
} from "./cluster/jvm-memory.ts";
import { makeOptionReader, type OptionReader } from "./cluster/option-reader.ts";
import type { FlinkConfiguration } from "./configuration.ts";
import type { SizedSpec } from "./deployment-spec.ts";
import { layer } from "./layers.ts";
import { makeSizeOptions } from "./sizes.ts";

const mebi = 2 ** 20;
const prefix = "taskmanager.memory";

/** What the options of a TaskManager say of its memory, in bytes; undefined for what follows from the rest. */
interface Pools {
  readonly process: number | undefined;
  readonly flink: number | undefined;
  readonly taskHeap: number | undefined;
  readonly managed: number | undefined;
  readonly managedFraction: number;
  readonly frameworkHeap: number;
  readonly frameworkOffHeap: number;
  readonly taskOffHeap: number;
  readonly network: Share;
  readonly jvm: JvmMemory;
}

/**
 * How the memory of a TaskManager is shared out (2.21), as Flink 1.20 works it out of its options; `given` is the
 * configuration of the operator and of the spec together, over which the size in the spec lies.
 *
 *     process ┬ Flink ┬ framework heap and off-heap, task heap and off-heap
 *             │       └ network, managed
 *             ├ JVM metaspace
 *             └ JVM overhead
 *
 * Guarantees: pure and total; what Flink would refuse to start with is unreadable, and the reason says why.
 */
export function readMemorySpec(spec: SizedSpec | undefined, given: FlinkConfiguration): Reading<MemorySpec> {
  const sizes = makeSizeOptions("taskmanager", spec, "spec.taskManager");
  const options = makeOptionReader(layer(given, sizes.options));
  const pools = readPools(options);
  const [problem] = [...sizes.problems, ...options.problems];
  if (problem !== undefined) return unreadable(`of ${problem.path} ${problem.message}`);
  return shareOut(pools);
}

function readPools(options: OptionReader): Pools {
  const size = (name: string) => options.read(`${prefix}.${name}.size`, readMemory);
  return {
    process: size("process"),
    flink: size("flink"),
    taskHeap: size("task.heap"),
    managed: size("managed"),
    managedFraction: readFraction(options, `${prefix}.managed.fraction`, 0.4),
    frameworkHeap: size("framework.heap") ?? 128 * mebi,
    frameworkOffHeap: size("framework.off-heap") ?? 128 * mebi,
    taskOffHeap: size("task.off-heap") ?? 0,
    network: readShare(options, `${prefix}.network`, { least: 64 * mebi, most: Number.MAX_SAFE_INTEGER }),
    jvm: readJvmMemory(options, prefix),
  };
}

function shareOut(pools: Pools): Reading<MemorySpec> {
  const { process, frameworkOffHeap, taskOffHeap, jvm } = pools;
  const flink = flinkMemoryOf(pools);
  if (flink === undefined) return unreadable(`needs one of ${prefix}.process.size and ${prefix}.flink.size`);
  const managed = pools.managed ?? Math.trunc(flink * pools.managedFraction);
  const inner = flink + jvm.metaspace;
  const jvmOverhead = process === undefined ? shareBeside(inner, jvm.overhead) : process - inner;
  const objection = objectionTo(pools, { flink, managed, jvmOverhead });
  if (objection !== undefined) return unreadable(objection);
  return read({ total: inner + jvmOverhead, frameworkOffHeap, taskOffHeap, jvmOverhead, managed });
}

/** Heap and managed memory that are both said go first, then the size of Flink's memory, then that of the process. */
function flinkMemoryOf(pools: Pools): number | undefined {
  const { process, flink, taskHeap, managed, network, jvm } = pools;
  if (flink !== undefined) return flink;
  if (taskHeap !== undefined && managed !== undefined) {
    const known = fixedOf(pools) + taskHeap + managed;
    return known + shareBeside(known, network);
  }
  return process === undefined ? undefined : process - jvm.metaspace - shareOf(process, jvm.overhead);
}

function fixedOf({ frameworkHeap, frameworkOffHeap, taskOffHeap }: Pools): number {
  return frameworkHeap + frameworkOffHeap + taskOffHeap;
}

interface Shared {
  readonly flink: number;
  readonly managed: number;
  readonly jvmOverhead: number;
}

/** Why Flink would not start with these; undefined where it would. */
function objectionTo(pools: Pools, { flink, managed, jvmOverhead }: Shared): string | undefined {
  const { taskHeap, network, jvm } = pools;
  if ([network, jvm.overhead].some(({ least, most }) => least > most)) return "has a least size above its largest one";
  const rest = flink - fixedOf(pools) - managed;
  const buffers = taskHeap === undefined ? shareOf(flink, network) : rest - taskHeap;
  if (buffers > rest || buffers < 0) return "has less memory than its parts need";
  if (isOutside(buffers, network)) return "leaves the network less or more than its bounds";
  return isOutside(jvmOverhead, jvm.overhead) ? "leaves the JVM's overhead less or more than its bounds" : undefined;
}

function isOutside(bytes: number, { least, most }: Share): boolean {
  return bytes < least || bytes > most;
}
