import * as z from "zod";
import type { MeasuredJob, MeasuredVertex, VertexCounters } from "../../ports/flink-metrics.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";
import { foreignText } from "../foreign-text.ts";
import { isUnknownJob, readAs, senseless } from "./answer.ts";
import type { Ask } from "./call.ts";
import { hexId, jobPath, toState, toTime } from "./wire.ts";

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
const vertex = z.looseObject({
  id: hexId,
  name: z.string(),
  parallelism: z.int(),
  maxParallelism: z.int().nullish(),
  status: z.string(),
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
  vertices: z.array(vertex),
  plan: z.looseObject({ nodes: z.array(node).optional() }).optional(),
});

/** One job with its graph, and what its vertices have counted. */
export async function readMeasuredJob(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jobId: string,
  signal?: AbortSignal,
): Promise<MeasuredJob | undefined> {
  const answer = await ask({ endpoint, path: jobPath(jobId), what: `measure job ${jobId}`, signal });
  if (isUnknownJob(answer)) return undefined;
  return readAs(answer, measured, (wire) => {
    if (wire.jid !== jobId) throw senseless(answer, "it is about another job");
    const inputs = new Map((wire.plan?.nodes ?? []).map((one) => [one.id, one.inputs ?? []]));
    const running = wire.timestamps.RUNNING ?? 0;
    return {
      ...{ state: toState(wire.state).state, now: wire.now },
      runningSince: running > 0 ? running : undefined,
      vertices: wire.vertices.map((one) => toVertex(one, inputs.get(one.id) ?? [])),
    };
  });
}

function toVertex(one: z.infer<typeof vertex>, inputs: readonly z.infer<typeof input>[]): MeasuredVertex {
  const most = one.maxParallelism ?? -1;
  return {
    ...{ id: one.id, name: foreignText(one.name), parallelism: one.parallelism, status: foreignText(one.status) },
    maxParallelism: most < 1 ? undefined : most,
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
