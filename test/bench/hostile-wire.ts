import { flinkKinds } from "./hostile-flink.ts";
import { hostileKinds, type Kind, type Work } from "./hostile-kinds.ts";
import { progress, table } from "./report.ts";
import { median } from "./statistics.ts";

/** One line for the list of benchmarks. */
export const summary = "CPU of hostile events, reviews, passes and answers, against plain ones of their kind and size";

/** More than this many times the CPU of a plain one is too much. */
const mostRatio = 50;

/** Microseconds that a sample runs at least, by repeating its input. */
const leastSample = 2_000;

/** Samples of a first look at least: of one alone, a garbage collection makes many inputs dear that are not. */
const firstLook = 3;

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

/** Measures every input some times, and the dearest again `pairs` times; ends with exit code 1 beyond the limit. */
export async function run(pairs: number): Promise<void> {
  const kinds = [...(await hostileKinds()), ...flinkKinds()];
  const rows: { row: Row; work: Work; kind: Kind }[] = [];
  for (const [index, kind] of kinds.entries()) {
    const plain = new Map<number, number>();
    for (const work of kind.works) {
      const size = sizeOf(work, kind);
      const known = plain.get(size) ?? (await costOf(kind.plain(2 ** size), pairs));
      plain.set(size, known);
      rows.push({
        row: {
          kind: kind.name,
          id: work.id,
          cost: await costOf(work, Math.max(firstLook, Math.ceil(pairs / 10))),
          plain: known,
        },
        work,
        kind,
      });
    }
    progress("hostile-wire: kind", index + 1, kinds.length);
  }
  const worst = rows.sort((one, other) => ratioOf(other.row) - ratioOf(one.row)).slice(0, again);
  const sure: Row[] = [];
  for (const { row, work, kind } of worst) {
    const plain = await costOf(kind.plain(2 ** sizeOf(work, kind)), pairs);
    sure.push({ ...row, cost: await costOf(work, pairs), plain });
  }
  process.stdout.write(report(sure, rows.length));
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
  for (let sample = 0; sample < samples; sample += 1) costs.push(await sampleOf(work));
  return median(costs);
}

async function sampleOf({ run: once }: Work): Promise<number> {
  const before = process.cpuUsage();
  for (let runs = 1; ; runs += 1) {
    await once();
    const { user, system } = process.cpuUsage(before);
    if (user + system >= leastSample) return (user + system) / runs;
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
