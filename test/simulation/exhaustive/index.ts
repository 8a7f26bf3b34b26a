import { parseArgs } from "node:util";
import { explorePairs, exploreSingles, type Finding } from "./explore.ts";
import { flows } from "./flows.ts";
import { ticksAlone, usual } from "./trial.ts";
import { choices } from "./variants.ts";

const { values } = parseArgs({
  options: {
    flow: { type: "string", multiple: true },
    pairs: { type: "boolean" },
    edges: { type: "boolean" },
    ticks: { type: "boolean" },
  },
});

const chosen = flows.filter(({ name }) => values.flow === undefined || values.flow.includes(name));
if (chosen.length === 0) {
  process.stderr.write(`There is no such flow; there are ${flows.map(({ name }) => name).join(", ")}.\n`);
  process.exit(2);
}

const setting = values.ticks === true ? ticksAlone : usual;
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
    values.pairs === true
      ? await explorePairs(flow, values.edges === true ? "edges" : "all", watch, setting)
      : await exploreSingles(flow, new Set(choices.filter((one) => one !== "edges")), watch, setting);
  runs += count;
  process.stdout.write(`${flow.name}: ${count}, ${seconds()} s\n`);
}

const what = values.pairs === true ? "pairs of crashes" : "single faults";
process.stdout.write(`${chosen.length} flows, ${runs} ${what}, ${broken} violations, ${seconds()} s of CPU\n`);
process.exitCode = broken === 0 ? 0 : 1;
