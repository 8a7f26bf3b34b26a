import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTestFiles } from "../../crds/requirements/test-files.ts";
import { operatorPrefix } from "../../shared/flink/options/option.ts";
import { type OptionName, options } from "../../shared/flink/options/read-options.ts";
import { compatibilityPage, faultsOf, idleOptionsIn, openIn, pointsIn } from "./compatibility-page.ts";
import { projectRoot } from "./kustomization.ts";

const page = readFileSync(join(projectRoot, compatibilityPage), "utf8");
const points = pointsIn(page);
const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
const deviations = points.filter(({ id }) => id.startsWith("DV-")).length;

/** The points in which guide and Apache differ (5.6, of the autoscaler 3.2), what was settled, and the deviations from Apache, without a gap. */
const expected = [
  ...numbered("5.6/", 15),
  ...numbered("3.2/", 12),
  ...numbered("SP-", 13),
  ...numbered("DV-", deviations),
];

describe("the page of compatibility", () => {
  it("has a row for every point, and each names tests that are there or says not yet", () => {
    expect(faultsOf(points, expected, readTestFiles(projectRoot))).toEqual([]);
    expect(deviations).toBeGreaterThan(20);
  });

  it("has every line of its tables among the rows", () => {
    expect(points).toHaveLength(page.match(/^\| (?:5\.6\/|3\.2\/|SP-|DV-)/gm)?.length ?? 0);
  });

  it("lists at its top what is not there yet, and nothing else", () => {
    const open = points.filter(({ isOpen }) => isOpen).map(({ id }) => id);
    expect(openIn(page).sort()).toEqual(open.sort());
  });
});

describe("the options that the page says have no effect yet", () => {
  const sources = ["shared", "functions"]
    .flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
    )
    .filter((path) => path.endsWith(".ts") && !/^shared\/flink\/(options|rules)\/|configuration-rules\.ts$/.test(path))
    .map((path) => readFileSync(join(projectRoot, path), "utf8"))
    .join("\n");
  const names = Object.keys(options) as OptionName[];
  const keyOf = (name: OptionName) => options[name].key.slice(operatorPrefix.length);
  const listed = idleOptionsIn(page);

  it("are all that nothing but admission mentions", () => {
    const idle = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources)).map(keyOf);
    expect(idle.filter((key) => !listed.includes(key))).toEqual([]);
  });

  it("are options, and none that is read", () => {
    const read = names.filter((name) => new RegExp(`\\bvalues\\.${name}\\b`).test(sources)).map(keyOf);
    expect(listed.filter((key) => read.includes(key) || !names.some((name) => keyOf(name) === key))).toEqual([]);
  });
});

describe("a page of points", () => {
  const sources = new Map([["test/a.test.ts", 'it("does so", () => {}); const rows = [{ name: "a row" }];']]);
  const head = "| id | point | guide | Apache | Weir | shown by |\n| --- | --- | --- | --- | --- | --- |\n";
  const pageOf = (...rows: string[]) => `${head}${rows.join("\n")}\n\nMore.\n`;
  const row = (weir: string, shown: string, id = "A-1") => `| ${id} | p | g | a | ${weir} | ${shown} |`;
  const test = "[does so](../test/a.test.ts)";

  it.each([
    { name: "a title", rows: [row("w", test)], faults: [], why: "it is there" },
    { name: "a row", rows: [row("w", "[a row](../test/a.test.ts)")], faults: [], why: "a row is a test" },
    { name: "not yet", rows: [row("**Not yet:** later", "–")], faults: [], why: "nothing can be shown" },
    { name: "no point", rows: [], faults: ["A-1 has no row"], why: "a gap" },
    {
      name: "no test",
      rows: [row("w", "–")],
      faults: ['A-1 names no test, and does not say "not yet"'],
      why: "a promise",
    },
    { name: "nothing said", rows: [row("", test)], faults: ["A-1 does not say what Weir does"], why: "no answer" },
    {
      name: "another title",
      rows: [row("**Not yet:** later", "[does not](../test/a.test.ts)")],
      faults: ['A-1: test/a.test.ts has no test "does not"'],
      why: "renamed",
    },
    {
      name: "another file",
      rows: [row("w", "[does so](../test/b.test.ts)")],
      faults: ["A-1: test/b.test.ts is no test"],
      why: "moved",
    },
    {
      name: "a point twice",
      rows: [row("w", test), row("w", test)],
      faults: ["A-1 has two rows"],
      why: "which one holds?",
    },
    {
      name: "a stranger",
      rows: [row("w", test), row("w", test, "B-1")],
      faults: ["B-1 is no point that is known"],
      why: "a slip",
    },
  ])("with $name: $why", ({ rows, faults }) => {
    expect(faultsOf(pointsIn(pageOf(...rows)), ["A-1"], sources)).toEqual(faults);
  });
});
