import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sections } from "../docs/requirements/all.ts";
import { kinds } from "../shared/kinds/index.ts";
import { makeAll } from "./chart/files.ts";
import { findDrift } from "./drift.ts";
import { lint } from "./lint.ts";
import { makeRequirementsPage } from "./reference/requirements.ts";
import { findEvidence } from "./requirements/find-evidence.ts";
import { findingsOf } from "./requirements/findings.ts";

const root = join(import.meta.dirname, "..");
refuse("The kinds give no sound CRDs:", kinds.flatMap(lint));
const evidence = findEvidence(root);
refuse("The tests do not show what docs/requirements asks for:", findingsOf(sections, evidence));

const outputs = [...makeAll(root, kinds), makeRequirementsPage(sections, evidence)];
const drift = findDrift(root, outputs);
if (process.argv.includes("--check")) check();
else write();

function refuse(about: string, findings: readonly string[]): void {
  if (findings.length === 0) return;
  console.error(`${about}\n${findings.map((one) => `  ${one}`).join("\n")}`);
  process.exit(1);
}

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
