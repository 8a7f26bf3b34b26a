import { parseArgs } from "node:util";
import { buildDist } from "../../knative/image/build-dist.ts";

/** A benchmark; `pairs` is how often each of its sides is sampled. */
interface Benchmark {
  readonly summary: string;
  readonly run: (pairs: number) => Promise<void>;
}

const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  "autoscaler-cycle": () => import("./autoscaler-cycle.ts"),
  "autoscaler-tick": () => import("./autoscaler-tick.ts"),
  "cold-boot": () => import("./cold-boot.ts"),
  "cold-start-pod": () => import("./cold-start-pod.ts"),
  connections: () => import("./connections.ts"),
  "flink-crowd": () => import("./flink-crowd.ts"),
  flood: () => import("./flood.ts"),
  "hostile-cr": () => import("./hostile-cr.ts"),
  "hostile-flink": () => import("./hostile-flink.ts"),
  patterns: () => import("./patterns.ts"),
  "hostile-wire": () => import("./hostile-wire.ts"),
  pages: () => import("./pages.ts"),
  "quiet-ticks": () => import("./quiet-ticks.ts"),
  "round-trips": () => import("./round-trips.ts"),
  "write-cost": () => import("./write-cost.ts"),
};

const least = 10;
const usual = 30;

async function help(): Promise<string> {
  const entries = Object.entries(benchmarks);
  const lines = await Promise.all(
    entries.map(async ([name, load]) => `  ${name.padEnd(16)} ${(await load()).summary}`),
  );
  return `Usage: npm run bench -- NAME [--pairs N]

${lines.join("\n")}

  --pairs N    samples of each side, at least ${least} (default ${usual})
  --help       show this text

Every figure is a ratio of two things measured in the same run; docs/performance.md says what they mean.
`;
}

function read(args: readonly string[]) {
  const options = {
    pairs: { type: "string", default: `${usual}` },
    help: { type: "boolean", default: false },
  } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const pairs = Number(values.pairs);
  if (!Number.isInteger(pairs) || pairs < least) throw new Error(`--pairs is not a whole number from ${least}`);
  if (positionals.length > 1) throw new Error("one benchmark at a time");
  return { name: positionals[0], pairs, help: values.help };
}

/** The help is left to who asks for it, as it loads every benchmark. */
function refuse(why: string): number {
  process.stderr.write(`${why}\nTry 'npm run bench -- --help'.\n`);
  return 2;
}

async function main(args: readonly string[]): Promise<number> {
  let wanted: ReturnType<typeof read>;
  try {
    wanted = read(args);
  } catch (error) {
    return refuse((error as Error).message);
  }
  if (wanted.help) {
    process.stdout.write(await help());
    return 0;
  }
  const load = Object.hasOwn(benchmarks, wanted.name ?? "") ? benchmarks[wanted.name ?? ""] : undefined;
  if (load === undefined) {
    const names = Object.keys(benchmarks).join(", ");
    return refuse(`There is ${wanted.name === undefined ? "" : `no benchmark ${wanted.name}, but `}${names}.`);
  }
  await buildDist();
  await (await load()).run(wanted.pairs);
  return Number(process.exitCode ?? 0);
}

process.exitCode = await main(process.argv.slice(2));
