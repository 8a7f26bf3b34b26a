import { spawn } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bundle-search.ts";
import type { Mutant } from "./mutant.ts";
import { mutate } from "./mutate.ts";

/** What a suite of pure code needs of the project. */
const needed = ["functions", "shared", "simulators", "examples", "test", "package.json", "vitest.config.ts"];

/** Runs one test file over a copy of the source, with the defect in it or without any; gives its exit code and words. */
export async function runSuite(
  suite: string,
  mutant: Mutant | undefined,
  folder: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  for (const name of needed) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  if (mutant !== undefined) {
    const path = join(folder, mutant.file);
    writeFileSync(path, mutate(readFileSync(path, "utf8"), mutant));
  }
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", "--project", "pure", suite], { cwd: folder });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}
