import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vitest/node";
import { childrenOf, type Node } from "../../crds/requirements/syntax.ts";

/** A regular expression as it is written in a source file. */
export interface PatternLiteral {
  /** Relative to the project's root. */
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** What ends up in the functions. */
export const productFolders = ["shared", "functions"] as const;

/** Every regular expression of the product, and the files that make one from text. */
export function readPatterns(root: string): {
  readonly literals: readonly PatternLiteral[];
  readonly made: readonly string[];
} {
  const files = productFolders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => join(folder, path)),
  );
  const trees = files.sort().map((file) => {
    const tree = parseAst(readFileSync(join(root, file), "utf8"), { lang: "ts" }, file);
    return { file, nodes: everyNode(tree as unknown as Node) };
  });
  return {
    literals: trees.flatMap(({ file, nodes }) =>
      nodes.flatMap((node) => patternOf(node).map((one) => ({ file, ...one }))),
    ),
    made: trees.filter(({ nodes }) => nodes.some(isMaker)).map(({ file }) => file),
  };
}

function everyNode(node: Node): Node[] {
  return [node, ...childrenOf(node).flatMap(everyNode)];
}

function patternOf({ type, regex }: Node): Omit<PatternLiteral, "file">[] {
  if (type !== "Literal" || typeof regex !== "object" || regex === null) return [];
  const { pattern: source, flags } = regex as { pattern: string; flags: string };
  return [{ source, flags }];
}

function isMaker({ type, callee }: Node): boolean {
  return /^(New|Call)Expression$/.test(type) && (callee as Node | undefined)?.name === "RegExp";
}
