import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vitest/node";
import { testsIn } from "../../crds/requirements/evidence.ts";
import type { Node } from "../../crds/requirements/syntax.ts";
import { readTestFiles, type Sources } from "../../crds/requirements/test-files.ts";
import { missingOf, type NamedTest, rowsBelow, testsNamedIn } from "./page-tables.ts";

/** A row of one of the page's tables: what may happen, what is done about it, and the tests that it names. */
export interface Control {
  readonly threat: string;
  readonly control: string;
  readonly tests: readonly NamedTest[];
}

/** Where the threat model is, relative to the project's root. */
export const securityPage = "docs/security/README.md";

/** The rows of every table with the columns threat, control and shown by. */
export function controlsIn(page: string): Control[] {
  return rowsBelow(page, ["threat", "control", "shown by"]).map(([threat = "", control = "", shown = ""]) => ({
    threat,
    control,
    tests: testsNamedIn(shown, "docs/security"),
  }));
}

/** What is wrong with the controls, one line each: one that names no test, a test that is not there. */
export function faultsOf(controls: readonly Control[], sources: Sources): string[] {
  const known = new Map<string, ReadonlySet<string>>();
  const titlesOf = (file: string) => {
    const source = sources.get(file);
    if (source === undefined) return undefined;
    const titles = known.get(file) ?? new Set(testsIn(parseAst(source, { lang: "ts" }, file) as unknown as Node));
    known.set(file, titles);
    return titles;
  };
  return controls.flatMap(({ threat, control, tests }) => {
    if (threat === "" || control === "" || tests.length === 0) return [`"${control || threat}" names no test`];
    return missingOf(tests, titlesOf);
  });
}

/** The page's controls, and the sources of the tests below the root. */
export function readSecurity(root: string): { readonly page: string; readonly sources: Sources } {
  return { page: readFileSync(join(root, securityPage), "utf8"), sources: readTestFiles(root) };
}
