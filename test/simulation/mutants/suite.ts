import { fork } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bundle-search.ts";
import type { Defect } from "./mutant.ts";
import { mutate } from "./mutate.ts";

/** What a suite of pure code needs of the project. */
const needed = ["functions", "shared", "simulators", "examples", "test", "package.json", "vitest.config.ts"];

/** What became of a test file. */
export interface Verdict {
  readonly suite: string;
  readonly passed: number;
  /** Names of the tests that assert what is not so. */
  readonly refuted: readonly string[];
  /** Whatever else went wrong: a file that does not load, a test that throws or does not end. */
  readonly errors: readonly string[];
}

/** Runs test files over a copy of the source, with the defect in it or without any; rejects where vitest itself fails. */
export async function runSuites(
  suites: readonly string[],
  defect: Defect | undefined,
  folder: string,
): Promise<readonly Verdict[]> {
  for (const name of needed) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  if (defect !== undefined) {
    const path = join(folder, defect.file);
    writeFileSync(path, mutate(readFileSync(path, "utf8"), defect));
  }
  const child = fork(join(import.meta.dirname, "suite-worker.ts"), suites, { cwd: folder, silent: true });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (said += String(text)));
  return new Promise((resolve, reject) => {
    child.once("message", (verdicts) => resolve(verdicts as Verdict[]));
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`vitest ended with ${code} and no verdict: ${said}`)));
  });
}
