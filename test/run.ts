import { buildAll, CannotBuild } from "./platform/real/build/build-all.ts";
import { progressOn } from "./platform/real/build/progress.ts";
import { buildFlink } from "./platform/real/flink/build-flink.ts";
import { whyNoSandbox } from "./platform/real/node/sandbox.ts";
import { hasFiles, type Round, runRound, Stopped, type Sum } from "./round.ts";

/** Rounds that run one after the other. */
type Lane = readonly Round[];

/**
 * Lanes run at once; the first shows what it prints as it goes. Suites with processes wait for these half of their time,
 * and the pure ones take the CPU that this leaves.
 */
const lanes: readonly Lane[] = [
  [{ projects: ["real"], level: "api" }],
  [{ projects: ["live"] }, { projects: ["node"], level: "node", flink: true }],
  [{ projects: ["pure"], onWhatIsLeft: true }],
];

const help = `Usage: npm test [-- FILTER…]

Builds the bundles and the real parts, and runs every suite; a FILTER runs only the files whose path contains it.
Where there is no Go, the suites on a real control plane are skipped; those on a real node also need Linux, root and
what test/platform/real/node/install.sh installs. With CI=true nothing is skipped.
The last line of the output is the sum: N passed, N failed (, N skipped).
`;

async function main(filters: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const sums: Sum[] = [];
  const times: string[] = [];
  const chosen = await Promise.all(lanes.map((lane) => withFiles(lane, filters)));
  for (const round of chosen.flat()) sums.push(await prepare(round));
  const follow = async (lane: Lane, quietly: boolean) => {
    for (const round of lane) {
      const roundAt = performance.now();
      sums.push(await runRound(round, filters, { quietly }));
      times.push(`${round.projects.join(" and ")} ${seconds(roundAt)}`);
    }
  };
  await Promise.all(chosen.map((lane, index) => follow(lane, index > 0)));
  const total = (of: "passed" | "failed" | "skipped") => sums.reduce((sum, one) => sum + one[of], 0);
  const skipped = total("skipped") > 0 ? `, ${total("skipped")} skipped` : "";
  // Once more at the end, where somebody looks first and a record of the run that is cut ends as well.
  for (const fault of sums.flatMap(({ faults }) => faults)) process.stdout.write(`FAILED: ${fault}\n`);
  process.stdout.write(`\ntests took ${seconds(startedAt)}: ${times.join(", ")}\n`);
  process.stdout.write(`${total("passed")} passed, ${total("failed")} failed${skipped}\n`);
  return total("failed") > 0 || total("passed") === 0 ? 1 : 0;
}

async function withFiles(lane: Lane, filters: readonly string[]): Promise<Round[]> {
  const chosen: Round[] = [];
  for (const round of lane) if (filters.length === 0 || (await hasFiles(round, filters))) chosen.push(round);
  return chosen;
}

function seconds(since: number): string {
  return `${Math.round((performance.now() - since) / 1000)} s`;
}

/**
 * Builds what a level needs. What a machine can't do is said by the suites, which skip it or fail; what it can do and what
 * fails all the same is a failure.
 */
async function prepare({ level, flink = false }: Round): Promise<Sum> {
  const fine = { passed: 0, failed: 0, skipped: 0, faults: [] };
  if (level === undefined || (level === "node" && whyNoSandbox() !== undefined)) return fine;
  try {
    await buildAll(level, progressOn(process.stdout));
    if (flink) await buildFlink(progressOn(process.stdout));
    return fine;
  } catch (error) {
    const { message } = error as Error;
    console.error(message);
    return error instanceof CannotBuild ? fine : { ...fine, failed: 1, faults: [message] };
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof Stopped) return error.code;
  throw error;
}

const filters = process.argv.slice(2);
if (filters.includes("--help")) process.stdout.write(help);
else process.exitCode = await main(filters).catch(exitCodeOf);
