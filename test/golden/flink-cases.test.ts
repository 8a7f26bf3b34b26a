import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTestFiles } from "../../crds/requirements/test-files.ts";
import { applicationSteps } from "../platform/real/node/flink/application.ts";
import { misfortunes } from "../platform/real/node/flink/misfortune.ts";
import { sessionSteps } from "../platform/real/node/flink/session.ts";
import { titlesIn } from "./compatibility-page.ts";
import { projectRoot } from "./kustomization.ts";
import { missingOf, type NamedTest, rowsBelow, testsNamedIn } from "./page-tables.ts";

const folder = "test/platform/real/node/flink/";
const sources = readTestFiles(projectRoot);
const titlesOf = titlesIn(sources);

/** Cases B to F of the reference (8.1). */
const cases = Array.from({ length: 35 }, (_, index) => `8.1/${index + 16}`);

const page = readFileSync(join(projectRoot, "docs/flink-cases.md"), "utf8");
const rows = rowsBelow(page, ["case", "what", "on real Flink", "in"]).map(([id = "", , shown = "", where = ""]) => ({
  id,
  tests: testsNamedIn(shown, "docs"),
  marked: new Set([...shown.matchAll(/\[([^\]]+)\]\([^)]+\) †/g)].map(([, title]) => title ?? "")),
  where,
}));

const idsOf = (title: string): string[] => title.match(/8\.1\/\d+/g) ?? [];

describe("the page of cases on real Flink", () => {
  it("has a row for each case of creation, upgrade, snapshots, trouble and deletion", () => {
    expect(cases.filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it("names tests that are there, run real Flink and say the case", () => {
    const tests = rows.flatMap((row) => row.tests);
    expect(missingOf(tests, titlesOf)).toEqual([]);
    const strangers = rows.flatMap(({ id, tests: named }) =>
      named.filter(({ title, file }) => !file.startsWith(folder) || !idsOf(title).includes(id)),
    );
    expect(strangers).toEqual([]);
  });

  it("names each test on real Flink that says a case", () => {
    const files = [...sources.keys()].filter((file) => file.startsWith(folder));
    const said = files.flatMap((file) =>
      [...(titlesOf(file) ?? [])].flatMap((title) => idsOf(title).map((id) => ({ id, title }))),
    );
    const listed = new Set(rows.flatMap(({ id, tests }) => tests.map(({ title }) => `${id} ${title}`)));
    expect(said.map(({ id, title }) => `${id} ${title}`).filter((one) => !listed.has(one))).toEqual([]);
    expect(said.length).toBeGreaterThan(cases.length);
  });

  it("says of each where it is run, or that it is not", () => {
    const words = new Set(["each run", "the whole run", "not yet"]);
    expect(rows.filter(({ where }) => !words.has(where)).map(({ id }) => id)).toEqual([]);
    expect(rows.filter(({ tests, where }) => (tests.length === 0) !== (where === "not yet"))).toEqual([]);
  });
});

describe("the cases on the real API server", () => {
  /** Cases A and G of the reference (8.1), but for the one that needs Flink. */
  const ofApi = [...Array.from({ length: 15 }, (_, index) => index + 1), 51, 52, 53, 55].map(
    (number) => `8.1/${number}`,
  );
  const listed = rowsBelow(page, ["case", "what", "on the real API server"]).map(([id = "", , shown = ""]) => ({
    id,
    tests: testsNamedIn(shown, "docs"),
  }));

  it("have a row each, with tests that are there and run it", () => {
    expect(listed.map(({ id }) => id)).toEqual(ofApi);
    expect(listed.filter(({ tests }) => tests.length === 0)).toEqual([]);
    const tests = listed.flatMap((row) => row.tests);
    expect(missingOf(tests, titlesOf)).toEqual([]);
    const isApi = (file: string) => file.startsWith("test/platform/real/") && !file.startsWith(folder);
    expect(tests.filter(({ file }) => !isApi(file))).toEqual([]);
  });

  it("are listed with each test there that says one", () => {
    const files = [...sources.keys()].filter(
      (file) => file.startsWith("test/platform/real/") && !file.startsWith(folder),
    );
    const said = files.flatMap((file) =>
      [...(titlesOf(file) ?? [])].flatMap((title) => idsOf(title).map((id) => `${id} ${title}`)),
    );
    const named = new Set(listed.flatMap(({ id, tests }) => tests.map(({ title }) => `${id} ${title}`)));
    expect(said.filter((one) => !named.has(one))).toEqual([]);
    expect(said.length).toBeGreaterThan(4);
  });
});

describe("the cases on the simulator", () => {
  const simulated = [...sources]
    .filter(([file]) => /^test\/(simulation\/flink|table)\//.test(file))
    .map(([, text]) => text);

  it.each(["8.1/15", ...cases, "8.1/52", "8.1/53", "8.1/54", "8.1/55"])("%s is said by a story or a row", (id) => {
    expect(simulated.some((text) => new RegExp(`${id}\\b`).test(text))).toBe(true);
  });
});

describe("what each run plays", () => {
  const steps = [
    ...(["native", "standalone"] as const).flatMap((mode) => applicationSteps(mode)),
    ...[...misfortunes({ isWhole: false }), ...sessionSteps()],
  ];
  const titles = new Set(steps.map(({ name }) => name));
  const isEach = ({ title, file }: NamedTest) => titles.has(title) || file.endsWith("/flink.test.ts");

  it("is told apart from what the whole run alone plays, which is marked", () => {
    const wrong = rows.flatMap(({ id, tests, marked }) =>
      tests.filter((test) => isEach(test) === marked.has(test.title)).map(({ title }) => `${id}: ${title}`),
    );
    expect(wrong).toEqual([]);
    expect(rows.filter(({ marked }) => marked.size > 0).length).toBeGreaterThan(5);
  });

  it("is where a row says so, and some test of it is not marked", () => {
    const wrong = rows.filter(({ tests, where }) => tests.some(isEach) !== (where === "each run"));
    expect(wrong.map(({ id, where }) => `${id}: ${where}`)).toEqual([]);
  });

  it("has every case but these", () => {
    expect(rows.filter(({ where }) => where !== "each run").map(({ id }) => id)).toEqual([
      "8.1/26",
      "8.1/28",
      "8.1/46",
    ]);
  });
});
