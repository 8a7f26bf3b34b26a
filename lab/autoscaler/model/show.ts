import type { Aggregate, JobReading, VertexReading } from "../../../shared/autoscaler/sample/reading.ts";
import { balanceOf, type JobModel, type VertexModel, vertexId } from "./job.ts";
import type { JobState, VertexState } from "./state.ts";

/** Seconds between two marks, and so between two values of a gauge. */
export const tickSeconds = 5;
const meterSeconds = 60;
const slots = 1_000;

/**
 * What Flink's REST API shows of a job that runs, in milliseconds since the beginning. Rates are meters over a minute, which
 * ramp up in the first minute of a run; shares of time are means over it. A source counts no records read itself, only its
 * operator does.
 */
export function show(job: JobModel, state: JobState): JobReading {
  const vertices: Record<string, VertexReading> = {};
  for (const [index, model] of job.vertices.entries()) {
    const vertex = state.vertices[index];
    if (vertex !== undefined) vertices[vertexId(index)] = showVertex(model, vertex);
  }
  return {
    at: state.at * 1_000,
    runningSince: state.runningSince * 1_000,
    graph: job.vertices.map((model, index) => describe(model, state.vertices[index], index)),
    vertices,
    processes: {
      slotsTotal: slots,
      slotsAvailable: slots - Math.max(...state.vertices.map(({ parallelism }) => parallelism)),
    },
  };
}

function describe(
  { name, maxParallelism, inputs, shares }: VertexModel,
  vertex: VertexState | undefined,
  index: number,
) {
  return {
    ...{
      id: vertexId(index),
      name,
      parallelism: vertex?.parallelism ?? 1,
      maxParallelism,
      slotSharingGroup: "default",
    },
    inputs: inputs.map(({ from, strategy }) => ({ from: vertexId(from), strategy })),
    ...(inputs.length === 0 && shares !== undefined && { partitions: shares }),
  };
}

function showVertex(model: VertexModel, vertex: VertexState): VertexReading {
  const { parallelism, now, accumulatedBusyTime, queue, isSource } = vertex;
  const first = vertex.marks[0] ?? now;
  const seconds = Math.max(1, vertex.marks.length) * tickSeconds;
  const share = (from: number, to: number) => Math.min(1_000, (1_000 * (to - from)) / seconds);
  const busy = share(first.busy, now.busy);
  const meter = (of: "recordsIn" | "recordsOut") => whole((now[of] - first[of]) / meterSeconds, parallelism);
  const shared = {
    recordsOut: now.recordsOut,
    accumulatedBusyTime,
    busyTime: spread(busy, busy * balanceOf(model, parallelism), parallelism),
  };
  const heldBack = share(first.heldBack, now.heldBack);
  if (!isSource) return { ...shared, recordsIn: now.recordsIn, inPerSecond: meter("recordsIn") };
  return {
    ...{ ...shared, recordsIn: 0 },
    backPressure: spread(heldBack, heldBack, parallelism),
    sourceIn: whole(now.recordsIn, parallelism),
    sourceOut: whole(now.recordsIn, parallelism),
    sourceInPerSecond: meter("recordsIn"),
    pendingRecords: whole(queue, parallelism),
  };
}

/** A sum that is dealt out evenly. */
function whole(sum: number, parallelism: number): Aggregate {
  const each = sum / parallelism;
  return { min: each, max: each, avg: each, sum };
}

/** The idlest subtask is as far below the mean as the busiest one is above. */
function spread(max: number, avg: number, parallelism: number): Aggregate {
  return { min: Math.max(0, 2 * avg - max), max, avg, sum: avg * parallelism };
}
