import { type FlowCount, flows, limits, runFlows } from "./flows.ts";
import { progress, table } from "./report.ts";

/** One line for the list of benchmarks. */
export const summary = "Calls of each flow, counted at the simulators, against the least that is possible (B5)";

/** Runs every flow cold (a process of its own) and warm, and prints the counts; they are exact, so `pairs` is not used. */
export async function run(): Promise<void> {
  const rows: string[][] = [];
  let done = 0;
  for (const mode of ["cold", "warm"] as const) {
    for (const count of await runFlows(mode)) {
      rows.push(rowOf(mode, count));
      done += 1;
      progress("round-trips: flow", done, 2 * flows.length);
    }
  }
  const head = ["flow", "API", "backend", "writes", "+ Secret reads", "limit", "least possible", ""];
  process.stdout.write(`\n${table(head, rows)}\n`);
  process.stdout.write("API calls without reads of Secrets / calls of the backend / writes to the API\n");
}

function rowOf(mode: string, { flow, api, backend, writes, secrets }: FlowCount): string[] {
  const { limit, least } = limits[flow];
  const within = api <= limit[0] && backend <= limit[1] && writes <= limit[2];
  const verdict = within ? "met" : "MISSED";
  return [
    `${flow}, ${mode}`,
    `${api}`,
    `${backend}`,
    `${writes}`,
    `${secrets}`,
    limit.join("/"),
    least.join("/"),
    verdict,
  ];
}
