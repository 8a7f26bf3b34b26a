import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** The source of a file below `test/`, by its path relative to the project's root. */
export type Sources = ReadonlyMap<string, string>;

/** The files below `test/` that a test runs: the tests themselves and what they import, in the order of their paths. */
export function readTestFiles(root: string): Sources {
  const paths = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => join("test", path))
    .sort();
  const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
  const run = reachable(sources);
  return new Map([...sources].filter(([path]) => run.has(path)));
}

function reachable(sources: Sources): Set<string> {
  const open = [...sources.keys()].filter((path) => path.endsWith(".test.ts"));
  const seen = new Set(open);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const next of importsOf(path, sources.get(path) ?? "")) {
      if (seen.has(next) || !sources.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  return seen;
}

function importsOf(path: string, source: string): string[] {
  const specifiers = source.matchAll(/^(?:\} from|import .*? from|export .*? from|import) "(\.[^"]+\.ts)"/gm);
  return [...specifiers].map(([, specifier = ""]) => relative("", join(dirname(path), specifier)));
}
