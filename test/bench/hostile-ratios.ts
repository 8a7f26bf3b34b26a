import type { Kind, Work } from "./hostile-kinds.ts";
import { progress, table } from "./report.ts";
import { median } from "./statistics.ts";

/** More than this many times the CPU of a plain one is too much. */
const mostRatio = 50;

/** Microseconds that a sample runs at least, by repeating its input: of a first look, and of the dearest. */
const leastSample = { first: 2_000, again: 10_000 } as const;

/** Microseconds for which each of the dearest runs before its samples: what ran before it has changed what the compiler assumes. */
const warmUp = 100_000;

/** Turns in which the samples of the dearest are taken. */
const turns = 3;

/** A first look is one run; where that took so many plain ones, of a garbage collection as likely as of the input, some samples. */
const suspicious = 5;
const samplesOfSuspicious = 3;

/** Inputs that are measured again, the dearest of the first look. */
const again = 50;

/** Plain inputs have a power of two of bytes, from 1 KiB on. */
const smallest = 10;

interface Row {
  readonly kind: string;
  readonly id: string;
  readonly cost: number;
  readonly plain: number;
}

interface Looked {
  readonly row: Row;
  readonly work: Work;
  readonly kind: Kind;
}

/** Measures every input once and what seems dear again, the dearest of all `pairs` times or more; exit code 1 beyond the limit. */
export async function measure(name: string, kinds: readonly Kind[], pairs: number): Promise<void> {
  let dearest: Looked[] = [];
  let count = 0;
  for (const [index, kind] of kinds.entries()) {
    const looked = await lookAt(kind, pairs);
    count += looked.length;
    dearest = [...dearest, ...looked].sort((one, other) => ratioOf(other.row) - ratioOf(one.row)).slice(0, again);
    progress(`${name}: kind`, index + 1, kinds.length);
  }
  process.stdout.write(report(await measureInTurns(dearest, pairs), count));
}

/** Some samples of each and of its plain one, then some more of each: what disturbs the machine for a while meets few of one. */
async function measureInTurns(looked: readonly Looked[], pairs: number): Promise<Row[]> {
  const all = looked.map(({ row, work, kind }) => {
    const plain = kind.plain(2 ** sizeOf(work, kind));
    return { row, work, plain, costs: [] as number[], plainCosts: [] as number[] };
  });
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { work, plain, costs, plainCosts } of all) {
      plainCosts.push(...(await warmCostsOf(plain, pairs / turns)));
      costs.push(...(await warmCostsOf(work, pairs / turns)));
    }
  }
  return all.map(({ row, costs, plainCosts }) => ({ ...row, cost: median(costs), plain: median(plainCosts) }));
}

async function lookAt(kind: Kind, pairs: number): Promise<Looked[]> {
  const plain = new Map<number, number>();
  const looked: Looked[] = [];
  for (const work of kind.works) {
    const size = sizeOf(work, kind);
    const known = plain.get(size) ?? (await costOf(kind.plain(2 ** size), pairs));
    plain.set(size, known);
    const once = await runOf(work);
    const cost = once < suspicious * known ? once : await costOf(work, samplesOfSuspicious);
    looked.push({ row: { kind: kind.name, id: work.id, cost, plain: known }, work, kind });
  }
  return looked;
}

/** The exponent of the size of the plain input that one is compared with: no larger than it, unless it is smaller than any. */
function sizeOf({ bytes }: Work, { largest }: Kind): number {
  return Math.min(largest, Math.max(smallest, Math.floor(Math.log2(Math.max(1, bytes)))));
}

function ratioOf({ cost, plain }: Row): number {
  return cost / plain;
}

/** Microseconds of CPU for one run, the median of some samples. */
async function costOf(work: Work, samples: number): Promise<number> {
  await work.run();
  const costs: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) costs.push(await sampleOf(work, leastSample.first));
  return median(costs);
}

/** Microseconds of CPU for one run, in samples that are taken once it is warm. */
async function warmCostsOf(work: Work, samples: number): Promise<number[]> {
  await sampleOf(work, warmUp);
  const costs: number[] = [];
  while (costs.length < samples) costs.push(await sampleOf(work, leastSample.again));
  return costs;
}

/** Microseconds of CPU of a single run. */
async function runOf({ run: once }: Work): Promise<number> {
  const before = process.cpuUsage();
  await once();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

async function sampleOf({ run: once }: Work, least: number): Promise<number> {
  const before = process.cpuUsage();
  for (let runs = 1; ; runs += 1) {
    await once();
    const { user, system } = process.cpuUsage(before);
    if (user + system >= least) return (user + system) / runs;
  }
}

function report(worst: readonly Row[], count: number): string {
  const lines = [...worst].sort((one, other) => ratioOf(other) - ratioOf(one)).slice(0, 10);
  const cells = lines.map((row) => [
    `${row.kind}: ${row.id}`,
    `${(row.cost / 1_000).toFixed(3)} ms`,
    `${(row.plain / 1_000).toFixed(3)} ms`,
    `${ratioOf(row).toFixed(1)}x`,
  ]);
  const highest = lines.length === 0 ? 0 : ratioOf(lines[0] as Row);
  if (highest > mostRatio) process.exitCode = 1;
  const verdict = highest <= mostRatio ? "none costs" : "SOME COST";
  return `\n${table(["the dearest ten", "CPU", "plain", "ratio"], cells)}\n${count} inputs; ${verdict} more than ${mostRatio} times a plain one of the same kind and size.\n`;
}
