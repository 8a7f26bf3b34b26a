import { parseAst } from "vitest/node";
import { type Evidence, evidenceOf } from "./evidence.ts";
import { idsIn } from "./ids.ts";
import type { Node } from "./syntax.ts";
import { readTestFiles } from "./test-files.ts";

/** Everything that the tests below a root show, in the order of their paths and lines; nothing is run. */
export function findEvidence(root: string): Evidence[] {
  const files = [...readTestFiles(root)].filter(([, source]) => idsIn(source).length > 0);
  return files.flatMap(([file, source]) => evidenceOf(file, parseAst(source, { lang: "ts" }, file) as unknown as Node));
}
