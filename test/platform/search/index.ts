import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedPlatform } from "../../../cli/demo/embedded-platform.ts";
import type { StartPlatform } from "../../../cli/demo/platform.ts";
import { searchBatch } from "./batch.ts";
import { bundleMutant, mutants } from "./mutants.ts";
import { findingsOf, lineOf, type Start } from "./report.ts";
import { readSeeds, seedsOf, writeSeeds } from "./seeds.ts";

const help = `Usage: npx node test/platform/search/index.ts [OPTION…]     (npm run build first)

Searches for a schedule that breaks Weir's functions: real processes over real sockets, which are killed, whose requests fail
and whose events go astray. Each seed is one resource with its deeds and faults; the seeds of a batch live in one world.

  --seeds N       0 to N-1 (200), or ranges such as 0-15,900-907
  --batch N       how many live at the same time (40)
  --storm N       seed of what happens to the whole first batch, one more for each batch (0)
  --platform P    embedded (default), or real: kube-apiserver and etcd (npm run real:build first)
  --mutant NAME   searches in a copy with a defect: ${mutants.map(({ name }) => name).join(", ")}
  --pairs         prints how often which fault met which kind of request

The exit code is 1 when something was found, with the story of it.
`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "200" },
      batch: { type: "string", default: "40" },
      storm: { type: "string", default: "0" },
      platform: { type: "string", default: "embedded" },
      mutant: { type: "string" },
      pairs: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help === true) {
    process.stdout.write(help);
    return 0;
  }
  const ranges = readSeeds(values.seeds);
  if (ranges === undefined) throw new Error(`${values.seeds} is no number of seeds and no range`);
  const [batch, storm] = [toNumber(values.batch), toNumber(values.storm)];
  if (batch === 0) throw new Error("a batch has at least one seed");
  if (values.platform !== "embedded" && values.platform !== "real") throw new Error(`no platform ${values.platform}`);
  const start: Start = { seeds: seedsOf(ranges), storm, platform: values.platform };
  const folder = join(tmpdir(), `weir-search-${process.pid}`);
  await mkdir(folder, { mode: 0o700 });
  try {
    const bundles = values.mutant === undefined ? resolve("dist") : await bundlesOf(values.mutant, folder);
    return await searchAll(start, { batch, bundles, folder, pairs: values.pairs === true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function toNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`${text} is not a number`);
  return number;
}

async function bundlesOf(name: string, folder: string): Promise<string> {
  const mutant = mutants.find((one) => one.name === name);
  if (mutant === undefined) throw new Error(`no mutant ${name}`);
  return bundleMutant(mutant, folder);
}

interface SearchOptions {
  /** Seeds that live at the same time. */
  readonly batch: number;
  readonly bundles: string;
  readonly folder: string;
  readonly pairs: boolean;
}

async function searchAll(start: Start, { batch, bundles, folder, pairs }: SearchOptions): Promise<number> {
  const startPlatform = await platformOf(start.platform);
  const met = new Map<string, number>();
  let found = 0;
  for (let done = 0; done < start.seeds.length; done += batch) {
    const part: Start = { ...start, seeds: start.seeds.slice(done, done + batch), storm: start.storm + done / batch };
    const report = await searchBatch({ ...part, startPlatform, bundles, folder });
    process.stdout.write(`seeds ${writeSeeds(part.seeds)}: ${lineOf(report.figures)}\n`);
    if (report.findings.length > 0) process.stdout.write(`${findingsOf(report, part)}\n`);
    found += report.findings.length;
    for (const [pair, count] of report.met) met.set(pair, (met.get(pair) ?? 0) + count);
  }
  if (pairs)
    for (const [pair, count] of [...met].sort()) process.stdout.write(`${String(count).padStart(6)} ${pair}\n`);
  const faults = [...met.values()].reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${faults} faults in ${met.size} pairs of request and fault; ${found} findings\n`);
  return found === 0 ? 0 : 1;
}

async function platformOf(name: Start["platform"]): Promise<StartPlatform> {
  if (name === "embedded") return startEmbeddedPlatform;
  // Loaded only here: it needs programs that are built.
  const { startOwnControlPlane } = await import("../real/world/own-control-plane.ts");
  return startOwnControlPlane;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`search: ${(error as Error).message}; try --help\n`);
  process.exitCode = 2;
}
