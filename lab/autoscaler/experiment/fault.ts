import type { Aggregate, JobReading, VertexReading } from "../../../shared/autoscaler/sample/reading.ts";
import { isSourceModel, type JobModel, vertexId } from "../model/job.ts";

/** What is wrong with metrics while they are faulty. */
export const faultKinds = [
  "unanswered",
  "no busy time",
  "no lag",
  "incomplete counters",
  "counters from 0 again",
] as const;

/** One of those. */
export type FaultKind = (typeof faultKinds)[number];

/** Metrics that are faulty for some time; seconds since the beginning. */
export interface Fault {
  readonly kind: FaultKind;
  readonly from: number;
  readonly seconds: number;
}

/** What is seen of a reading at a moment; undefined where nothing is. */
export type View = (reading: JobReading, at: number) => JobReading | undefined;

/** How a job is seen through a fault: as long as that lasts; where counters have begun anew, to the end of the job's run. */
export function makeFaultyView(fault: Fault | undefined, job: JobModel): View {
  if (fault === undefined) return (reading) => reading;
  let first: JobReading | undefined;
  return (reading, at) => {
    if (at < fault.from) return reading;
    first ??= reading;
    if (fault.kind === "counters from 0 again") return sinceThen(reading, first);
    return at < fault.from + fault.seconds ? seenThrough(fault.kind, reading, job) : reading;
  };
}

function seenThrough(kind: FaultKind, reading: JobReading, job: JobModel): JobReading | undefined {
  if (kind === "unanswered") return undefined;
  const vertices = job.vertices.map((model, index) => {
    const id = vertexId(index);
    const vertex = reading.vertices[id];
    return [id, vertex && without(vertex, kind, isSourceModel(model))] as const;
  });
  return { ...reading, vertices: Object.fromEntries(vertices.flatMap(([id, of]) => (of ? [[id, of]] : []))) };
}

/** A reading whose counters are those since another one of the same run: tasks were started anew, and the job does not say so. */
function sinceThen(reading: JobReading, first: JobReading): JobReading {
  if (reading.runningSince !== first.runningSince) return reading;
  const vertices = Object.entries(reading.vertices).map(([id, now]) => {
    const then = first.vertices[id];
    return [id, then === undefined ? now : countedSince(now, then)] as const;
  });
  return { ...reading, vertices: Object.fromEntries(vertices) };
}

function countedSince(now: VertexReading, then: VertexReading): VertexReading {
  const less = (of: Aggregate, before: Aggregate | undefined): Aggregate => ({
    ...of,
    sum: of.sum - (before?.sum ?? 0),
  });
  return {
    ...now,
    recordsIn: now.recordsIn - then.recordsIn,
    recordsOut: now.recordsOut - then.recordsOut,
    accumulatedBusyTime: now.accumulatedBusyTime - then.accumulatedBusyTime,
    ...(now.sourceIn && { sourceIn: less(now.sourceIn, then.sourceIn) }),
    ...(now.sourceOut && { sourceOut: less(now.sourceOut, then.sourceOut) }),
  };
}

/** `incomplete counters` are those of half the subtasks of a vertex that is no source: what Flink marks `complete: false`. */
function without(vertex: VertexReading, kind: FaultKind, isSource: boolean): VertexReading {
  const { busyTime, pendingRecords, ...rest } = vertex;
  const kept = { ...rest, ...(busyTime && kind !== "no busy time" && { busyTime }) };
  if (kind !== "no lag" && pendingRecords) return { ...kept, pendingRecords };
  if (kind !== "incomplete counters" || isSource) return kept;
  return { ...kept, recordsIn: vertex.recordsIn / 2, recordsOut: vertex.recordsOut / 2 };
}
