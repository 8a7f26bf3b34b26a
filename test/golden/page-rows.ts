/** The rows of the first table of a page below a heading or line that begins so, cell by cell, without code marks around a cell. */
export function rowsBelow(page: string, start: string): string[][] {
  const below = page.split(`\n${start}`, 2)[1]?.split("\n") ?? [];
  const table = below.slice(below.findIndex((line) => line.startsWith("|")));
  const end = table.findIndex((line) => !line.startsWith("|"));
  const lines = table.slice(2, end === -1 ? table.length : end);
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split(" | ")
      .map((cell) => cell.trim().replace(/^`([^`]*)`$/, "$1")),
  );
}
