import type { JobContext } from "../../../shared/autoscaler/cycle/job-context.ts";
import type { AutoscalerPorts, Looked } from "../../../shared/autoscaler/cycle/ports.ts";
import { compat, type Profile } from "../../../shared/autoscaler/cycle/profile.ts";
import { type CycleOutcome, runCycle } from "../../../shared/autoscaler/cycle/run-cycle.ts";
import type { Report } from "../../../shared/autoscaler/explain/report.ts";
import type { Aggregate, JobReading } from "../../../shared/autoscaler/sample/reading.ts";
import { makeMemoryStore } from "../../../shared/autoscaler/state/memory-store.ts";
import type { DesiredState } from "../../../shared/autoscaler/state/state.ts";

export const minute = 60_000;
const of = (value: number): Aggregate => ({ min: value, max: value, avg: value, sum: value });

/** A job of two vertices; its source reads 1,000 records a second, is held back for a part of its time, and gets 1,100. */
export interface Job {
  readonly parallelism: { readonly source: number; readonly work: number };
  readonly busy: { readonly source: number; readonly work: number };
  readonly runningSince: number;
}

/** A job whose `work` is always busy, and its source is not. */
export const tooSmall: Job = {
  parallelism: { source: 2, work: 2 },
  busy: { source: 600, work: 1_000 },
  runningSince: 0,
};

/** What is read of such a job. */
export function readingOf({ parallelism, busy, runningSince }: Job, at: number): JobReading {
  const records = at;
  const vertex = (id: "source" | "work", inputs: readonly string[]) => ({
    ...{ id, name: id, parallelism: parallelism[id], maxParallelism: 128, slotSharingGroup: "all" },
    inputs: inputs.map((from) => ({ from, strategy: "HASH" as const })),
  });
  const counters = { recordsIn: records, recordsOut: records, accumulatedBusyTime: 0 };
  const waiting = { pendingRecords: of(at / 10), backPressure: of(400) };
  const source = { ...counters, ...waiting, busyTime: of(busy.source), sourceInPerSecond: of(1_000) };
  const work = { ...counters, busyTime: of(busy.work), inPerSecond: of(1_000) };
  return {
    ...{ at, runningSince, graph: [vertex("source", []), vertex("work", ["source"])] },
    vertices: { source, work },
    processes: { slotsTotal: 8, slotsAvailable: 8 - Math.max(parallelism.source, parallelism.work) },
  };
}

/** A world of one job, in which every call is noted. */
export class Rig {
  job: Job = tooSmall;
  /** Given instead of a reading while it is set. */
  looked: Looked | undefined;
  hasRoom = true;
  profile: Profile = compat;
  /** What was called, in order. */
  readonly calls: string[] = [];
  readonly reports: Report[] = [];
  readonly desired: DesiredState[] = [];
  readonly store = makeMemoryStore();
  context: Omit<JobContext, "now"> = {
    ...{ key: "team/job", jobId: "a1", status: "RUNNING" },
    configuration: { "job.autoscaler.enabled": "true" },
    taskManager: { slots: 2, cpu: 1, memory: 1_024 },
  };

  readonly ports: AutoscalerPorts = {
    metrics: {
      look: async ({ now }) => {
        this.calls.push("look");
        return this.looked ?? { kind: "read", reading: readingOf(this.job, now) };
      },
    },
    states: {
      load: (job, signal) => this.store.load(job, signal),
      save: async (job, state, version, signal) => {
        const saved = await this.store.save(job, state, version, signal);
        this.calls.push(saved);
        return saved;
      },
      remove: (job, signal) => {
        this.calls.push("remove");
        return this.store.remove(job, signal);
      },
    },
    realizer: {
      realize: async (_, desired) => {
        this.calls.push("realize");
        this.desired.push(desired);
      },
    },
    reporter: {
      report: async (_, report) => {
        this.calls.push("report");
        this.reports.push(report);
      },
    },
    resources: { hasRoomFor: async () => this.hasRoom },
  };

  /** Sets options of the autoscaler, by their keys without prefix. */
  set(options: Readonly<Record<string, string>>): void {
    const set = Object.entries(options).map(([key, value]) => [`job.autoscaler.${key}`, value] as const);
    this.context = { ...this.context, configuration: { ...this.context.configuration, ...Object.fromEntries(set) } };
  }

  /** One cycle at a minute. */
  async at(minutes: number): Promise<CycleOutcome> {
    this.calls.length = 0;
    const context = { ...this.context, now: minutes * minute };
    return runCycle(context, this.ports, this.profile, AbortSignal.timeout(60_000));
  }

  /** A cycle every minute, both included; the last one's outcome. */
  async through(from: number, to: number): Promise<CycleOutcome> {
    let outcome = await this.at(from);
    for (let next = from + 1; next <= to; next += 1) outcome = await this.at(next);
    return outcome;
  }
}
