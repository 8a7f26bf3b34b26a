import { describe, expect, it } from "vitest";
import { scenariosOf } from "../../../lab/autoscaler/experiment/sets.ts";
import { readFlags } from "../../../lab/autoscaler/flags.ts";
import { plotRuns } from "../../../lab/autoscaler/report/plots.ts";
import type { Result } from "../../../lab/autoscaler/report/result.ts";
import { compareScores, type Setting, searchCoordinates } from "../../../lab/autoscaler/search/coordinate-search.ts";
import { scoreOf } from "../../../lab/autoscaler/search/score.ts";
import { spaces } from "../../../lab/autoscaler/search/spaces.ts";

const choices = [
  { name: "a", values: [0, 1, 2, 3] },
  { name: "b", values: [0, 1, 2, 3] },
];

describe("a search for parameters", () => {
  it("changes one after the other, and scores none twice", async () => {
    const scored: Setting<number>[] = [];
    const tried = await searchCoordinates(
      { a: 0, b: 0 },
      choices,
      async (setting) => {
        scored.push(setting);
        const [a = 0, b = 0] = [setting.a, setting.b];
        return { missed: 0, regret: (a - 2) ** 2 + (b - 1) ** 2 };
      },
      5,
    );
    expect(tried[0]?.setting).toEqual({ a: 2, b: 1 });
    expect(new Set(scored.map((one) => JSON.stringify(one))).size).toBe(scored.length);
  });

  it("ends after its rounds, also where more would help", async () => {
    const score = async ({ a = 0, b = 0 }: Setting<number>) => ({ missed: 0, regret: Math.abs(a - b) * 10 - a - b });
    const tried = await searchCoordinates({ a: 0, b: 0 }, choices, score, 0);
    expect(tried).toHaveLength(1);
  });

  it("a goal that is missed is worse than any regret", () => {
    expect(compareScores({ missed: 1, regret: 0 }, { missed: 0, regret: 99 })).toBeGreaterThan(0);
    expect(compareScores({ missed: 1, regret: 1 }, { missed: 1, regret: 2 })).toBeLessThan(0);
  });

  it("is on the training set, whatever set is named", () => {
    const plan = readFlags(["--search", "improved", "--set", "test"]);
    expect(plan).toMatchObject({ set: "training", search: "improved" });
    expect(plan).toHaveProperty(
      "scenarios",
      expect.arrayContaining([expect.objectContaining({ name: "step ×5, mapper" })]),
    );
  });

  it.each(Object.entries(spaces))(
    "what is tried for %s is a parameter that it has",
    (_, { first, choices: of, make }) => {
      expect(of.map(({ name }) => name).filter((name) => first[name] === undefined)).toEqual([]);
      expect(make(first).name).toMatch(/compat|improved/);
    },
  );
});

describe("the score of a controller", () => {
  const [scenario] = scenariosOf("training");
  if (scenario === undefined) throw new Error("no scenario");
  const nothing = {
    rescales: 0,
    rescalesAfter: 0,
    reversals: 0,
    settled: 3,
    late: 0.01,
    below: 0,
    worstLag: 0,
    cost: 1.2,
  };
  const results = (late: number): readonly Result[] => [
    { scenario, controller: "mine", seed: 1, measures: { ...nothing, late } },
    { scenario, controller: "other", seed: 1, measures: { ...nothing, late: 1 } },
  ];

  it.each([
    { late: 0.01, missed: 0, regret: 1.3 },
    { late: 0.05, missed: 1, regret: 1.7 },
  ])("late for $late of the time", ({ late, missed, regret }) => {
    expect(scoreOf(results(late), "mine")).toEqual({ missed, regret: expect.closeTo(regret) });
  });
});

describe("a plot of runs", () => {
  it("has the load once, a line and marks for each controller, and the oracle", () => {
    const [scenario] = scenariosOf("training");
    if (scenario === undefined) throw new Error("no scenario");
    const moments = [0, 5].map((at) => ({ at, rate: 10, lag: 20, tasks: 3, needed: 2, isBelow: false }));
    const run = { moments, rescales: [{ at: 5, endedAt: 6, from: [1, 2], to: [2, 3] }] };
    const plot = plotRuns(scenario, [
      { controller: "a", run },
      { controller: "b", run },
    ]);
    expect(plot.panels.map(({ lines }) => lines.map(({ name }) => name))).toEqual([
      [""],
      ["a", "b"],
      ["a", "b", "what the oracle would give"],
    ]);
    expect(plot.panels[1]?.lines[0]?.points[0]).toEqual({ at: 0, value: 2 });
    expect(plot.marks.map(({ line, text }) => [line, text])).toEqual([
      [0, "3 → 5"],
      [1, "3 → 5"],
    ]);
  });
});
