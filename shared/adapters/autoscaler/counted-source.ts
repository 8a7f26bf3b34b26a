import { countPartitions } from "../../autoscaler/graph/partitions.ts";
import { dateOf } from "../../autoscaler/sample/counter-date.ts";
import type { Aggregate, VertexMemo, VertexReading } from "../../autoscaler/sample/reading.ts";
import {
  chooseSourceNames,
  readSourceValues,
  type SourceMeaning,
  type SourceNames,
} from "../../autoscaler/sample/source-names.ts";
import { toSkew } from "../../autoscaler/sample/turns.ts";
import type { MeasuredVertex } from "../../ports/flink-metrics.ts";
import { type CountedVertex, type Counting, rampUp } from "./counting.ts";

/** Milliseconds after which the names of a source are listed anew: partitions may have come. */
const listedFor = 600_000;
/** The same where names may be missing still: Flink tells a new one late, and a source its lag with the first records. */
const listedEarlyFor = 60_000;
/** Names that are remembered at most; those of a source with more are listed in every look. */
const mostNames = 32;

type Values = Partial<Record<SourceMeaning, Aggregate>>;

/**
 * A source with what only its operators tell: its lag, and before Flink 2 the records that it reads. One call, which has all of
 * its counters, so that they are of one moment; and one for the names while they are not known.
 */
export async function readSource(
  look: Counting,
  vertex: MeasuredVertex,
  counted: VertexReading,
  memo: VertexMemo,
): Promise<CountedVertex> {
  const known = isListed(memo, look) ? memo : await listNames(look, vertex.id);
  const names: SourceNames = known.names ?? {};
  const asked = Object.values(names).flat();
  if (asked.length === 0) return { reading: counted, memo: {} };
  const { metrics, endpoint, jobId, signal } = look.place;
  const values = await metrics.vertexMetrics(endpoint, jobId, vertex.id, asked, signal);
  if (values.size === 0) return { reading: { ...counted, ...unknownRecords, ...unknownLag(names) }, memo: {} };
  const reading = toReading(look, vertex, counted, readSourceValues(names, values));
  return { reading, memo: asked.length > mostNames ? {} : known };
}

function isListed({ listedAt, names }: VertexMemo, { job: { now, runningSince } }: Counting): boolean {
  if (names === undefined || listedAt === undefined) return false;
  const isWhole = names.pendingRecords !== undefined && listedAt - runningSince >= rampUp;
  return listedAt >= runningSince && now - listedAt < (isWhole ? listedFor : listedEarlyFor);
}

async function listNames({ place, job }: Counting, id: string): Promise<VertexMemo> {
  const { metrics, endpoint, jobId, signal } = place;
  const available = await metrics.vertexMetricNames(endpoint, jobId, id, signal);
  return { names: chooseSourceNames(available), partitions: countPartitions(available), listedAt: job.now };
}

const { NaN: unknown } = Number;
const unknownRecords = { recordsIn: unknown, recordsOut: unknown, accumulatedBusyTime: unknown, runTime: unknown };

/** The lag of a source that has one, of which nothing is told now; none is 0 only where there is no such metric (2.3). */
function unknownLag({ pendingRecords }: SourceNames): Partial<VertexReading> {
  return pendingRecords ? { pendingRecords: { min: unknown, max: unknown, avg: unknown, sum: unknown } } : {};
}

function toReading({ job }: Counting, vertex: MeasuredVertex, counted: VertexReading, values: Values): VertexReading {
  const { pendingRecords, sourceIn, sourceOut, busyTime } = values;
  const told = {
    ...(pendingRecords && { pendingRecords }),
    ...(sourceIn && { sourceIn }),
    ...(sourceOut && { sourceOut }),
    ...(busyTime && job.now - job.runningSince >= rampUp && { skew: toSkew(busyTime) }),
  };
  const own = timesOf(values);
  if (own === undefined) return { ...counted, ...told };
  const age = ageOf(vertex, own.runTime, job, counted);
  if (age === undefined) return { ...counted, ...unknownRecords, ...told };
  const records = {
    recordsIn: values.recordsIn?.sum ?? vertex.counters.readRecords,
    recordsOut: values.recordsOut?.sum ?? vertex.counters.writeRecords,
  };
  return { ...records, ...own, age, ...told };
}

function timesOf({ accumulatedBusyTime: busy, accumulatedBackPressure: heldBack, accumulatedIdleTime: idle }: Values) {
  if (busy === undefined || heldBack === undefined || idle === undefined) return undefined;
  return {
    accumulatedBusyTime: busy.sum,
    accumulatedBackPressure: heldBack.sum,
    runTime: busy.sum + heldBack.sum + idle.sum,
  };
}

/** Where some subtasks have ended or do not tell of time, that of the job's counters; undefined for those of another run. */
function ageOf(vertex: MeasuredVertex, runTime: number, job: Counting["job"], { age }: VertexReading) {
  const { startedAt, finishedTasks, parallelism } = vertex;
  if (finishedTasks > 0 || startedAt === undefined || Number.isNaN(runTime)) return age;
  const date = dateOf({ startedAt, runTime, parallelism }, job);
  return date === undefined ? undefined : job.now - date;
}
