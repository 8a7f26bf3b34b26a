import { type GeneratedFile, header } from "../manifest.ts";

/** A generated page of `docs/reference/`. */
export function makePage(name: string, title: string, parts: readonly string[]): GeneratedFile {
  const content = [`<!-- ${header} -->`, `# ${title}`, ...parts].join("\n\n");
  return { path: `docs/reference/${name}.md`, content: `${content}\n` };
}

/** A table; cells are text, whose `|` and line breaks are escaped. */
export function makeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows.map((row) => row.map(escapeCell))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Text as code; empty text stays empty. */
export function code(text: string): string {
  return text === "" ? "" : `\`${text}\``;
}

function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
