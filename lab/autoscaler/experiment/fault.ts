import type { JobReading, VertexReading } from "../../../shared/autoscaler/sample/reading.ts";
import { isSourceModel, type JobModel, vertexId } from "../model/job.ts";

/** What is wrong with metrics while they are faulty. */
export const faultKinds = ["unanswered", "no busy time", "no lag", "incomplete counters"] as const;

/** One of those. */
export type FaultKind = (typeof faultKinds)[number];

/** Metrics that are faulty for some time; seconds since the beginning. */
export interface Fault {
  readonly kind: FaultKind;
  readonly from: number;
  readonly seconds: number;
}

/** What is seen of a reading while a fault lasts; undefined where nothing is. */
export function seenThrough(
  fault: Fault | undefined,
  reading: JobReading,
  job: JobModel,
  at: number,
): JobReading | undefined {
  if (fault === undefined || at < fault.from || at >= fault.from + fault.seconds) return reading;
  if (fault.kind === "unanswered") return undefined;
  const vertices = job.vertices.map((model, index) => {
    const id = vertexId(index);
    const vertex = reading.vertices[id];
    return [id, vertex && without(vertex, fault.kind, isSourceModel(model))] as const;
  });
  return { ...reading, vertices: Object.fromEntries(vertices.flatMap(([id, of]) => (of ? [[id, of]] : []))) };
}

/** `incomplete counters` are those of half the subtasks of a vertex that is no source: what Flink marks `complete: false`. */
function without(vertex: VertexReading, kind: FaultKind, isSource: boolean): VertexReading {
  const { busyTime, pendingRecords, ...rest } = vertex;
  const kept = { ...rest, ...(busyTime && kind !== "no busy time" && { busyTime }) };
  if (kind !== "no lag" && pendingRecords) return { ...kept, pendingRecords };
  if (kind !== "incomplete counters" || isSource) return kept;
  return { ...kept, recordsIn: vertex.recordsIn / 2, recordsOut: vertex.recordsOut / 2 };
}
