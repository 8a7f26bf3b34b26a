import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { mutants as overSockets } from "../../platform/search/mutants.ts";
import { bundleSearch, entryOf, root } from "./bundle-search.ts";
import { readKills } from "./kills.ts";
import { mutants } from "./mutants.ts";
import { mutate } from "./mutate.ts";
import { makePage, pagePath } from "./page.ts";
import { searchIn } from "./search.ts";
import { openSuites } from "./suite.ts";

const suiteRunner = openSuites();
afterAll(() => suiteRunner.close());
const kills = readKills();
const played = mutants.filter(({ suite }) => suite === undefined);
const tested = mutants.filter(({ suite }) => suite !== undefined);

describe("a defect in the source", () => {
  it.each([...mutants, ...overSockets])("$name has its place, once", (mutant) => {
    const text = readFileSync(join(root, mutant.file), "utf8");
    expect(mutate(text, mutant)).not.toBe(text);
  });

  it("is listed in the page that people read", () => {
    expect(readFileSync(pagePath, "utf8")).toBe(makePage(mutants, kills));
  });

  it.each(played)("$name is seen by the search where the page says ($killedBy)", async ({ name, ...mutant }) => {
    const bundle = await bundleSearch({ name, ...mutant }, entryOf(mutant));
    const seeds = Object.entries(kills).flatMap(([of, { seed }]) => (of === name ? [seed] : []));
    const { violation } = await searchIn(bundle, { seeds, from: undefined, killedBy: mutant.killedBy, cpuSeconds: 60 });
    const way = `to look for it from seed 1 on: node test/simulation/mutants/index.ts --only ${name} --write`;
    expect(violation, way).toBeDefined();
  });

  it.each(tested)("$name is seen by $suite, as no schedule shows it ($killedBy)", async (mutant) => {
    const [verdict] = await suiteRunner.run({ suites: [mutant.suite ?? ""], defect: mutant });
    expect(verdict?.refuted, verdict?.errors.join("\n")).not.toEqual([]);
  });

  it("is what fails: the same suites pass over the source as it is", async () => {
    const suites = [...new Set(tested.map(({ suite }) => suite ?? ""))].sort();
    const verdicts = await suiteRunner.run({ suites, defect: undefined });
    expect(verdicts.map(({ suite }) => suite).sort()).toEqual(suites);
    expect(
      verdicts.filter(({ passed, refuted, errors }) => passed === 0 || refuted.length + errors.length > 0),
    ).toEqual([]);
  });

  it.each([
    { what: "seeds", entry: "search-worker.ts", type: "number" },
    { what: "stories", entry: "story-worker.ts", type: "string" },
  ])("is what breaks: the same $what break nothing in the source as it is", async ({ entry, type }) => {
    const bundle = await bundleSearch(undefined, entry);
    const seeds = Object.values(kills).flatMap(({ seed }) => (typeof seed === type ? [seed] : []));
    const { violation } = await searchIn(bundle, { seeds, from: undefined, killedBy: [], cpuSeconds: 60 });
    expect(violation).toBeUndefined();
  });
});
