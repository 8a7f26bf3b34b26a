import type { JobContext } from "../../autoscaler/cycle/job-context.ts";
import type { Looked, MetricsSource } from "../../autoscaler/cycle/ports.ts";
import { readAutoscalerOptions } from "../../autoscaler/options/read-options.ts";
import { dateOfAll } from "../../autoscaler/sample/counter-date.ts";
import type { LookMemo, VertexMemo, VertexReading } from "../../autoscaler/sample/reading.ts";
import { needsProcesses, toSkew, whoseTurn } from "../../autoscaler/sample/turns.ts";
import type { FlinkMetrics, MeasuredVertex } from "../../ports/flink-metrics.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";
import { readSource } from "./counted-source.ts";
import { type CountedVertex, type Counting, rampUp } from "./counting.ts";
import { makeSource, type RunningJob } from "./flink-look.ts";
import { readProcesses } from "./flink-processes.ts";
import { countersOf, describe, isFinished, readGauges } from "./flink-vertices.ts";

/** Whether something besides the options needs what the processes tell; a check of a cluster's room needs the slots in use. */
export interface CounterSourceOptions {
  readonly readsProcesses?: boolean;
}

/**
 * Reads a job by the counters that `GET /jobs/:id` carries, each at the moment that it is of.
 *
 * Guarantees: one call for the job, one for each source, one for the vertex whose turn it is to tell of its skew; one more for
 * each source whose names are not known yet or are ten minutes old, or a minute where it tells no lag or has just started; two for the processes where an option needs them. A vertex
 * of which Flink does not tell such counters is asked for its gauges, as by `makeFlinkSource`, which takes one call each.
 * Caveats: the memo of a reading has to be given to the next look, else names are listed in every one.
 */
export function makeCounterSource<Job extends JobContext>(
  metrics: FlinkMetrics,
  endpointOf: (job: Job) => FlinkEndpoint,
  { readsProcesses = false }: CounterSourceOptions = {},
): MetricsSource<Job> {
  return makeSource(metrics, endpointOf, async (place, measured, { configuration }, memo) => {
    const { options } = readAutoscalerOptions(configuration);
    const look: Counting = { place, job: measured, memo, countersAt: dateCounters(measured, memo) };
    const inner = measured.vertices.filter((one) => one.inputs.length > 0 && isCounted(one)).map(({ id }) => id);
    const read = await readVertices(look, whoseTurn(inner, memo, options));
    if ("kind" in read) return read;
    const { now: at, runningSince } = measured;
    const wantsProcesses = readsProcesses || needsProcesses(options);
    const processes = wantsProcesses ? await readProcesses(place.metrics, place.endpoint, place.signal) : {};
    const graph = measured.vertices.map((one) => describe(one, read.memos[one.id]?.partitions ?? 0));
    const reading = { at, runningSince, graph, vertices: read.readings, processes };
    return { kind: "read", reading: { ...reading, memo: { at, vertices: read.memos } } };
  });
}

/** True where Flink tells of a vertex for how long its subtasks were held back, so that it tells of all its times. */
function isCounted(vertex: MeasuredVertex): boolean {
  return !isFinished(vertex) && !Number.isNaN(vertex.counters.backPressuredTime);
}

function runTimeOf({ counters: { busyTime, backPressuredTime, idleTime } }: MeasuredVertex): number {
  return busyTime + backPressuredTime + idleTime;
}

/** The moment that the job's counters are of; where none of them tells of time, that of the look before (REST fact 1). */
function dateCounters(job: RunningJob, memo: LookMemo | undefined): number | undefined {
  const clocks = clocksOf(job);
  return clocks.length > 0 ? dateOfAll(clocks, job) : Math.max(job.runningSince, memo?.at ?? job.now);
}

function clocksOf({ vertices }: RunningJob) {
  return vertices.flatMap((vertex) => {
    const { startedAt, finishedTasks, parallelism, counters } = vertex;
    const runTime = isCounted(vertex) && counters.isComplete && finishedTasks === 0 ? runTimeOf(vertex) : Number.NaN;
    return startedAt === undefined || Number.isNaN(runTime) ? [] : [{ startedAt, parallelism, runTime }];
  });
}

async function readVertices(look: Counting, turn: string | undefined) {
  const readings: Record<string, VertexReading> = {};
  const memos: Record<string, VertexMemo> = {};
  for (const vertex of look.job.vertices) {
    const memo = look.memo?.vertices[vertex.id] ?? {};
    const read = await readVertex(look, vertex, memo, turn === vertex.id);
    if ("kind" in read) return read;
    readings[vertex.id] = read.reading;
    memos[vertex.id] = read.memo;
  }
  return { readings, memos };
}

async function readVertex(look: Counting, vertex: MeasuredVertex, memo: VertexMemo, isTurn: boolean) {
  if (isFinished(vertex)) return { reading: countersOf(vertex), memo };
  if (!isCounted(vertex)) return readByGauges(look, vertex);
  const counted = toReading(look, vertex);
  if (vertex.inputs.length === 0) return readSource(look, vertex, counted, memo);
  const known = isTurn ? { ...memo, ...(await readSkew(look, vertex.id)) } : memo;
  return { reading: { ...counted, ...(known.skew && { skew: known.skew }) }, memo: known };
}

/** The counters of a vertex as the job tells them; unknown, where some subtask has not told its own, or nobody knows of when. */
function toReading({ job, countersAt }: Counting, vertex: MeasuredVertex): VertexReading {
  const { NaN: unknown } = Number;
  if (!vertex.counters.isComplete || countersAt === undefined) {
    return { recordsIn: unknown, recordsOut: unknown, accumulatedBusyTime: unknown, runTime: unknown };
  }
  const { backPressuredTime } = vertex.counters;
  const times = { runTime: runTimeOf(vertex), accumulatedBackPressure: backPressuredTime };
  return { ...countersOf(vertex), ...times, age: job.now - countersAt };
}

async function readSkew({ place, job }: Counting, id: string): Promise<VertexMemo> {
  const { metrics, endpoint, jobId, signal } = place;
  const busyTime = "busyTimeMsPerSecond";
  const value = (await metrics.vertexMetrics(endpoint, jobId, id, [busyTime], signal)).get(busyTime);
  return { skewAt: job.now, ...(value && job.now - job.runningSince >= rampUp && { skew: toSkew(value) }) };
}

/** Gauges, and the counters that there are, are of the look before, and are those of a start for a minute (REST fact 1). */
async function readByGauges(look: Counting, vertex: MeasuredVertex): Promise<CountedVertex | Looked> {
  const { place, job, memo } = look;
  const { now: at, runningSince } = job;
  if (at - runningSince < rampUp) return { kind: "not-ready", why: "its gauges are those of a start for a minute" };
  const read = await readGauges(place, vertex);
  if (!read.ok) return { kind: "missing", vertex: vertex.id, metrics: read.missing, at, runningSince };
  const { readRecords, writeRecords, isComplete } = vertex.counters;
  const age = at - Math.max(runningSince, memo?.at ?? at);
  const known = isComplete ? { recordsIn: readRecords, recordsOut: writeRecords } : noRecords;
  const reading = { ...known, accumulatedBusyTime: vertex.counters.busyTime, ...read.gauges, age };
  return { reading, memo: { partitions: read.partitions } };
}

const noRecords = { recordsIn: Number.NaN, recordsOut: Number.NaN };
