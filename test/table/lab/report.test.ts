import { describe, expect, it } from "vitest";
import { controllerKinds } from "../../../lab/autoscaler/controllers/kinds.ts";
import { scenariosOf } from "../../../lab/autoscaler/experiment/sets.ts";
import { readFlags } from "../../../lab/autoscaler/flags.ts";
import { lab } from "../../../lab/autoscaler/lab.ts";
import { goals, judge } from "../../../lab/autoscaler/report/goals.ts";
import type { Result } from "../../../lab/autoscaler/report/result.ts";
import { sumsOf } from "../../../lab/autoscaler/report/sums.ts";
import { makeTables } from "../../../lab/autoscaler/report/tables.ts";

const scenarios = scenariosOf("test");
const nothing = { rescales: 0, rescalesAfter: 0, reversals: 0, settled: 3, late: 0, below: 0, worstLag: 0, cost: 1 };

function result(name: string, controller: string, seed: number, measures: Partial<typeof nothing>): Result {
  const scenario = scenarios.find((one) => one.name === name);
  if (scenario === undefined) throw new Error(`no scenario ${name}`);
  return { scenario, controller, seed, measures: { ...nothing, ...measures } };
}

const goal = (name: string) => {
  const found = goals.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no goal ${name}`);
  return found;
};

describe("goals", () => {
  it("stand by the median over seeds of the scenario where that is worst", () => {
    const results = [
      ...[1, 2, 9].map((late, seed) => result("step ×8, mapper", "a", seed, { late: late / 100 })),
      ...[0, 4, 4].map((late, seed) => result("step ×8, join", "a", seed, { late: late / 100 })),
    ];
    expect(judge(goal("late after a step up"), results, "a")).toEqual({
      ...{ value: 0.04, worst: 0.09, scenario: "step ×8, join", isMet: false },
    });
  });

  it("a share of plain DS2 is one of the same seed", () => {
    const results = [1, 2, 3].flatMap((seed) => [
      result("Poisson, mapper", "a", seed, { rescales: 4 * seed }),
      result("Poisson, mapper", "plain DS2", seed, { rescales: 10 * seed }),
    ]);
    expect(judge(goal("rescales on traces, of those of plain DS2"), results, "a")).toMatchObject({
      value: 0.4,
      isMet: true,
    });
  });

  it("published series are judged apart from traces, by the same measure", () => {
    const results = [
      result("Daedalus' sine, word count", "a", 1, { rescales: 4 }),
      result("Daedalus' sine, word count", "plain DS2", 1, { rescales: 8 }),
    ];
    expect(judge(goal("rescales on Daedalus' series, of those of plain DS2"), results, "a")).toMatchObject({
      ...{ value: 0.5, isMet: false },
    });
    expect(judge(goal("rescales on traces, of those of plain DS2"), results, "a")).toBeUndefined();
  });

  it("what was not run does not stand", () => {
    expect(judge(goal("late after a step up"), [], "a")).toBeUndefined();
  });
});

describe("tables", () => {
  it("show what was reached in bold, and a dash for what was not run", () => {
    const tables = makeTables([
      result("step ×8, mapper", "a", 1, {
        rescalesAfter: 2,
        rescales: 2,
        settled: Number.POSITIVE_INFINITY,
        late: 0.0512,
      }),
      result("Poisson, mapper", "b", 1, { rescales: 7, cost: 1.234 }),
    ]);
    expect(tables).toContain("| rescales after a step up | ≤ 2 | **2** | – |");
    expect(tables).toContain("| minutes to settle after a step up | ≤ 5 min | never | – |");
    expect(tables).toContain("| regret | 1.51 | 1.23 |");
    expect(tables).toContain("| step ×8, mapper | 2 / 0 / 5.1 % / 1.00, never | – |");
    expect(tables).toContain("| Poisson, mapper | – | 7 / 0 / 0 % / 1.23 |");
  });
});

it("the worst run stands beside a median that is another", () => {
  const tables = makeTables(
    [0, 1, 7].map((rescales, seed) => result("stationary noise, mapper", "a", seed, { rescales })),
  );
  expect(tables).toContain("| rescales on stationary noise | ≤ 0 | 1 (7) |");
});

it("all scenarios together: each counts once, by its median", () => {
  const of = (name: string, measures: Partial<typeof nothing>) =>
    [0, 1, 2].map((seed) => result(name, "a", seed, seed === 0 ? { late: 1, below: 1, worstLag: 9_999 } : measures));
  const results = [
    ...of("stationary noise, mapper", { late: 0, below: 0.2, worstLag: 60 }),
    ...of("Poisson, mapper", { late: 0.1, below: 0.4, worstLag: 120 }),
  ];
  expect(sumsOf(results)).toEqual({ regret: 1.5, below: expect.closeTo(0.3, 9), worstLag: 120 });
  expect(sumsOf([])).toEqual({ regret: 0, below: 0, worstLag: Number.NaN });
});

describe("npm run autoscaler:lab", () => {
  it.each([
    { argv: ["--set", "mine"], says: "--set mine: is training or test" },
    { argv: ["--seeds", "0"], says: "--seeds is 1 to 1000" },
    { argv: ["--seeds", "x"], says: "--seeds is 1 to 1000" },
    { argv: ["--controllers", "compat,KEDA"], says: "--controllers KEDA: is one of improved, compat" },
    { argv: ["--search", "DS2"], says: "--search DS2: is compat or improved" },
    { argv: ["--scenarios", "Mars"], says: "--scenarios Mars: no scenario" },
    { argv: ["--what"], says: "Unknown option '--what'" },
    { argv: ["what"], says: "Unexpected argument 'what'" },
  ])("$argv is refused", async ({ argv, says }) => {
    let told = "";
    const code = await lab(argv, {
      out: () => {},
      err: (text) => {
        told += text;
      },
    });
    expect([code, told]).toEqual([2, expect.stringContaining(says)]);
  });

  it("seeds and scenarios are those of the set", () => {
    const plan = readFlags(["--set", "training", "--seeds", "2", "--scenarios", "step up"]);
    expect(plan).toMatchObject({ seeds: [5_001, 5_002], scenarios: [{ name: "step ×5, mapper" }, {}, {}, {}] });
  });

  it("every controller can be named", () => {
    const names = controllerKinds.map(({ name }) => name);
    expect(readFlags(["--controllers", names.join(", ")])).toMatchObject({ controllers: controllerKinds });
  });

  it("--ablations are improved, and the same without one part each", () => {
    const plan = readFlags(["--ablations"]);
    const names = typeof plan === "string" ? [] : plan.controllers.map(({ name }) => name);
    expect(names).toEqual([
      ...["improved", "no second look", "no certainty", "no trend", "no curve", "no hold", "any saving"],
    ]);
  });

  it("--list and --help run nothing", async () => {
    let shown = "";
    const streams = {
      out: (text: string) => {
        shown += text;
      },
      err: () => {},
    };
    expect([await lab(["--list"], streams), await lab(["--help"], streams)]).toEqual([0, 0]);
    expect(shown).toContain("  plain DS2: ");
    expect(shown).toContain("Usage: npm run autoscaler:lab");
  });

  it("prints tables, and says how far it is", async () => {
    let [shown, told] = ["", ""];
    const streams = {
      out: (text: string) => {
        shown += text;
      },
      err: (text: string) => {
        told += text;
      },
    };
    await lab(["--seeds", "1", "--controllers", "CPU rule", "--scenarios", "noise"], streams);
    expect(shown).toContain("| rescales on stationary noise | ≤ 0 | **0** |");
    expect(told).toBe("1 of 2: stationary noise, mapper\n2 of 2: stationary noise, word count\n");
  });
});
