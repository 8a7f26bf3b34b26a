import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Crowd, startCrowd } from "../platform/crowd/crowd.ts";
import { convergeByEvents, startFunction, type TickCost, tick } from "../platform/crowd/crowd-run.ts";
import { readsOfTick } from "../platform/crowd/expected-reads.ts";
import { cpuOf } from "./cpu-of.ts";
import { progress, table } from "./report.ts";
import { median } from "./statistics.ts";

/** One line for the list of benchmarks. */
export const summary = "Ticks over 1,000 resources at rest in 10 platform namespaces: calls, writes, time (B6)";

const size = { resources: 1_000, namespaces: 10 };
const pageSizes = [100, 250, 500] as const;
const mostSettling = 4;

/** Makes a crowd through events and ticks until it is quiet; then `pairs` ticks for each size of a page. */
export async function run(pairs: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "weir-bench-"));
  const crowd = await startCrowd(size, folder);
  try {
    const from = performance.now();
    await convergeByEvents(crowd, 600_000);
    process.stdout.write(`${size.resources} made through events in ${seconds(performance.now() - from)}\n`);
    await settle(crowd);
    const rows: string[][] = [];
    for (const pageSize of pageSizes) rows.push(await measure(crowd, pageSize, pairs));
    const head = [
      "page",
      "pages",
      "cursors",
      "deployment lists",
      "event lists",
      "writes",
      "p50",
      "p95",
      "CPU of refresh",
      "",
    ];
    process.stdout.write(`\n${table(head, rows)}\n`);
  } finally {
    await crowd.close();
    rmSync(folder, { recursive: true });
  }
}

/** What the creations led to is told by the first ticks. */
async function settle(crowd: Crowd): Promise<void> {
  const refresh = await startFunction(crowd, "refresh");
  try {
    for (let count = 0; (await tick(crowd, refresh)).writes > 0; count += 1) {
      if (count === mostSettling) throw new Error("the resources do not come to rest");
    }
  } finally {
    await refresh.stop();
  }
}

async function measure(crowd: Crowd, pageSize: number, ticks: number): Promise<string[]> {
  const refresh = await startFunction(crowd, "refresh", { WEIR_SWEEP_PAGE: `${pageSize}` });
  try {
    await tick(crowd, refresh);
    const costs: TickCost[] = [];
    const pid = refresh.child.pid ?? 0;
    const cpu = cpuOf(pid);
    for (let count = 1; count <= ticks; count += 1) {
      costs.push(await tick(crowd, refresh));
      progress(`quiet-ticks: page of ${pageSize}, tick`, count, ticks);
    }
    return toRow(crowd, pageSize, costs, (cpuOf(pid) - cpu) / ticks);
  } finally {
    await refresh.stop();
  }
}

function toRow(crowd: Crowd, pageSize: number, costs: readonly TickCost[], cpuMs: number): string[] {
  const expected = readsOfTick(crowd.stored(), pageSize);
  const { pages, cursors, deployments, events } = expected;
  const isMet = costs.every(
    (cost) =>
      cost.writes === 0 &&
      cost.others.length + cost.appManagerOthers.length === 0 &&
      Object.entries(expected).every(([name, count]) => cost[name as keyof typeof expected] === count),
  );
  const times = costs.map(({ ms }) => ms).sort((a, b) => a - b);
  const p50 = median(times);
  const p95 = times[Math.floor(times.length * 0.95)] ?? p50;
  return [
    `${pageSize}`,
    ...[pages, cursors, deployments, events, 0].map(String),
    `${p50.toFixed(0)} ms`,
    `${p95.toFixed(0)} ms`,
    `${cpuMs.toFixed(0)} ms`,
    isMet ? "met in every tick" : "MISSED",
  ];
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
