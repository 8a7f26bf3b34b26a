import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildAll } from "./platform/real/build/build-all.ts";
import type { Level } from "./platform/real/build/parts.ts";
import { progressOn } from "./platform/real/build/progress.ts";
import { sandboxed, whyNoSandbox } from "./platform/real/node/sandbox.ts";

/** What the runner's report must hold; the closing line is summed from it. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numFailedTestSuites: number;
}

interface Sum {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Suites that run together; those on real parts need these to be built first. */
interface Round {
  readonly projects: readonly string[];
  readonly level?: Level;
}

const rounds: readonly Round[] = [
  { projects: ["pure", "live"] },
  { projects: ["real"], level: "api" },
  { projects: ["node"], level: "node" },
];

const help = `Usage: npm test [-- FILTER…]

Builds the bundles and the real parts, and runs every suite; a FILTER runs only the files whose path contains it.
Where there is no Go, the suites on a real control plane are skipped; those on a real node also need Linux, root and
what test/platform/real/node/install.sh installs. With CI=true nothing is skipped.
The last line of the output is the sum: N passed, N failed (, N skipped).
`;

async function main(filters: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const sums: Sum[] = [];
  const times: string[] = [];
  for (const round of rounds) {
    const startedAt = performance.now();
    if (round.level !== undefined) await prepare(round.level);
    sums.push(await run(round, filters));
    times.push(`${round.projects.join(" and ")} ${seconds(startedAt)}`);
  }
  const total = (of: keyof Sum) => sums.reduce((sum, one) => sum + one[of], 0);
  const skipped = total("skipped") > 0 ? `, ${total("skipped")} skipped` : "";
  process.stdout.write(`\ntests took ${seconds(startedAt)}: ${times.join(", ")}\n`);
  process.stdout.write(`${total("passed")} passed, ${total("failed")} failed${skipped}\n`);
  return total("failed") > 0 || total("passed") === 0 ? 1 : 0;
}

function seconds(since: number): string {
  return `${Math.round((performance.now() - since) / 1000)} s`;
}

/** What can't be built is said here and skipped, or required, by the suites themselves. */
async function prepare(level: Level): Promise<void> {
  if (level === "node" && whyNoSandbox() !== undefined) return;
  await buildAll(level, progressOn(process.stdout)).catch((error: Error) => console.warn(error.message));
}

async function run({ projects, level }: Round, filters: readonly string[]): Promise<Sum> {
  const dir = await mkdtemp(join(tmpdir(), "weir-test-"));
  const file = join(dir, "report.json");
  try {
    const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
    const select = projects.map((project) => `--project=${project}`);
    const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const line = [process.execPath, vitest, "run", "--passWithNoTests", ...select, ...reports, ...filters];
    const inSandbox = level === "node" && whyNoSandbox() === undefined;
    const [command = "", ...args] = inSandbox ? sandboxed(line) : line;
    const scratch = join(dir, "tmp");
    await mkdir(scratch);
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, TMPDIR: scratch } });
    const [code] = (await once(child, "exit")) as [number | null];
    const sum = sumOf(JSON.parse(await readFile(file, "utf8")) as Report, code ?? 1);
    const left = await readdir(scratch);
    if (left.length === 0) return sum;
    console.error(`FAILED: the suites left temporary files behind: ${left.join(", ")}`);
    return { ...sum, failed: sum.failed + 1 };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** A file that cannot even be loaded has no failed test of its own, so it counts as one. */
function sumOf(report: Report, code: number): Sum {
  const { numPassedTests, numPendingTests, numTodoTests, numFailedTestSuites } = report;
  const failed = Math.max(report.numFailedTests, code === 0 ? 0 : Math.max(1, numFailedTestSuites));
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
}

const filters = process.argv.slice(2);
if (filters.includes("--help")) process.stdout.write(help);
else process.exitCode = await main(filters);
