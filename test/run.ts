import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildAll, CannotBuild } from "./platform/real/build/build-all.ts";
import type { Level } from "./platform/real/build/parts.ts";
import { progressOn } from "./platform/real/build/progress.ts";
import { sandboxed, whyNoSandbox } from "./platform/real/node/sandbox.ts";

/** What the runner's report must hold; the closing line is summed from it. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly FileReport[];
}

interface FileReport {
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string }[];
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
    if (filters.length > 0 && !(await hasFiles(round, filters))) continue;
    sums.push(await prepared(round, () => run(round, filters)));
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

/**
 * Builds what a round needs first. What a machine can't do is said by the suites, which skip it or fail; what it can do
 * and what fails all the same is a failure.
 */
async function prepared({ level }: Round, then: () => Promise<Sum>): Promise<Sum> {
  if (level === undefined || (level === "node" && whyNoSandbox() !== undefined)) return then();
  try {
    await buildAll(level, progressOn(process.stdout));
  } catch (error) {
    console.error(`${error instanceof CannotBuild ? "" : "FAILED: "}${(error as Error).message}`);
    if (!(error instanceof CannotBuild)) return { passed: 0, failed: 1, skipped: 0 };
  }
  return then();
}

const vitest = [process.execPath, join(import.meta.dirname, "../node_modules/vitest/vitest.mjs")];
const toFlags = (projects: readonly string[]) => projects.map((project) => `--project=${project}`);

/** Whether a filter picks any file of the round, so that nothing is built for nothing. */
async function hasFiles({ projects }: Round, filters: readonly string[]): Promise<boolean> {
  const [command = "", ...args] = [...vitest, "list", "--filesOnly", ...toFlags(projects), ...filters];
  const listing = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  listing.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  await once(listing, "close");
  return text.trim() !== "";
}

async function run({ projects, level }: Round, filters: readonly string[]): Promise<Sum> {
  const dir = await mkdtemp(join(tmpdir(), "weir-test-"));
  const file = join(dir, "report.json");
  // Some suites run the image's files as other users.
  await chmod(dir, 0o711);
  try {
    const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const line = [...vitest, "run", ...toFlags(projects), ...reports, ...filters];
    const inSandbox = level === "node" && whyNoSandbox() === undefined;
    const scratch = join(dir, "tmp");
    await mkdir(scratch);
    const code = await end(inSandbox ? sandboxed(line) : line, { ...process.env, TMPDIR: scratch });
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text === undefined) console.error(`FAILED: the runner ended with ${code} and no report`);
    const sum = text === undefined ? { passed: 0, failed: 1, skipped: 0 } : sumOf(JSON.parse(text) as Report, code);
    const left = await readdir(scratch);
    if (left.length === 0) return sum;
    console.error(`FAILED: the suites left temporary files behind: ${left.join(", ")}`);
    return { ...sum, failed: sum.failed + 1 };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** This process was asked to end; the code is what it ends with. */
class Stopped extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`stopped with ${code}`);
    this.code = code;
  }
}

/** Runs a command to its end, also when this process is asked to end: it passes that on and then goes the same way. */
async function end([command = "", ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(command, args, { stdio: "inherit", env });
  let stopped = 0;
  const pass = (name: NodeJS.Signals, number: number) => {
    stopped = 128 + number;
    child.kill(name);
  };
  process.on("SIGINT", pass).on("SIGTERM", pass).on("SIGHUP", pass);
  const [code] = (await once(child, "exit")) as [number | null];
  process.off("SIGINT", pass).off("SIGTERM", pass).off("SIGHUP", pass);
  if (stopped > 0) throw new Stopped(stopped);
  return code ?? 1;
}

/** A file that fails without a failed test, since it cannot even be loaded, counts as one; so does what no file explains. */
function sumOf(
  { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }: Report,
  code: number,
): Sum {
  const files = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((one) => one.status === "failed"),
  );
  const failed = Math.max(numFailedTests + files.length, code === 0 ? 0 : 1);
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
}

function exitCodeOf(error: unknown): number {
  if (error instanceof Stopped) return error.code;
  throw error;
}

const filters = process.argv.slice(2);
if (filters.includes("--help")) process.stdout.write(help);
else process.exitCode = await main(filters).catch(exitCodeOf);
