import { readMemory } from "../../core/notation/memory-size.ts";
import type { Reading } from "../../core/notation/reading.ts";
import { readInteger } from "../../core/notation/scalar.ts";
import type { JobGraph, ShipStrategy } from "../graph/job-graph.ts";

/** How Flink is configured to buffer records between subtasks. */
export interface NetworkBuffers {
  readonly perChannel: number;
  /** Buffers that all channels of a gate share. */
  readonly floating: number;
  /** Bytes of one buffer. */
  readonly segmentSize: number;
}

/** Flink's own defaults. */
export const usualBuffers: NetworkBuffers = { perChannel: 2, floating: 8, segmentSize: 32 * 1024 };

/** The buffers that a job is configured with; Flink's own where it says nothing that can be read. */
export function readBuffers(configuration: Readonly<Record<string, string>>): NetworkBuffers {
  const of = (key: string, type: (text: string) => Reading<number>, usual: number) => {
    const reading = type(configuration[key] ?? "");
    return reading.ok && reading.value >= 0 ? reading.value : usual;
  };
  const { perChannel, floating, segmentSize } = usualBuffers;
  return {
    perChannel: of("taskmanager.network.memory.buffers-per-channel", readInteger, perChannel),
    floating: of("taskmanager.network.memory.floating-buffers-per-gate", readInteger, floating),
    segmentSize: of("taskmanager.memory.segment-size", readMemory, segmentSize),
  };
}

/** Buffers that one end of an edge needs, with so many subtasks at that end and at the other one (2.21). */
export function buffersOf(
  own: number,
  peer: number,
  strategy: ShipStrategy,
  { perChannel, floating }: NetworkBuffers,
): number {
  return channelsOf(own, peer, strategy) * perChannel + floating;
}

function channelsOf(own: number, peer: number, strategy: ShipStrategy): number {
  if (strategy === "FORWARD" && own === peer) return 1;
  return strategy === "FORWARD" || strategy === "RESCALE" ? Math.ceil(peer / own) : peer;
}

/** Bytes of network memory of a TaskManager of which each slot may hold a subtask of every vertex (2.21). */
export function networkMemoryOf(
  { vertices }: JobGraph,
  parallelismOf: (vertex: string) => number,
  slots: number,
  buffers: NetworkBuffers = usualBuffers,
): number {
  let count = 0;
  for (const { id, inputs, outputs } of vertices.values()) {
    for (const [peer, strategy] of [...inputs, ...outputs]) {
      count += buffersOf(parallelismOf(id), parallelismOf(peer), strategy, buffers);
    }
  }
  return count * buffers.segmentSize * slots;
}
