import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../../cli/usage-error.ts";
import { toSvg } from "../../shared/autoscaler/plot/svg.ts";
import { controllerKinds } from "./controllers/kinds.ts";
import { measure } from "./experiment/measure.ts";
import { run } from "./experiment/run.ts";
import type { Scenario } from "./experiment/scenario.ts";
import { scenariosOf, setNames } from "./experiment/sets.ts";
import { help, type Plan, readFlags } from "./flags.ts";
import { type NamedRun, plotRuns } from "./report/plots.ts";
import type { Result } from "./report/result.ts";
import { makeTables } from "./report/tables.ts";
import { search } from "./search/search.ts";

/** Where a command writes. */
export interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** `npm run autoscaler:lab`; its exit code. */
export async function lab(argv: readonly string[], { out, err }: Streams): Promise<number> {
  try {
    const plan = readFlags(argv);
    if (plan === "help") out(help);
    else if (plan === "list") out(listing());
    else if (plan.search) out(await search({ ...plan, of: plan.search }, err));
    else if (plan.plot) out(await plotAll(plan, plan.plot));
    else out(makeTables(await runAll(plan, err)));
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    err(`autoscaler:lab: ${error.message}\nTry 'npm run autoscaler:lab -- --help'.\n`);
    return 2;
  }
}

/** Every controller on every scenario with every seed; tells how far it is. */
export async function runAll({ scenarios, controllers, seeds }: Plan, tell: (text: string) => void): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, scenario] of scenarios.entries()) {
    tell(`${index + 1} of ${scenarios.length}: ${scenario.name}\n`);
    for (const kind of controllers) {
      for (const seed of seeds) {
        results.push({ scenario, controller: kind.name, seed, measures: measure(await run(scenario, kind, seed)) });
      }
    }
  }
  return results;
}

/** A file for each scenario, named after it; their paths. */
async function plotAll({ scenarios, controllers, seeds: [seed = 1] }: Plan, directory: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  const paths: string[] = [];
  for (const scenario of scenarios) {
    const runs: NamedRun[] = [];
    for (const kind of controllers) runs.push({ controller: kind.name, run: await run(scenario, kind, seed) });
    const path = join(directory, `${fileNameOf(scenario)}.svg`);
    await writeFile(path, toSvg(plotRuns(scenario, runs)));
    paths.push(`${path}\n`);
  }
  return paths.join("");
}

function fileNameOf({ name }: Scenario): string {
  return name
    .replaceAll("×", "times ")
    .replaceAll("÷", "by ")
    .replaceAll(/[^a-zA-Z0-9]+/g, "-")
    .toLowerCase();
}

function listing(): string {
  const sets = setNames.map(
    (set) =>
      `${set}:\n${scenariosOf(set)
        .map(({ name, purpose }) => `  ${name} (${purpose})\n`)
        .join("")}`,
  );
  return `${sets.join("")}controllers:\n${controllerKinds.map(({ name, about }) => `  ${name}: ${about}\n`).join("")}`;
}
