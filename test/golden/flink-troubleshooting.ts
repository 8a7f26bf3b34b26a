import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./kustomization.ts";

/** The page of the guide's cases, relative to the project's root. */
export const page = "docs/guides/flink-troubleshooting.md";

/** A command of the page, in words as a shell has them. */
export interface Command {
  readonly line: string;
  readonly words: readonly string[];
  /** Whether it asks something of pods that run, which only a whole cluster has. */
  readonly needsPods: boolean;
}

/** The commands of the page, in its order. */
export function readCommands(): Command[] {
  const text = readFileSync(join(projectRoot, page), "utf8");
  const blocks = [...text.matchAll(/```sh\n([^`]*)```/g)].map(([, block = ""]) => block.trim());
  return blocks.flatMap((block) => block.split("\n")).map(toCommand);
}

function toCommand(line: string): Command {
  const words = [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ""));
  return { line, words, needsPods: ["exec", "port-forward"].includes(words[1] ?? "") };
}
