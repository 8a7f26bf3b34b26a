import { parseArgs } from "node:util";
import { parseDuration } from "../../../../shared/core/duration.ts";

const help = `Usage: npm run dev [-- --tick=2m]

A place to work on Weir: a real Kubernetes control plane on 127.0.0.1, the CRDs, policies and roles of the manifests,
the functions of dist/ as processes that come and go, the event sources, and a simulated AppManager. Builds the
functions and what is missing first, prints what to set for kubectl, then what the functions log. Ends with Ctrl-C and
leaves nothing.

  --tick=2m   how often the tick comes, as a duration; 0s for never
  --help      show this text

Exit code: 130 after Ctrl-C, 1 when it could not be started, 2 for a wrong command line.
`;

const longestTickMs = 86_400_000;

async function main(): Promise<number> {
  let tickMs: number | undefined;
  try {
    const { values } = parseArgs({ options: { tick: { type: "string", default: "2m" }, help: { type: "boolean" } } });
    if (values.help) {
      process.stdout.write(help);
      return 0;
    }
    tickMs = parseDuration(values.tick);
    if (tickMs === undefined || tickMs > longestTickMs) {
      throw new Error(`--tick is a duration such as 30s, at most a day, not ${values.tick}`);
    }
  } catch (error) {
    process.stderr.write(`dev: ${(error as Error).message}; try --help\n`);
    return 2;
  }
  try {
    // Loaded only now, so that a wrong command line is answered at once.
    const { runPlace } = await import("./place.ts");
    await runPlace(tickMs);
    return 0;
  } catch (error) {
    process.stderr.write(`dev: ${(error as Error).message}\n`);
    return 1;
  }
}

process.exitCode = await main();
