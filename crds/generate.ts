import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { kinds } from "../shared/kinds/index.ts";
import { findDrift } from "./drift.ts";
import { lint } from "./lint.ts";
import { makeOutputs } from "./outputs.ts";

const root = join(import.meta.dirname, "..");
const findings = kinds.flatMap(lint);
if (findings.length > 0) {
  console.error(`The kinds give no sound CRDs:\n${findings.map((one) => `  ${one}`).join("\n")}`);
  process.exit(1);
}

const outputs = makeOutputs(kinds);
const drift = findDrift(root, outputs);
if (process.argv.includes("--check")) check();
else write();

function check(): void {
  if (drift.length === 0) {
    console.log(`${outputs.length} generated files are as the kinds say.`);
    return;
  }
  const lines = drift.map(({ path, state }) => `  ${state.padEnd(8)} ${path}`).join("\n");
  console.error(`Generated files differ from the kinds:\n${lines}\nRun "npm run gen" and commit the result.`);
  process.exitCode = 1;
}

function write(): void {
  const contents = new Map(outputs.map(({ path, content }) => [path, content]));
  for (const { path } of drift) {
    const content = contents.get(path);
    if (content === undefined) rmSync(join(root, path));
    else {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    console.log(`${content === undefined ? "removed" : "wrote"} ${path}`);
  }
  console.log(`${outputs.length} generated files, ${drift.length} changed.`);
}
