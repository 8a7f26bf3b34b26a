import type { AutoscalerPorts } from "../../shared/autoscaler/cycle/ports.ts";
import { compat, improved, type Profile } from "../../shared/autoscaler/cycle/profile.ts";
import { runCycle } from "../../shared/autoscaler/cycle/run-cycle.ts";
import { readAutoscalerOptions } from "../../shared/autoscaler/options/read-options.ts";
import type { Aggregate, JobReading } from "../../shared/autoscaler/sample/reading.ts";
import { readState, writeState } from "../../shared/autoscaler/state/codec.ts";
import { makeMemoryStore } from "../../shared/autoscaler/state/memory-store.ts";
import type { AutoscalerState } from "../../shared/autoscaler/state/state.ts";
import { progress, ratioText, table } from "./report.ts";
import { estimate, median } from "./statistics.ts";

/** One line for the list of benchmarks. */
export const summary = "CPU of one cycle of the autoscaler, its parts, and by the number of vertices";

const minute = 60_000;
const cyclesPerSample = 20;
const options = {
  "job.autoscaler.enabled": "true",
  ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`some.option.${index}`, String(index)])),
};

/** Another object in every cycle, as it is in life: what one says is read once. */
const ownConfiguration = () => ({ ...options });

/** Cycles of a chain of 20 vertices under `compat`, against itself, `improved`, more vertices, and the parts of a cycle. */
export async function run(pairs: number): Promise<void> {
  const sides = {
    "compat, 20 vertices": await warm(compat, 20),
    "the same again (control)": await warm(compat, 20),
    "improved, 20 vertices": await warm(improved, 20),
    "compat, 200 vertices": await warm(compat, 200),
    "improved, 200 vertices": await warm(improved, 200),
  };
  const { state } = sides["improved, 20 vertices"];
  const text = writeState(state());
  const all: readonly (readonly [string, () => Promise<unknown>])[] = [
    ...Object.entries(sides).map(([name, { cycle }]) => [name, cycle] as const),
    ["of improved: reading the state", async () => readState(text)],
    ["of improved: writing it", async () => writeState(state())],
    ["of both: reading options", async () => readAutoscalerOptions(ownConfiguration())],
  ];
  const samples = new Map(all.map(([name]) => [name, [] as number[]]));
  for (let pair = 1; pair <= pairs; pair += 1) {
    for (const [name, once] of pair % 2 === 0 ? all : all.toReversed()) samples.get(name)?.push(await cpuPer(once));
    progress("autoscaler-cycle", pair, pairs);
  }
  const [first] = all.map(([name]) => samples.get(name) ?? []);
  const rows = [...samples].map(([name, of]) => [
    name,
    `${median(of).toFixed(2)} ms`,
    ratioText(estimate(of.map((one, index) => one / (first?.[index] ?? Number.NaN)))),
  ]);
  process.stdout.write(`\n${table(["what", "CPU, p50", "ratio"], rows)}\n`);
}

/** Milliseconds of CPU of one call, as the mean of some. */
async function cpuPer(once: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < cyclesPerSample; count += 1) await once();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / cyclesPerSample;
}

/** A job whose window is full. */
async function warm(profile: Profile, vertices: number) {
  const store = makeMemoryStore();
  let now = 0;
  let saved: AutoscalerState | undefined;
  const ports: AutoscalerPorts = {
    metrics: { look: async () => ({ kind: "read", reading: readingOf(vertices, now) }) },
    states: {
      ...store,
      save: async (job, state, version, signal) => {
        saved = state;
        return store.save(job, state, version, signal);
      },
    },
    realizer: { realize: async () => {} },
    reporter: { report: async () => {} },
  };
  const signal = new AbortController().signal;
  const cycle = async () => {
    now += minute;
    const configuration = ownConfiguration();
    return runCycle({ key: "job", jobId: "1", status: "RUNNING", configuration, now }, ports, profile, signal);
  };
  for (let count = 0; count < 60; count += 1) await cycle();
  const state = () => {
    if (saved === undefined) throw new Error("nothing was saved");
    return saved;
  };
  return { cycle, state };
}

const of = (value: number): Aggregate => ({ min: value, max: value, avg: value, sum: value });

function readingOf(vertices: number, at: number): JobReading {
  const idOf = (index: number) => index.toString(16).padStart(32, "0");
  const graph = Array.from({ length: vertices }, (_, index) => ({
    ...{ id: idOf(index), parallelism: 4, maxParallelism: 128 },
    inputs: index === 0 ? [] : [{ from: idOf(index - 1), strategy: "HASH" as const }],
  }));
  const records = Math.round(at * 1.234);
  const counters = { recordsIn: records, recordsOut: records, accumulatedBusyTime: 2 * at, busyTime: of(612.345) };
  const source = { ...counters, pendingRecords: of(123), backPressure: of(1.5), sourceInPerSecond: of(1_234.567) };
  const readings = graph.map(({ id, inputs }) => {
    return [id, inputs.length === 0 ? source : { ...counters, inPerSecond: of(1_234.567) }] as const;
  });
  return { at, runningSince: 0, graph, vertices: Object.fromEntries(readings), processes: {} };
}
