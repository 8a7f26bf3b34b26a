import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What the runner's report must hold; the closing line is summed from it. */
interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numFailedTestSuites: number;
}

const help = `Usage: npm test [-- FILTER…]

Builds the bundles and runs every suite; a FILTER runs only the files whose path contains it.
The last line of the output is the sum: N passed, N failed (, N skipped).
`;

async function main(filters: readonly string[]): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), "weir-test-"));
  const file = join(dir, "report.json");
  try {
    const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
    const args = [vitest, "run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`, ...filters];
    const child = spawn(process.execPath, args, { stdio: "inherit" });
    const [code] = (await once(child, "exit")) as [number | null];
    return close(JSON.parse(await readFile(file, "utf8")) as Report, code ?? 1);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** A file that cannot even be loaded has no failed test of its own, so it counts as one. */
function close(report: Report, code: number): number {
  const { numPassedTests, numPendingTests, numTodoTests, numFailedTestSuites } = report;
  const failed = Math.max(report.numFailedTests, code === 0 ? 0 : Math.max(1, numFailedTestSuites));
  const skipped = numPendingTests + numTodoTests;
  process.stdout.write(`\n${numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
  return failed > 0 || numPassedTests === 0 ? 1 : 0;
}

const filters = process.argv.slice(2);
if (filters.includes("--help")) process.stdout.write(help);
else process.exitCode = await main(filters);
