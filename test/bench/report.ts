import type { Estimate } from "./statistics.ts";

/** Lines of a table, columns as wide as their widest cell; the first column is flush left, the others right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => [...(row[column] ?? "")].length)));
  const line = (row: readonly string[]) =>
    widths
      .map((width, column) => pad(row[column] ?? "", width, column === 0))
      .join("  ")
      .trimEnd();
  return `${[line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n")}\n`;
}

function pad(text: string, width: number, left: boolean): string {
  const blank = " ".repeat(width - [...text].length);
  return left ? text + blank : blank + text;
}

/** A ratio with its interval, such as `1.31x [1.28, 1.35]`. */
export function ratioText({ median, low, high }: Estimate): string {
  return `${median.toFixed(2)}x [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}

/** Shows how far a run is: one line that is rewritten on a terminal, a line every tenth elsewhere. */
export function progress(what: string, done: number, total: number): void {
  if (process.stderr.isTTY) {
    process.stderr.write(`\r${what} ${done}/${total}${done === total ? "\n" : ""}`);
    return;
  }
  const tenth = Math.max(1, Math.floor(total / 10));
  if (done % tenth === 0 || done === total) process.stderr.write(`${what} ${done}/${total}\n`);
}
