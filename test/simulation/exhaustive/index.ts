import { endQuietly } from "../../../cli/end-quietly.ts";
import { UsageError } from "../../../cli/usage-error.ts";
import { explorePairs, exploreSingles, type Finding } from "./explore.ts";
import { type Flags, help, readFlags } from "./flags.ts";
import { ticksAlone, usual } from "./trial.ts";
import { choices } from "./variants.ts";

endQuietly(process.stdout, process.exit);

/** Plays what the flags ask for, and gives how much was broken. */
async function explore({ chosen, pairs, ticks }: Flags): Promise<number> {
  const setting = ticks ? ticksAlone : usual;
  let broken = 0;
  let runs = 0;
  const startedAt = process.cpuUsage();

  /** Seconds of CPU since the beginning. */
  function seconds(): string {
    const { user, system } = process.cpuUsage(startedAt);
    return ((user + system) / 1e6).toFixed(1);
  }

  function watch({ flow, faults, violations }: Finding): void {
    if (violations.length > 0) {
      broken += 1;
      process.stdout.write(`${flow} ${JSON.stringify(faults)}: ${violations.join("; ")}\n`);
    }
  }

  for (const flow of chosen) {
    const count =
      pairs === false
        ? await exploreSingles(flow, new Set(choices.filter((one) => one !== "edges")), watch, setting)
        : await explorePairs(flow, pairs, watch, setting);
    runs += count;
    process.stdout.write(`${flow.name}: ${count}, ${seconds()} s\n`);
  }

  const what = pairs === false ? "single faults" : "pairs of crashes";
  process.stdout.write(`${chosen.length} flows, ${runs} ${what}, ${broken} violations, ${seconds()} s of CPU\n`);
  return broken;
}

async function main(args: readonly string[]): Promise<number> {
  try {
    const flags = readFlags(args);
    if (!flags.help) return (await explore(flags)) === 0 ? 0 : 1;
    process.stdout.write(help);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`exhaustive: ${error.message}\n`);
    return 2;
  }
}

process.exitCode = await main(process.argv.slice(2));
