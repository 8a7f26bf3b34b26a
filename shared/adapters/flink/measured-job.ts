import * as z from "zod";
import type { MeasuredJob, MeasuredVertex, VertexCounters } from "../../ports/flink-metrics.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";
import { foreignText } from "../foreign-text.ts";
import type { Ask } from "./call.ts";
import { readOneJob, toVertex, vertex } from "./one-job.ts";
import { hexId, toState, toTime } from "./wire.ts";

/** Flink writes a number that it does not know as the text NaN. */
const counter = z.union([z.number(), z.literal("NaN").transform(() => Number.NaN)]).optional();
const counters = z.looseObject({
  "read-records": counter,
  "read-records-complete": z.boolean().optional(),
  "write-records": counter,
  "write-records-complete": z.boolean().optional(),
  "accumulated-busy-time": counter,
  "accumulated-backpressured-time": counter,
  "accumulated-idle-time": counter,
});
const measuredVertex = vertex.extend({
  "start-time": z.number().optional(),
  tasks: z.record(z.string(), z.number()).optional(),
  slotSharingGroupId: hexId.nullish(),
  metrics: counters.optional(),
});
const input = z.looseObject({ id: hexId, ship_strategy: z.string().optional() });
const node = z.looseObject({ id: hexId, inputs: z.array(input).optional() });
const measured = z.looseObject({
  jid: hexId,
  state: z.string().min(1),
  now: z.number(),
  timestamps: z.record(z.string(), z.number()),
  vertices: z.array(measuredVertex),
  plan: z.looseObject({ nodes: z.array(node).optional() }).optional(),
});

/** One job with its graph, and what its vertices have counted. */
export async function readMeasuredJob(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jobId: string,
  signal?: AbortSignal,
): Promise<MeasuredJob | undefined> {
  return readOneJob(ask, { endpoint, jobId, what: `measure job ${jobId}`, signal }, measured, (wire) => {
    const inputs = new Map((wire.plan?.nodes ?? []).map((one) => [one.id, one.inputs ?? []]));
    const running = wire.timestamps.RUNNING ?? 0;
    return {
      ...{ state: toState(wire.state).state, now: wire.now },
      runningSince: running > 0 ? running : undefined,
      vertices: wire.vertices.map((one) => toMeasured(one, inputs.get(one.id) ?? [])),
    };
  });
}

function toMeasured(one: z.infer<typeof measuredVertex>, inputs: readonly z.infer<typeof input>[]): MeasuredVertex {
  return {
    ...toVertex(one),
    startedAt: toTime(one["start-time"] ?? -1),
    finishedTasks: one.tasks?.FINISHED ?? 0,
    slotSharingGroup: one.slotSharingGroupId ?? undefined,
    inputs: inputs.map(({ id, ship_strategy: word = "" }) => ({ from: id, shipStrategy: foreignText(word) })),
    counters: toCounters(one.metrics ?? {}),
  };
}

function toCounters(wire: z.infer<typeof counters>): VertexCounters {
  const { NaN: unknown } = Number;
  return {
    readRecords: wire["read-records"] ?? unknown,
    writeRecords: wire["write-records"] ?? unknown,
    isComplete: wire["read-records-complete"] !== false && wire["write-records-complete"] !== false,
    busyTime: wire["accumulated-busy-time"] ?? unknown,
    backPressuredTime: wire["accumulated-backpressured-time"] ?? unknown,
    idleTime: wire["accumulated-idle-time"] ?? unknown,
  };
}
