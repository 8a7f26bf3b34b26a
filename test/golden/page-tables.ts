import { join, normalize } from "node:path";

/** A test by its title, and its file relative to the project's root. */
export interface NamedTest {
  readonly title: string;
  readonly file: string;
}

/** The rows of every table of a Markdown page that has just these columns, as the texts of their cells. */
export function rowsBelow(page: string, columns: readonly string[]): string[][] {
  const head = `| ${columns.join(" | ")} |\n|${" --- |".repeat(columns.length)}\n`;
  return page
    .split(head)
    .slice(1)
    .flatMap((text) => {
      const rows = text.split("\n\n")[0]?.split("\n") ?? [];
      return rows.filter((row) => row.startsWith("|")).map((row) => cellsOf(row, columns.length));
    });
}

function cellsOf(row: string, count: number): string[] {
  const cells = row
    .replaceAll("\\|", "\u0000")
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("\u0000", "|"));
  if (cells.length > count) throw new Error(`not ${count} cells: ${row}`);
  return cells;
}

/** The tests that a cell links to by their titles, in a page of this folder. */
export function testsNamedIn(cell: string, folder: string): NamedTest[] {
  const links = [...cell.matchAll(/\[((?:\\.|[^\]\\])+)\]\(([^)]+)\)/g)];
  return links.map(([, title = "", target = ""]) => ({
    title: title.replaceAll(/\\(.)/g, "$1"),
    file: normalize(join(folder, target)),
  }));
}

/** What is wrong with tests that a page names, one line each. `titlesOf` is undefined for what is no test. */
export function missingOf(
  tests: readonly NamedTest[],
  titlesOf: (file: string) => ReadonlySet<string> | undefined,
): string[] {
  return tests.flatMap(({ title, file }) => {
    const titles = titlesOf(file);
    if (titles === undefined) return [`${file} is no test`];
    return titles.has(title) ? [] : [`${file} has no test "${title}"`];
  });
}
