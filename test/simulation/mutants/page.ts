import { join } from "node:path";
import type { Kill, Mutant } from "./mutant.ts";

/** Where the page is. */
export const pagePath = join(import.meta.dirname, "README.md");

/** The page about mutants. */
export function makePage(mutants: readonly Mutant[], kills: Readonly<Record<string, Kill>>): string {
  const rows = mutants.map((mutant) => toRow(mutant, kills[mutant.name]));
  return `${head(mutants.length)}${rows.join("\n")}\n`;
}

const head = (count: number) => `# Mutants: the test of the search

Each row is a defect that is seeded into the source as the search's bundle is made, and nowhere else: what ships has no
switch for it. The search must find each of the ${count} from seed 1 on within 60 CPU seconds.

\`\`\`console
node test/simulation/mutants/index.ts                      # all of them
node test/simulation/mutants/index.ts --only no-look-up    # one
node test/simulation/mutants/index.ts --write              # renews the seeds and this table
\`\`\`

Every build plays the seed in this table, and others from 1 on where that no longer shows the defect; without any defect
the seeds of the table break nothing.

| mutant | what is wrong | seen by | seed | CPU s |
|---|---|---|---:|---:|
`;

function toRow({ name, why, killedBy, suite }: Mutant, kill: Kill | undefined): string {
  const seen = suite === undefined ? killedBy.join(", ") : `${killedBy.join(", ")} in \`${suite}\``;
  return `| ${name} | ${why} | ${seen} | ${kill?.seed ?? ""} | ${kill?.seconds ?? ""} |`;
}
