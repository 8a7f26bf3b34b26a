import type { ServerOptions } from "node:https";
import { type Loopback, type Received, type Reply, startLoopback } from "../adapters/support/loopback.ts";

const source = "8d66249e32b3bc08f2fae72d32043792";
const work = "674df9b0384c0348e0b9d1034a44c46c";
export const jobId = "000000000000000000000000000000a1";
export const ids = { source, work };

/** Records per second that a subtask of `work` can process, and that arrive at the source. */
export const capacity = 100;
const arriving = 250;
const sourceCapacity = 400;

/** What a cluster of one job is like. */
export interface MeasuredClusterOptions {
  /** What the job's JobManager is configured with. */
  readonly configuration?: Readonly<Record<string, string>>;
  readonly tls?: ServerOptions;
  /** The header without which nothing is answered. */
  readonly authorization?: string;
}

/** A Flink cluster of one job that reads more than one subtask can process, in real time. */
export interface MeasuredCluster extends Loopback {
  /** Subtasks of `work`. */
  parallelism(): number;
  /** How often the job was given another size. */
  rescales(): number;
  /** Takes the job off the list. */
  end(): void;
}

/** Starts it; its counters are those of a job that has run for a minute, and begin anew with each rescale, as Flink's do. */
export async function startMeasuredCluster(options: MeasuredClusterOptions = {}): Promise<MeasuredCluster> {
  const state = { parallelism: 1, since: Date.now() - 60_000, rescales: 0, isThere: true, lag: 0 };
  const routes: readonly (readonly [string, RegExp, (request: Received) => Reply])[] = [
    ["GET", /^\/jobs\/overview$/, () => ({ body: { jobs: state.isThere ? [overviewOf(state.since)] : [] } })],
    ["GET", /^\/jobs\/\w+$/, () => ({ body: jobOf(state) })],
    [
      "GET",
      /\/jobmanager\/config$/,
      () => ({ body: pairsOf({ "jobmanager.scheduler": "Adaptive", ...options.configuration }) }),
    ],
    ["GET", /\/subtasks\/metrics$/, () => ({ body: Object.keys(sourceMetrics(state)).map((id) => ({ id })) })],
    ["GET", /\/subtasks\/metrics\?get=/, ({ url }) => ({ body: asked(url, state) })],
    ["GET", /\/resource-requirements$/, () => ({ body: requirementsOf(state) })],
    [
      "PUT",
      /\/resource-requirements$/,
      ({ body }) => {
        const wanted = JSON.parse(body)[work].parallelism.upperBound as number;
        Object.assign(state, { parallelism: wanted, since: Date.now(), rescales: state.rescales + 1 });
        return { status: 202, body: {} };
      },
    ],
  ];
  const answer = (request: Received): Reply => {
    if (options.authorization !== undefined && request.headers.authorization !== options.authorization)
      return { status: 401, text: "who are you?" };
    const route = routes.find(([method, pattern]) => method === request.method && pattern.test(request.url));
    return route === undefined ? { status: 404, body: { errors: ["Not found: /"] } } : route[2](request);
  };
  const server = await startLoopback(answer, options.tls);
  return {
    ...server,
    parallelism: () => state.parallelism,
    rescales: () => state.rescales,
    end: () => {
      state.isThere = false;
    },
  };
}

interface State {
  readonly parallelism: number;
  readonly since: number;
}

/** Seconds since it runs, and what has come of it; the source is held back as long as `work` cannot keep up. */
function flowOf({ parallelism, since }: State) {
  const seconds = (Date.now() - since) / 1_000;
  const rate = Math.min(arriving, capacity * parallelism);
  const busy = { source: rate / sourceCapacity, work: rate / (capacity * parallelism) };
  return { seconds, records: Math.floor(rate * seconds), busy, lag: arriving - rate };
}

function overviewOf(since: number) {
  const tasks = { total: 2, running: 2, finished: 0, scheduled: 0, deploying: 0, initializing: 0 };
  const times = { "start-time": since, "end-time": -1, duration: 1, "last-modification": since };
  return { jid: jobId, name: "bottleneck", state: "RUNNING", ...times, tasks };
}

function jobOf(state: State) {
  const { seconds, records, busy } = flowOf(state);
  const vertex = (id: string, name: string, of: { p: number; records: number; busy: number }) => {
    const total = Math.floor(1_000 * seconds * of.p);
    const busyTime = Math.floor(total * of.busy);
    const counters = { "read-records": of.records, "write-records": records };
    const complete = { "read-records-complete": true, "write-records-complete": true };
    const times = { "accumulated-busy-time": busyTime, "accumulated-idle-time": total - busyTime };
    return {
      ...{ id, name, parallelism: of.p, maxParallelism: 64, status: "RUNNING", "start-time": state.since },
      metrics: { ...counters, ...complete, ...times, "accumulated-backpressured-time": 0 },
    };
  };
  return {
    ...{ jid: jobId, name: "bottleneck", state: "RUNNING", now: Date.now(), timestamps: { RUNNING: state.since } },
    vertices: [
      vertex(source, "Source: topic", { p: 1, records: 0, busy: busy.source }),
      vertex(work, "work", { p: state.parallelism, records, busy: busy.work }),
    ],
    plan: { nodes: [{ id: source }, { id: work, inputs: [{ id: source, ship_strategy: "HASH" }] }] },
  };
}

function sourceMetrics(state: State): Readonly<Record<string, number>> {
  const { seconds, records, lag, busy } = flowOf(state);
  const runTime = Math.floor(1_000 * seconds);
  const busyTime = Math.floor(runTime * busy.source);
  const heldBack = lag > 0 ? runTime - busyTime : 0;
  return {
    ...{ "Source__topic.pendingRecords": Math.floor(lag * seconds), "Source__topic.numRecordsIn": records },
    ...{ numRecordsOut: records, busyTimeMsPerSecond: 1_000 * busy.source },
    ...{ accumulateBusyTimeMs: busyTime, accumulateIdleTimeMs: runTime - busyTime - heldBack },
    accumulateBackPressuredTimeMs: heldBack,
  };
}

function asked(url: string, state: State) {
  const names = decodeURIComponent(url.split("get=")[1] ?? "").split(",");
  const values = sourceMetrics(state);
  return names.map((id) => ({ id, min: values[id], max: values[id], avg: values[id], sum: values[id] }));
}

function requirementsOf({ parallelism }: State) {
  const bounds = (upperBound: number) => ({ parallelism: { lowerBound: 1, upperBound } });
  return { [source]: bounds(1), [work]: bounds(parallelism) };
}

function pairsOf(configuration: Readonly<Record<string, string>>) {
  return Object.entries(configuration).map(([key, value]) => ({ key, value }));
}
