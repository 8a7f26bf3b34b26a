import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AutoscaledCrowd, startAutoscaledCrowd, type TickCalls } from "./autoscaled-crowd.ts";
import { cpuOf } from "./cpu-of.ts";
import { tick as event } from "./events.ts";
import { vertexCount } from "./flink-clusters.ts";
import { ask, end, type Started, start } from "./process.ts";
import { progress, table } from "./report.ts";
import { median } from "./statistics.ts";

/** One line for the list of benchmarks. */
export const summary = "Ticks of the autoscaler over 1,000 jobs against 10: peak memory of the process, calls, time";

const sizes = { few: 10, many: 1_000 } as const;
const bundle = join(import.meta.dirname, "../../dist/autoscale.cjs");

/** Minutes until the window of every job is full. */
const untilFull = 20;
const mebibyte = 1_048_576;
const limit = 128 * mebibyte;

interface Sample {
  readonly ms: number;
  readonly cpuMs: number;
  /** Bytes that the process had in memory at its peak, since it was started. */
  readonly peak: number;
  readonly calls: TickCalls;
}

/** Ticks over jobs of which nothing is known, and over the same with full windows; each in a process of its own. */
export async function run(pairs: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "weir-bench-"));
  const crowd = await startAutoscaledCrowd(sizes, folder);
  try {
    const rows: string[][] = [];
    for (const [namespace, size] of Object.entries(sizes)) {
      const first = await sample(crowd, namespace, pairs, () => crowd.forget(namespace));
      const warm = await fill(crowd, namespace);
      const steady = await sample(crowd, namespace, pairs, async () => {});
      rows.push(toRow(`${size} jobs, first tick`, size, first), toRow(`${size} jobs, window full`, size, steady));
      rows.push(toRow(`the same process, ${untilFull} ticks`, size, warm));
    }
    const head = ["", "peak RSS, most", "p50", "time, p50", "CPU, p50", "a job: API", "writes", "Flink", "at once", ""];
    process.stdout.write(`\njobs of ${vertexCount} vertices\n${table(head, rows)}\n`);
  } finally {
    await crowd.close();
    rmSync(folder, { recursive: true });
  }
}

async function sample(
  crowd: AutoscaledCrowd,
  namespace: string,
  count: number,
  before: () => Promise<void>,
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (let done = 1; done <= count; done += 1) {
    await before();
    const started = await start(bundle, crowd.env(namespace));
    try {
      samples.push(await tick(crowd, started));
    } finally {
      await end(started);
    }
    progress(`autoscaler-tick: ${namespace}`, done, count);
  }
  return samples;
}

/** Fills the windows with ticks of one process, as of one that never scales to zero. */
async function fill(crowd: AutoscaledCrowd, namespace: string): Promise<readonly Sample[]> {
  await crowd.forget(namespace);
  const started = await start(bundle, crowd.env(namespace));
  const samples: Sample[] = [];
  try {
    for (let done = 1; done <= untilFull; done += 1) {
      samples.push(await tick(crowd, started));
      progress(`autoscaler-tick: ${namespace}, minute`, done, untilFull);
    }
  } finally {
    await end(started);
  }
  return samples;
}

async function tick(crowd: AutoscaledCrowd, { child, port }: Started): Promise<Sample> {
  const pid = child.pid ?? 0;
  crowd.skipMinute();
  crowd.resetCounters();
  const [cpu, from] = [cpuOf(pid), performance.now()];
  const { status, text } = await ask(port, event);
  if (status !== 204) throw new Error(`the tick was answered ${status}: ${text}`);
  const ms = performance.now() - from;
  return { ms, cpuMs: cpuOf(pid) - cpu, peak: peakOf(pid), calls: crowd.count() };
}

/** The kernel's high-water mark of a process's resident memory, in bytes. */
function peakOf(pid: number): number {
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kibibytes) * 1_024;
}

function toRow(name: string, size: number, samples: readonly Sample[]): string[] {
  const most = Math.max(...samples.map(({ peak }) => peak));
  const of = (what: (sample: Sample) => number) => median(samples.map(what));
  const perJob = (what: (calls: TickCalls) => number) => (of(({ calls }) => what(calls)) / size).toFixed(2);
  return [
    ...[name, mib(most), mib(of(({ peak }) => peak))],
    ...[`${of(({ ms }) => ms).toFixed(0)} ms`, `${of(({ cpuMs }) => cpuMs).toFixed(0)} ms`],
    ...[perJob(({ api }) => api), perJob(({ writes }) => writes), perJob(({ flink }) => flink)],
    ...[`${Math.max(...samples.map(({ calls }) => calls.mostAtOnce))}`, most <= limit ? "" : "MORE THAN 128 MiB"],
  ];
}

const mib = (bytes: number) => `${(bytes / mebibyte).toFixed(1)} MiB`;
