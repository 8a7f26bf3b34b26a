import { readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { parseAst } from "vitest/node";
import { testsIn } from "../../crds/requirements/evidence.ts";
import type { Node } from "../../crds/requirements/syntax.ts";
import { readTestFiles, type Sources } from "../../crds/requirements/test-files.ts";

/** A row of one of the page's tables: what may happen, what is done about it, and the tests that it names. */
export interface Control {
  readonly threat: string;
  readonly control: string;
  readonly tests: readonly NamedTest[];
}

/** A test by its title, and its file relative to the project's root. */
export interface NamedTest {
  readonly title: string;
  readonly file: string;
}

/** Where the threat model is, relative to the project's root. */
export const securityPage = "docs/security/README.md";

const head = "| threat | control | shown by |";

/** The rows of every table with the columns threat, control and shown by. */
export function controlsIn(page: string): Control[] {
  const tables = page.split(`${head}\n| --- | --- | --- |\n`).slice(1);
  return tables.flatMap((text) => {
    const rows = text.slice(0, text.indexOf("\n\n")).split("\n");
    return rows.filter((row) => row.startsWith("|")).map(toControl);
  });
}

function toControl(row: string): Control {
  const [threat = "", control = "", shown = "", ...more] = row
    .replaceAll("\\|", "\u0000")
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("\u0000", "|"));
  if (more.length > 0) throw new Error(`not three cells: ${row}`);
  const links = [...shown.matchAll(/\[((?:\\.|[^\]\\])+)\]\(([^)]+)\)/g)];
  const tests = links.map(([, title = "", target = ""]) => ({
    title: title.replaceAll(/\\(.)/g, "$1"),
    file: normalize(join("docs/security", target)),
  }));
  return { threat, control, tests };
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
    return tests.flatMap(({ title, file }) => {
      const titles = titlesOf(file);
      if (titles === undefined) return [`${file} is no test`];
      return titles.has(title) ? [] : [`${file} has no test "${title}"`];
    });
  });
}

/** The page's controls, and the sources of the tests below the root. */
export function readSecurity(root: string): { readonly page: string; readonly sources: Sources } {
  return { page: readFileSync(join(root, securityPage), "utf8"), sources: readTestFiles(root) };
}
