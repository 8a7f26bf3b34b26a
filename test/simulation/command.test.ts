import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../cli/usage-error.ts";
import { temporaryFolders } from "../temporary-folders.ts";
import { readFlags } from "./command/flags.ts";
import { readSchedule, saveSchedule } from "./command/schedule-file.ts";
import { lineOf } from "./command/screen.ts";
import { groupLines, summaryOf } from "./command/summary.ts";
import { Tally } from "./command/tally.ts";
import { reachablePairs } from "./faults.ts";
import { drawFlinkSchedule } from "./flink/search/schedule.ts";
import { regressions } from "./regressions/regressions.ts";
import { drawSchedule } from "./schedule.ts";

const makeFolder = temporaryFolders();

describe("the flags of npm run simulate", () => {
  it.each([
    {
      name: "a range",
      why: "both ends are the caller's",
      argv: ["--from", "5", "--seeds", "9", "--jobs", "3"],
      scope: { game: "vvp", from: 5, seeds: 9, jobs: 3, seconds: Number.POSITIVE_INFINITY },
    },
    {
      name: "a time alone",
      why: "as many seeds as there are",
      argv: ["--from", "0", "--seconds", "9", "--jobs", "1"],
      scope: { game: "vvp", from: 0, seeds: 2 ** 32, jobs: 1, seconds: 9 },
    },
    {
      name: "nothing but a start",
      why: "a thousand is a matter of seconds",
      argv: ["--from", "1", "--jobs", "1"],
      scope: { game: "vvp", from: 1, seeds: 1_000, jobs: 1, seconds: Number.POSITIVE_INFINITY },
    },
  ])("$name: $why", ({ argv, scope }) => {
    expect(readFlags(argv)).toEqual({ mode: "search", scope, onlyViolations: false, out: undefined });
  });

  it("without a start, chance picks one, a new one each time", () => {
    const starts = [1, 2, 3]
      .map(() => readFlags(["--jobs", "1"]))
      .map((flags) => flags.mode === "search" && flags.scope.from);
    expect(new Set(starts).size).toBe(3);
  });

  it.each([
    { name: "no number", argv: ["--seeds", "many"], says: "--seeds cannot be 'many'" },
    { name: "none at all", argv: ["--seeds", "0"], says: "from 1 to" },
    { name: "a number in words of computers", argv: ["--seeds", "1e3"], says: "--seeds cannot be '1e3'" },
    { name: "more seeds than there are", argv: ["--from", "4294967295", "--seeds", "2"], says: "from 1 to 1" },
    { name: "a flag that is none", argv: ["--sedes", "1"], says: "--sedes" },
    { name: "a word after flags", argv: ["--seeds", "1", "appmanager"], says: "appmanager" },
    { name: "a story of nothing", argv: ["--story"], says: "--story needs" },
    { name: "a seed in a search", argv: ["--seed", "1", "--jobs", "2"], says: "--jobs does not go with" },
    { name: "a kind that there is not", argv: ["--kind", "spark"], says: "vvp or flink" },
    { name: "a kind beside a schedule", argv: ["--kind", "flink", "--schedule", "a.json"], says: "--kind" },
    { name: "two schedules", argv: ["--seed", "1", "--schedule", "a.json"], says: "two schedules" },
  ])("$name is refused, and named", ({ argv, says }) => {
    expect(() => readFlags(argv)).toThrow(UsageError);
    expect(() => readFlags(argv)).toThrow(says);
  });
});

describe("what a search shows", () => {
  const scope = { game: "vvp", from: 7, seeds: 1_000, seconds: Number.POSITIVE_INFINITY, jobs: 2 } as const;

  it("bounds the rate by the rule of three where nothing is broken, and names the pairs that nothing met", () => {
    const tally = new Tally();
    tally.take({ count: 1_000, broken: [], met: reachablePairs.slice(1).map((pair) => [pair, 1] as const) });
    const text = summaryOf(tally, scope).join("\n");
    expect(text).toContain("1,000 schedules, the first of seed 7");
    expect(text).toContain("none; 0 in 1,000 bounds the rate at 0.3 % (95 %)");
    expect(text).toContain(`${reachablePairs.length - 1} of ${reachablePairs.length} pairs`);
    expect(text).toContain(`never     ${reachablePairs[0]}`);
  });

  it("groups what is broken by invariant, the seeds in their order", () => {
    const tally = new Tally();
    tally.take({ count: 20, broken: [{ seed: 9, violations: ["S2: a", "S2: b", "L1: c"] }], met: [] });
    tally.take({ count: 20, broken: [{ seed: 8, violations: ["S2: a"] }], met: [] });
    expect(groupLines(tally.groups())).toEqual(["S2: 2 seeds: 8, 9", "L1: 1 seed: 9"]);
    expect(groupLines(tally.groups(), 1)[0]).toBe("S2: 2 seeds: 8, … 1 more");
    expect(summaryOf(tally, scope).at(-1)).toContain("2 schedules, 5 %");
  });

  it("says how far it is", () => {
    const tally = new Tally();
    tally.take({ count: 500, broken: [{ seed: 9, violations: ["S2: a"] }], met: [] });
    expect(lineOf(tally, scope)).toMatch(
      /^\[#{12}\.{12}\] 500 schedules, .*\/s, 1 broken \(seed 9\), coverage 0\.0 %, \d+ s left$/,
    );
  });
});

describe("a schedule in a file", () => {
  it("is read as it was written, drawn or listed", async () => {
    const folder = makeFolder("schedules");
    const listed = { ...drawSchedule(2), faults: { listed: [[3, "lost"]] as const } };
    for (const schedule of [drawSchedule(1), listed, drawFlinkSchedule(1)]) {
      expect(await readSchedule(await saveSchedule(folder, "S2", schedule))).toEqual(schedule);
    }
  });

  it.each(regressions)("is read as it was written: the regression $name", async ({ schedule }) => {
    expect(await readSchedule(await saveSchedule(makeFolder("schedules"), "S2", schedule))).toEqual(schedule);
  });

  it.each([
    { name: "no JSON", text: "{", says: "is no JSON" },
    {
      name: "a fault that there is not",
      text: JSON.stringify({ ...drawSchedule(1), faults: { listed: [[1, "fire"]] } }),
      says: "faults",
    },
    {
      name: "a strength beyond all",
      text: JSON.stringify({ ...drawSchedule(1), faults: { listed: [[1, "late", 2]] } }),
      says: "faults",
    },
    {
      name: "a deed that there is not",
      text: JSON.stringify({ ...drawSchedule(1), deeds: [{ at: 0, deed: "toString" }] }),
      says: "deeds[0].deed",
    },
    { name: "a field that there is not", text: JSON.stringify({ ...drawSchedule(1), sede: 1 }), says: "sede" },
    {
      name: "ticks without time between them",
      text: JSON.stringify({ ...drawSchedule(1), setting: { ...drawSchedule(1).setting, tickMs: 0 } }),
      says: "setting.tickMs",
    },
  ])("$name is refused, and named", async ({ text, says }) => {
    const file = join(makeFolder("schedules"), "a.json");
    writeFileSync(file, text);
    await expect(readSchedule(file)).rejects.toThrow(UsageError);
    await expect(readSchedule(file)).rejects.toThrow(says);
  });

  it("that is not there is refused", async () => {
    await expect(readSchedule(join(makeFolder("schedules"), "none.json"))).rejects.toThrow(UsageError);
  });
});
