import { makeCounterSource } from "../../../shared/adapters/autoscaler/counter-source.ts";
import { improved } from "../../../shared/autoscaler/cycle/profile.ts";
import { runCycle } from "../../../shared/autoscaler/cycle/run-cycle.ts";
import type { FlinkMetrics, MeasuredJob, MetricAggregate } from "../../../shared/ports/flink-metrics.ts";
import { Rig } from "./cycle-rig.ts";

/** Records per second that come before the step and after it, and that the bottleneck does. */
export const [few, many, each] = [100, 500, 200];

/** How a job is looked at; milliseconds. */
export interface Watching {
  /** Between two ticks; each is early or late by up to a tenth of that. */
  readonly tick: number;
  /** How long Flink answers with what it has fetched before it fetches anew. */
  readonly kept: number;
  /** How long a fetch takes: a call before its end is answered from the one before. */
  readonly fetch: number;
  /** Options, without prefix. */
  readonly options: Readonly<Record<string, string>>;
}

/** What was told when the job was scaled. */
export interface Told {
  readonly demand: number;
  readonly capacity: number;
  /** Milliseconds after the step. */
  readonly after: number;
}

/** Milliseconds that a source is asked for after its job. */
const betweenCalls = 20;

const skewless = { busyTimeMsPerSecond: 700 };

const of = (value: number): MetricAggregate => ({ min: value, max: value, avg: value, sum: value });

/** Source → work on a Flink whose metrics are those of an earlier poll (REST fact 1); more comes in from `stepAt` on. */
class LateFlink {
  readonly #stepAt: number;
  readonly #watching: Watching;
  #now = 0;
  #seen = 0;
  #fetched: { readonly at: number; readonly known: number } = { at: 0, known: 0 };

  readonly metrics: FlinkMetrics = {
    measure: async () => this.#measure(this.#poll()),
    vertexMetricNames: async () => Object.keys(this.#source(this.#seen)),
    vertexMetrics: async (_endpoint, _job, vertex, names) => {
      this.#now += betweenCalls;
      const told: Readonly<Record<string, number>> = vertex === "source" ? this.#source(this.#poll()) : skewless;
      return new Map(names.map((name) => [name, of(told[name] ?? Number.NaN)]));
    },
    jobManagerMetrics: async () => new Map(),
    taskManagerMetrics: async () => new Map(),
  };

  constructor(stepAt: number, watching: Watching) {
    this.#stepAt = stepAt;
    this.#watching = watching;
  }

  /** Time passes. */
  at(now: number): void {
    this.#now = now;
  }

  /** The moment that an answer is of; a fetch that is due begins, and what it brings is known when it has ended. */
  #poll(): number {
    const { kept, fetch } = this.#watching;
    if (this.#now >= this.#fetched.known) this.#seen = this.#fetched.at;
    const answer = this.#seen;
    if (this.#now - this.#fetched.at > kept) this.#fetched = { at: this.#now, known: this.#now + fetch };
    return answer;
  }

  #read(at: number): number {
    return (few * Math.min(at, this.#stepAt) + each * Math.max(0, at - this.#stepAt)) / 1_000;
  }

  #lag(at: number): number {
    return ((many - each) * Math.max(0, at - this.#stepAt)) / 1_000;
  }

  #times(at: number, share: number) {
    const late = Math.max(0, at - this.#stepAt);
    return { busy: (at - late) * share + late * Math.min(1, (share * each) / few), all: at };
  }

  #source(at: number) {
    const { busy } = this.#times(at, 0.01);
    const held = 0.9 * Math.max(0, at - this.#stepAt);
    return {
      ...{ "Source__arrivals.pendingRecords": this.#lag(at), "Source__arrivals.numRecordsIn": this.#read(at) },
      ...{ "Source__arrivals.numRecordsOut": this.#read(at), numRecordsOut: this.#read(at) },
      ...{ accumulateBusyTimeMs: busy, accumulateBackPressuredTimeMs: held, accumulateIdleTimeMs: at - busy - held },
    };
  }

  #measure(at: number): MeasuredJob {
    const vertex = (id: string, from: readonly string[], busy: number, readRecords: number, writeRecords: number) => ({
      ...{ id, name: id, parallelism: 1, maxParallelism: 128, status: "RUNNING", startedAt: 0, finishedTasks: 0 },
      ...{ slotSharingGroup: "all", inputs: from.map((one) => ({ from: one, shipStrategy: "REBALANCE" })) },
      counters: {
        ...{ readRecords, writeRecords, isComplete: true },
        ...{ busyTime: busy, backPressuredTime: 0, idleTime: at - busy },
      },
    });
    const source = vertex("source", [], this.#times(at, 0.01).busy, 0, this.#read(at));
    const work = vertex("work", ["source"], this.#times(at, few / each).busy, this.#read(at), 0);
    return { state: "RUNNING", now: this.#now, runningSince: 0, vertices: [source, work] };
  }
}

/** What is told of `work` when it is scaled for a step at a moment; undefined where it is not within a number of ticks. */
export async function toldAt(stepAt: number, watching: Watching, most: number): Promise<Told | undefined> {
  const flink = new LateFlink(stepAt, watching);
  const rig = new Rig();
  rig.set(watching.options);
  const metrics = makeCounterSource(flink.metrics, () => ({ url: "http://flink" }));
  for (let count = 1; count <= most; count += 1) {
    const now = Math.round(watching.tick * (count + 0.1 * Math.sin(7 * count)));
    flink.at(now);
    await runCycle({ ...rig.context, now }, { ...rig.ports, metrics }, improved, AbortSignal.timeout(60_000));
    const job = { ...rig.context, now };
    const record = (await rig.store.load(job, AbortSignal.timeout(60_000)))?.state?.history.work?.[0];
    if (record !== undefined) {
      return { demand: record.demand, capacity: record.capacity, after: record.at - stepAt };
    }
  }
  return undefined;
}
