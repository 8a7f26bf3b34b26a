import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolders } from "../../temporary-folders.ts";
import { bundleSearch, entryOf, root } from "./bundle-search.ts";
import { readKills } from "./kills.ts";
import { mutants } from "./mutants.ts";
import { mutate } from "./mutate.ts";
import { makePage, pagePath } from "./page.ts";
import { searchIn } from "./search.ts";
import { runSuite } from "./suite.ts";

const makeFolder = temporaryFolders();
const kills = readKills();
const played = mutants.filter(({ suite }) => suite === undefined);
const tested = mutants.filter(({ suite }) => suite !== undefined);

describe("a defect in the source", () => {
  it.each(mutants)("$name has its place, once", (mutant) => {
    const text = readFileSync(join(root, mutant.file), "utf8");
    expect(mutate(text, mutant)).not.toBe(text);
  });

  it("is listed in the page that people read", () => {
    expect(readFileSync(pagePath, "utf8")).toBe(makePage(mutants, kills));
  });

  it.each(played)("$name is seen by the search ($killedBy)", async (mutant) => {
    const bundle = await bundleSearch(mutant, entryOf(mutant));
    const seeds = Object.entries(kills).flatMap(([name, { seed }]) => (name === mutant.name ? [seed] : []));
    const { killedBy, stories } = mutant;
    const found = await searchIn(bundle, { seeds, from: 1, killedBy, stories, cpuSeconds: 60 });
    expect(found.violation).toBeDefined();
  });

  it.each(tested)("$name fails $suite, as no schedule shows it ($killedBy)", async (mutant) => {
    const { code, output } = await runSuite(mutant.suite ?? "", mutant, makeFolder("mutant"));
    expect([code, output]).toEqual([1, expect.stringContaining("FAIL")]);
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
