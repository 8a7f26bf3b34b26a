import type { ControllerKind } from "../controllers/controller.ts";
import { plainDs2 } from "../controllers/ds2.ts";
import { measure } from "../experiment/measure.ts";
import { run } from "../experiment/run.ts";
import type { Scenario } from "../experiment/scenario.ts";
import type { Result } from "../report/result.ts";
import { type Setting, searchCoordinates, type Tried } from "./coordinate-search.ts";
import { scoreOf } from "./score.ts";
import { spaces } from "./spaces.ts";

/** What is searched, on which scenarios of the training set. */
export interface SearchPlan {
  readonly of: keyof typeof spaces;
  readonly scenarios: readonly Scenario[];
  readonly seeds: readonly number[];
}

const rounds = 2;
const shown = 10;

/** The best settings of a controller as markdown; tells each one that it tries. */
export async function search({ of, scenarios, seeds }: SearchPlan, tell: (text: string) => void): Promise<string> {
  const { first, choices, make } = spaces[of];
  const runs = (kind: ControllerKind) => runAll(kind, scenarios, seeds);
  const plain = await runs(plainDs2);
  const tried = await searchCoordinates(
    first,
    choices,
    async (setting) => {
      const score = scoreOf([...plain, ...(await runs(make(setting)))], of);
      tell(`${score.missed} missed, regret ${score.regret.toFixed(4)}: ${JSON.stringify(setting)}\n`);
      return score;
    },
    rounds,
  );
  return toTable(
    tried.slice(0, shown),
    choices.map(({ name }) => name),
  );
}

async function runAll(kind: ControllerKind, scenarios: readonly Scenario[], seeds: readonly number[]) {
  const results: Result[] = [];
  for (const scenario of scenarios) {
    for (const seed of seeds) {
      results.push({ scenario, controller: kind.name, seed, measures: measure(await run(scenario, kind, seed)) });
    }
  }
  return results;
}

function toTable(tried: readonly Tried<number>[], names: readonly string[]): string {
  const row = ({ setting, score }: { readonly setting: Setting<number>; readonly score: Tried<number>["score"] }) =>
    [...names.map((name) => String(setting[name])), String(score.missed), score.regret.toFixed(3)].join(" | ");
  const head = [...names, "goals missed", "regret"];
  return `| ${head.join(" | ")} |\n| ${head.map(() => "---").join(" | ")} |\n${tried.map((one) => `| ${row(one)} |\n`).join("")}`;
}
