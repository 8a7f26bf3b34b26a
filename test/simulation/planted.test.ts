import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { temporaryFolders } from "../temporary-folders.ts";
import type * as cases from "./command/case.ts";
import { bundleSearch } from "./mutants/bundle-search.ts";
import { mutants } from "./mutants/mutants.ts";
import type { Schedule } from "./schedule.ts";
import { peaceful } from "./settings.ts";

const makeFolder = temporaryFolders();

/** Whoever comes after a crash does not look whether the savepoint was taken. */
const planted = mutants.find(({ name }) => name === "no-look-up");

/** A savepoint is asked for while the job runs, among other things, in a world in which nothing but crashes happens. */
function crashing(seed: number): Schedule {
  return {
    seed,
    setting: { ...peaceful, tickMs: 15_000, leases: true },
    deeds: [
      { at: 0, deed: "apply" },
      { at: 500, deed: "run" },
      { at: 4_000, deed: "pause" },
      { at: 6_000, deed: "resume" },
      { at: 10_000, deed: "askSavepoint" },
    ],
    faults: {
      swarm: [
        ["crash after", 0.1],
        ["crash on answer", 0.1],
      ],
    },
    calmAt: 20_000,
    quietTicks: 1,
  };
}

describe("a planted defect", () => {
  it("is found, shrunk and told: who crashed when, and what happened twice (S2)", async () => {
    const file = join(makeFolder("planted"), "case.mjs");
    writeFileSync(file, await bundleSearch(planted, "../command/case.ts"));
    const { playGuarded, caseOf } = (await import(pathToFileURL(file).href)) as typeof cases;
    const isFound = async (seed: number) =>
      (await playGuarded(crashing(seed))).violations.some((one) => one.startsWith("S2:"));
    let seed = 1;
    while (seed < 300 && !(await isFound(seed))) seed += 1;
    const lines = await caseOf(crashing(seed), "S2", makeFolder("cases"));
    const text = lines.join("\n");
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(text).toMatch(/POST savepoints {2}✗ crash/);
    const [mark] = /savepoint \S+ was taken twice/.exec(text) ?? [];
    expect(lines.filter((line) => line.endsWith(`  ${mark?.replace("was taken twice", "is taken")}`))).toHaveLength(2);
    expect(lines.at(-3)).toContain(`S2: ${mark}`);
    expect(lines.at(-2)).toContain("npm run simulate -- --schedule");
  });
});
