import { join } from "node:path";
import type { Kill, Mutant } from "./mutant.ts";

/** Where the page is. */
export const pagePath = join(import.meta.dirname, "README.md");

/** The page about mutants. */
export function makePage(mutants: readonly Mutant[], kills: Readonly<Record<string, Kill>>): string {
  const rows = mutants.map((mutant) => toRow(mutant, kills[mutant.name]));
  const unseen = mutants.flatMap(({ name, unseen: why }) => (why === undefined ? [] : [`- ${name}: ${why}.`]));
  return `${head(mutants.length)}${rows.join("\n")}\n\n${foot}${unseen.join("\n")}\n`;
}

const head = (count: number) => `# Mutants: the test of the search

Each row is a defect that is seeded into the source as the search's bundle is made, and nowhere else: what ships has no
switch for it. The search must find each of the ${count} within 60 CPU seconds: from seed 1 on, or, of the Flink kinds, in
their stories, played whole and with a crash at each call. For those the table says by what their ends differ.

\`\`\`console
node test/simulation/mutants/index.ts                      # all of them
node test/simulation/mutants/index.ts --only no-look-up    # one
node test/simulation/mutants/index.ts --write              # renews the seeds and this table
\`\`\`

Every build plays the seed or story in this table, and others from 1 on where that no longer shows the defect; without any
defect what is in the table breaks nothing.

| mutant | what is wrong | seen by | seed or story | CPU s |
|---|---|---|---:|---:|
`;

const foot = "Why no schedule shows those that a unit suite sees:\n\n";

function toRow({ name, why, killedBy, suite }: Mutant, kill: Kill | undefined): string {
  const seen = suite === undefined ? killedBy.join(", ") : `${killedBy.join(", ")} in \`${suite}\``;
  return `| ${name} | ${why} | ${seen} | ${kill?.seed ?? ""} | ${kill?.seconds ?? ""} |`;
}
