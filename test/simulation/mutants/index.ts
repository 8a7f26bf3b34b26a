import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { bundleSearch, entryOf } from "./bundle-search.ts";
import { readKills, writeKills } from "./kills.ts";
import type { Kill, Mutant } from "./mutant.ts";
import { mutants } from "./mutants.ts";
import { makePage, pagePath } from "./page.ts";
import { type Found, searchIn } from "./search.ts";

const help = `Usage: node test/simulation/mutants/index.ts [--only NAME]... [--seconds N] [--write]

Seeds one defect after another into the source and searches for a schedule that shows it, from seed 1 on; for defects of
the Flink kinds, for one of their stories with a crash.

  --only NAME  this mutant alone; may be repeated
  --seconds N  CPU seconds for each (default: 60)
  --write      keeps the seeds in kills.json and in the table of README.md
`;

const options = {
  only: { type: "string", multiple: true },
  seconds: { type: "string", default: "60" },
  write: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

async function hunt(mutant: Mutant, cpuSeconds: number): Promise<Found> {
  const bundle = await bundleSearch(mutant, entryOf(mutant));
  return searchIn(bundle, { seeds: [], from: 1, killedBy: mutant.killedBy, stories: mutant.stories, cpuSeconds });
}

function toKill({ seed, violation, seconds }: Found): Kill | undefined {
  if (seed === undefined || violation === undefined) return undefined;
  return { seed, violation, seconds: Math.round(seconds * 10) / 10 };
}

const { values } = parseArgs({ options });
const sought = mutants.filter(({ name, suite }) => suite === undefined && (values.only?.includes(name) ?? true));
const kills: Record<string, Kill> = { ...readKills() };
let alive = 0;
if (values.help) process.stdout.write(help);
else {
  for (const mutant of sought) {
    const found = await hunt(mutant, Number(values.seconds));
    const kill = toKill(found);
    if (kill === undefined) alive += 1;
    else kills[mutant.name] = kill;
    const [seed, seconds] = [String(kill?.seed ?? "ALIVE").padStart(6), found.seconds.toFixed(1).padStart(6)];
    process.stdout.write(`${mutant.name.padEnd(28)} ${seed} ${seconds} s  ${kill?.violation ?? ""}\n`);
  }
}
if (values.write) {
  writeKills(kills);
  await writeFile(pagePath, makePage(mutants, kills));
}
process.exitCode = alive > 0 ? 1 : 0;
