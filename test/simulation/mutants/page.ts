import { join } from "node:path";
import type { Kill, Mutant } from "./mutant.ts";

/** Where the page is. */
export const pagePath = join(import.meta.dirname, "README.md");

/** The page about mutants. */
export function makePage(mutants: readonly Mutant[], kills: Readonly<Record<string, Kill>>): string {
  const rows = mutants.map((mutant) => toRow(mutant, kills[mutant.name]));
  const unseen = mutants.flatMap(({ name, unseen: why }) => (why === undefined ? [] : [`- ${name}: ${why}.`]));
  const suites = mutants.filter(({ suite }) => suite !== undefined).length;
  return `${head({ all: mutants.length, suites })}${rows.join("\n")}\n\n${foot}${unseen.join("\n")}\n`;
}

const head = ({ all, suites }: { readonly all: number; readonly suites: number }) => `# Mutants: the test of the search

Each of these ${all} rows is a defect that is seeded into the source by the test, and nowhere else: what ships has no switch for
it. The search has to find ${all - suites} of them within 60 CPU seconds: from seed 1 on, or, of the Flink kinds, in their stories,
played whole and with a crash at each call. For those the table says by what their ends differ. The other ${suites} no schedule
shows, and a unit or table suite has to refute them.

\`\`\`console
node test/simulation/mutants/index.ts                      # all of them
node test/simulation/mutants/index.ts --only no-look-up    # one
node test/simulation/mutants/index.ts --write              # renews the seeds and this table, with --only a part of it
\`\`\`

Every build plays the seed or story in this table, which has to show the defect, and to break nothing without any. Where the
product or what a seed draws has changed, so that it no longer does, \`--write\` looks from 1 on again. Of a suite, a test has to
assert what the defect makes untrue, which is more than to fail; without any defect all of them pass.

| mutant | what is wrong | seen by | seed or story | CPU s |
|---|---|---|---:|---:|
`;

const foot =
  "Why no schedule shows those that a suite refutes, where it is not that the autoscaler is not among what is played:\n\n";

function toRow({ name, why, killedBy, suite }: Mutant, kill: Kill | undefined): string {
  const seen = suite === undefined ? killedBy.join(", ") : `${killedBy.join(", ")} in \`${suite}\``;
  return `| ${name} | ${why} | ${seen} | ${kill?.seed ?? ""} | ${kill?.seconds ?? ""} |`;
}
