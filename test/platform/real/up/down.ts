import { parseArgs } from "node:util";
import { takeDown } from "./standing.ts";

const help = `Usage: npm run real:down

Ends what npm run real:up left running, also where that was cut short, and removes its folder, .real/.

Exit code: 0 when nothing runs any more, 1 when something could not be ended, 2 for a wrong command line.
`;

async function main(): Promise<number> {
  try {
    const { values } = parseArgs({ options: { help: { type: "boolean" } } });
    if (values.help) {
      process.stdout.write(help);
      return 0;
    }
  } catch (error) {
    process.stderr.write(`real:down: ${(error as Error).message}; try --help\n`);
    return 2;
  }
  try {
    const ended = await takeDown();
    const what = ended.length === 0 ? "nothing was up" : `ended ${ended.length} processes: ${ended.join(", ")}`;
    process.stdout.write(`${what}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`real:down: ${(error as Error).message}\n`);
    return 1;
  }
}

process.exitCode = await main();
