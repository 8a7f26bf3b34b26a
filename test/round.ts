import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { constants, getPriority, setPriority, tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Level } from "./platform/real/build/parts.ts";
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
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly TestReport[];
}

interface TestReport {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

/** How many tests ended how; `faults` says which failed, and how each began to say why. */
export interface Sum {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly faults: readonly string[];
}

/** Suites that one runner runs; those on real parts need these to be built first. */
export interface Round {
  readonly projects: readonly string[];
  readonly level?: Level;
  /**
   * As many files at once as there are cores, and on what CPU the other lanes leave: for suites that need nothing but CPU.
   * Elsewhere one core is left to what the suites start.
   */
  readonly onWhatIsLeft?: boolean;
  /** Images of Flink as well. */
  readonly flink?: boolean;
}

/** This process was asked to end; the code is what it ends with. */
export class Stopped extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`stopped with ${code}`);
    this.code = code;
  }
}

const vitest = [process.execPath, join(import.meta.dirname, "../node_modules/vitest/vitest.mjs")];
const toFlags = (projects: readonly string[]) => projects.map((project) => `--project=${project}`);

/** Whether a filter picks any file of the round, so that nothing is built for nothing. */
export async function hasFiles({ projects }: Round, filters: readonly string[]): Promise<boolean> {
  const [command = "", ...args] = [...vitest, "list", "--filesOnly", ...toFlags(projects), ...filters];
  const listing = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  listing.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  await once(listing, "close");
  return text.trim() !== "";
}

/**
 * Runs a round. `quietly` keeps what it prints until it has ended, for a round beside another one.
 *
 * Rejects with `Stopped` when this process is asked to end, once the runner has ended.
 */
export async function runRound(
  { projects, level, onWhatIsLeft = false }: Round,
  filters: readonly string[],
  { quietly = false } = {},
): Promise<Sum> {
  const dir = await mkdtemp(join(tmpdir(), "weir-test-"));
  const [file, log, scratch] = [join(dir, "report.json"), join(dir, "output"), join(dir, "tmp")];
  // Some suites run the image's files as other users.
  await chmod(dir, 0o711);
  await mkdir(scratch);
  try {
    const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const workers = onWhatIsLeft ? ["--maxWorkers=100%"] : [];
    const line = [...vitest, "run", ...toFlags(projects), ...workers, ...reports, ...filters];
    const inSandbox = level === "node" && whyNoSandbox() === undefined;
    const env = { ...process.env, TMPDIR: scratch };
    const child = start(inSandbox ? sandboxed(line) : line, env, quietly ? log : undefined);
    if (onWhatIsLeft) giveWay(child);
    // The way into a sandbox ignores the others, and all that is in it ends with it.
    const code = await end(child, (signal) => (inSandbox ? "SIGKILL" : signal));
    if (quietly) process.stdout.write(await readFile(log));
    return withLeftovers(await sumUp(file, code), await readdir(scratch));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function start([command = "", ...args]: readonly string[], env: NodeJS.ProcessEnv, log?: string): ChildProcess {
  const child = spawn(command, args, { stdio: log === undefined ? "inherit" : ["ignore", "pipe", "pipe"], env });
  if (log === undefined) return child;
  const output = createWriteStream(log);
  child.stdout?.pipe(output, { end: false });
  child.stderr?.pipe(output, { end: false });
  return child;
}

/** The workers that it has not started yet inherit this. */
function giveWay({ pid }: ChildProcess): void {
  if (pid !== undefined) setPriority(pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
}

/** Its exit code; when this process is asked to end, it passes on what `toSignal` makes of that and then goes the same way. */
async function end(child: ChildProcess, toSignal: (name: NodeJS.Signals) => NodeJS.Signals): Promise<number> {
  let stopped = 0;
  const pass = (name: NodeJS.Signals, number: number) => {
    stopped = 128 + number;
    child.kill(toSignal(name));
  };
  process.on("SIGINT", pass).on("SIGTERM", pass).on("SIGHUP", pass);
  const [code] = (await once(child, "close")) as [number | null];
  process.off("SIGINT", pass).off("SIGTERM", pass).off("SIGHUP", pass);
  if (stopped > 0) throw new Stopped(stopped);
  return code ?? 1;
}

async function sumUp(file: string, code: number): Promise<Sum> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text !== undefined) return sumOf(JSON.parse(text) as Report, code);
  return { passed: 0, failed: 1, skipped: 0, faults: [`the runner ended with ${code} and no report`] };
}

function withLeftovers(sum: Sum, left: readonly string[]): Sum {
  if (left.length === 0) return sum;
  const fault = `the suites left temporary files behind: ${left.join(", ")}`;
  return { ...sum, failed: sum.failed + 1, faults: [...sum.faults, fault] };
}

/** A file that fails without a failed test, since it cannot even be loaded, counts as one; so does what no file explains. */
function sumOf(
  { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }: Report,
  code: number,
): Sum {
  const found = testResults.flatMap(faultsOf);
  const unexplained = found.length === 0 && code !== 0 ? [`the runner ended with ${code} and no test failed`] : [];
  const faults = [...found, ...unexplained];
  const skipped = numPendingTests + numTodoTests;
  return { passed: numPassedTests, failed: Math.max(numFailedTests, faults.length), skipped, faults };
}

function faultsOf({ name, status, message, assertionResults }: FileReport): string[] {
  const file = relative(process.cwd(), name);
  const failed = assertionResults.filter((one) => one.status === "failed");
  if (failed.length === 0) return status === "failed" ? [`${file}: ${startOf(message)}`] : [];
  return failed.map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${startOf(failureMessages[0] ?? "")}`);
}

/** The first lines of a message: what failed, and not yet where. */
function startOf(message: string): string {
  return message.split("\n").slice(0, 3).join(" ").slice(0, 400);
}
