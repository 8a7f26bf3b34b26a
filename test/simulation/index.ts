import { endQuietly } from "../../cli/end-quietly.ts";
import { run as runSimulator, help as simulators } from "../../cli/simulate.ts";
import { UsageError } from "../../cli/usage-error.ts";
import { help, readFlags } from "./command/flags.ts";
import { runFlags } from "./command/run.ts";

/** `npm run simulate`: a word such as `appmanager` starts a simulated backend, flags search for a schedule that breaks something. */
async function main(argv: readonly string[]): Promise<number> {
  const [first] = argv;
  if (first === undefined) {
    process.stdout.write(`${help}\nWith a word before the flags:\n\n${simulators}`);
    return 0;
  }
  if (!first.startsWith("-")) return runSimulator(argv);
  try {
    return await runFlags(readFlags(argv));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`simulate: ${error.message}\nTry 'npm run simulate -- --help'.\n`);
    return 2;
  }
}

endQuietly(process.stdout, process.exit);
process.exitCode = await main(process.argv.slice(2));
