import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import type { Mutant } from "./mutant.ts";
import { mutate } from "./mutate.ts";

/** The root of the project. */
export const root = join(import.meta.dirname, "../../..");

/** The path of a file from there, as a defect names it. */
export function pathFromRoot(file: string): string {
  return relative(root, file).split(sep).join("/");
}

/** Where a defect is looked for: the entry of the bundle. */
export function entryOf({ stories }: Pick<Mutant, "stories">): string {
  return stories === undefined ? "search-worker.ts" : "story-worker.ts";
}

/** The simulator with the code that it drives, and one defect in that, as one module; the entry is a path from here. */
export async function bundleSearch(mutant: Mutant | undefined, entry = "search-worker.ts"): Promise<string> {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [join(import.meta.dirname, entry)],
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    plugins: [seeded(mutant)],
    logLevel: "silent",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire("file:///");' },
  });
  return outputFiles.map(({ text }) => text).join("");
}

/** Files say where they are, not where the bundle is; the one of the mutant says what it wants. */
function seeded(mutant: Mutant | undefined): esbuild.Plugin {
  return {
    name: "seeded-defect",
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, "utf8").replaceAll("import.meta.url", `"${pathToFileURL(path).href}"`);
        const isSeeded = mutant !== undefined && pathFromRoot(path) === mutant.file;
        return { contents: isSeeded ? mutate(text, mutant) : text, loader: "ts" };
      });
    },
  };
}
