import { parseAst } from "vitest/node";
import { testsIn } from "../../crds/requirements/evidence.ts";
import { childrenOf, type Node, propertyOf, textOf } from "../../crds/requirements/syntax.ts";
import type { Sources } from "../../crds/requirements/test-files.ts";
import { flows } from "../simulation/flink/flows.ts";
import { ruledKinds } from "../table/flink/rows/all.ts";
import { missingOf, type NamedTest, rowsBelow, testsNamedIn } from "./page-tables.ts";

/** A row of the page: a point in which guide, Apache's operator and Weir may differ, and what shows Weir's way. */
export interface Point {
  readonly id: string;
  /** What Weir does. */
  readonly weir: string;
  readonly tests: readonly NamedTest[];
  readonly isOpen: boolean;
}

/** Where the page is, relative to the project's root. */
export const compatibilityPage = "docs/compatibility.md";

const open = "**Not yet:**";

/** The rows of all tables of the page. */
export function pointsIn(page: string): Point[] {
  return rowsBelow(page, ["id", "point", "guide", "Apache", "Weir", "shown by"]).map((cells) => {
    const [id = "", , , , weir = "", shown = ""] = cells;
    return { id, weir, tests: testsNamedIn(shown, "docs"), isOpen: weir.includes(open) };
  });
}

/** What is wrong with the points, one line each; `expected` are the ids that must be there. */
export function faultsOf(points: readonly Point[], expected: readonly string[], sources: Sources): string[] {
  const ids = points.map(({ id }) => id);
  const titlesOf = titlesIn(sources);
  return [
    ...expected.filter((id) => !ids.includes(id)).map((id) => `${id} has no row`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} has two rows`),
    ...ids.filter((id) => !expected.includes(id)).map((id) => `${id} is no point that is known`),
    ...points.flatMap(({ id, weir, tests, isOpen }) => {
      if (weir === "") return [`${id} does not say what Weir does`];
      if (tests.length === 0 && !isOpen) return [`${id} names no test, and does not say "not yet"`];
      return missingOf(tests, titlesOf).map((fault) => `${id}: ${fault}`);
    }),
  ];
}

/** The ids that the page lists as not there yet, in its order. */
export function openIn(page: string): string[] {
  const section = page.split("\n## Not yet\n")[1]?.split("\n## ")[0] ?? "";
  return [...section.matchAll(/^- \*\*([^*]+)\*\*/gm)].map(([, id = ""]) => id);
}

/** The options that the page lists as without effect, by their keys without the operator's prefix. */
export function idleOptionsIn(page: string): string[] {
  const paragraph = /^Options that are read and have no effect yet(.*?)\n\n/ms.exec(page)?.[1] ?? "";
  return [...paragraph.matchAll(/`([a-z][\w.-]*\w)`/g)].map(([, key = ""]) => key);
}

/** The titles of a file: tests, groups, and rows by their names; of the rules' test as rule and name; undefined for no test. */
export function titlesIn(sources: Sources): (file: string) => ReadonlySet<string> | undefined {
  const known = new Map<string, ReadonlySet<string>>();
  return (file) => {
    const source = sources.get(file);
    if (source === undefined) return undefined;
    const titles = known.get(file) ?? new Set([...titlesOf(file, source), ...rowsOf(file)]);
    known.set(file, titles);
    return titles;
  };
}

function titlesOf(file: string, source: string): string[] {
  const program = parseAst(source, { lang: "ts" }, file) as unknown as Node;
  const namesBelow = (node: Node): string[] => {
    const name = textOf(propertyOf(node, "name"));
    return [...(name === undefined ? [] : [name]), ...childrenOf(node).flatMap(namesBelow)];
  };
  return [...testsIn(program), ...namesBelow(program)];
}

/** The rows of a test that keeps them in files of their own, in which they may move. */
function rowsOf(file: string): string[] {
  if (file === "test/simulation/flink/flows.test.ts") return flows.map(({ name }) => name);
  if (file !== "test/table/flink/rules.test.ts") return [];
  return ruledKinds.flatMap(({ rows }) => rows.map(({ rule, name }) => `${rule}, ${name}`));
}
