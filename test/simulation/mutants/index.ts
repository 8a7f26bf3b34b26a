import { writeFile } from "node:fs/promises";
import { UsageError } from "../../../cli/usage-error.ts";
import { bundleSearch, entryOf } from "./bundle-search.ts";
import { type Flags, help, readFlags } from "./flags.ts";
import { readKills, writeKills } from "./kills.ts";
import type { Kill, Mutant } from "./mutant.ts";
import { mutants } from "./mutants.ts";
import { makePage, pagePath } from "./page.ts";
import { searchIn } from "./search.ts";
import { openSuites, type SuiteRunner } from "./suite.ts";

/** How a defect is seen. */
interface Sighting {
  readonly what: string;
  readonly where: string;
  readonly kill?: Kill;
}

/** How a defect is seen by a schedule, or by its suite; undefined where it is not. */
async function see(mutant: Mutant, cpuSeconds: number, suiteRunner: SuiteRunner): Promise<Sighting | undefined> {
  const { suite, stories, killedBy } = mutant;
  if (suite !== undefined) return refute(mutant, suite, suiteRunner);
  const bundle = await bundleSearch(mutant, entryOf(mutant));
  const found = await searchIn(bundle, { seeds: [], from: 1, killedBy, stories, cpuSeconds });
  const { seed, violation } = found;
  if (seed === undefined || violation === undefined) return undefined;
  const seconds = Math.round(found.seconds * 10) / 10;
  return { what: violation, where: `${seed}, ${seconds} s`, kill: { seed, violation, seconds } };
}

/** The test of its suite that a defect makes untrue; undefined where all pass, or none comes to assert anything. */
async function refute(defect: Mutant, suite: string, suiteRunner: SuiteRunner): Promise<Sighting | undefined> {
  const [verdict] = await suiteRunner.run({ suites: [suite], defect });
  const what = verdict?.refuted[0];
  return what === undefined ? undefined : { what, where: suite };
}

/** Looks for all of them, and says of each how it is seen; gives how many are not. */
async function seeAll(
  { sought, seconds }: Flags,
  kills: Record<string, Kill>,
  suiteRunner: SuiteRunner,
): Promise<number> {
  let alive = 0;
  for (const mutant of sought) {
    const seen = await see(mutant, seconds, suiteRunner);
    if (seen === undefined) alive += 1;
    if (seen?.kill !== undefined) kills[mutant.name] = seen.kill;
    process.stdout.write(`${mutant.name}: ${seen === undefined ? "ALIVE" : `${seen.what} (${seen.where})`}\n`);
  }
  process.stdout.write(`${sought.length - alive} of ${sought.length} are seen\n`);
  return alive;
}

async function main(argv: readonly string[]): Promise<number> {
  const flags = readFlags(argv);
  if (flags.help) {
    process.stdout.write(help);
    return 0;
  }
  const kills: Record<string, Kill> = { ...readKills() };
  const suiteRunner = openSuites();
  const alive = await seeAll(flags, kills, suiteRunner).finally(() => suiteRunner.close());
  if (flags.write) {
    writeKills(kills);
    await writeFile(pagePath, makePage(mutants, kills));
  }
  return alive > 0 ? 1 : 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`mutants: ${error.message}\nTry 'node test/simulation/mutants/index.ts --help'.\n`);
  process.exitCode = 2;
}
