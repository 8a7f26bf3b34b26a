import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { progress, ratioText, table } from "./report.ts";
import { estimate, isQuiet, median } from "./statistics.ts";
import { example, startWorld, type World } from "./world.ts";

/** One line for the list of benchmarks. */
export const summary = "TLS connections, descriptors and CPU per API call, against stock client-node (B4)";

/** Calls of one sample in the comparison, and of the long one whose connections are judged. */
const calls = { pair: 300, long: 2_000 };

/** What one process spent. */
interface Cost {
  readonly calls: number;
  /** TLS connections that the server accepted. */
  readonly connections: number;
  /** Descriptors that are open after the last call and were not after the first. */
  readonly growth: number;
  readonly cpuUs: number;
  readonly ms: number;
}

/** Runs the benchmark and prints its table. */
export async function run(pairs: number): Promise<void> {
  const world = await startWorld();
  try {
    await world.create();
    const long = await sample(world, "weir", calls.long);
    const samples = { own: [] as Cost[], stock: [] as Cost[], control: [] as Cost[] };
    const order = ["own", "stock", "control"] as const;
    for (let round = 0; round < pairs; round += 1) {
      for (const side of round % 2 === 0 ? order : order.toReversed()) {
        samples[side].push(await sample(world, side === "stock" ? "stock" : "weir", calls.pair));
      }
      progress("connections: round", round + 1, pairs);
    }
    process.stdout.write(report(samples, long));
  } finally {
    await world.close();
  }
}

/** One process from start to end; every call must have been answered 200. */
async function sample(world: World, client: "weir" | "stock", number: number): Promise<Cost> {
  const { name = "", namespace = "" } = example.metadata;
  world.resetCounters();
  const file = join(import.meta.dirname, "connections-client.ts");
  const child = spawn(process.execPath, [file, client, `${number}`, namespace, name], {
    env: { ...world.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = once(child, "exit");
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await exit;
  if (code !== 0) throw new Error(`${client} ended with ${code}: ${err}`);
  const good = world.apiServer.calls.filter(({ status }) => status === 200).length;
  if (good !== number + 1 || world.apiServer.calls.length !== good) {
    throw new Error(`${client}: ${good} good answers of ${world.apiServer.calls.length}, expected ${number + 1}`);
  }
  return { calls: number, connections: world.apiServer.connections(), ...JSON.parse(out) };
}

interface Samples {
  readonly own: readonly Cost[];
  readonly stock: readonly Cost[];
  readonly control: readonly Cost[];
}

function report({ own, stock, control }: Samples, long: Cost): string {
  const per = (costs: readonly Cost[], of: (cost: Cost) => number) => median(costs.map((one) => of(one) / one.calls));
  const row = (name: string, costs: readonly Cost[]) => [
    name,
    `${costs[0]?.calls}`,
    `${median(costs.map((one) => one.connections))}`,
    per(costs, (one) => one.connections).toFixed(3),
    `${Math.max(...costs.map((one) => one.growth))}`,
    `${per(costs, (one) => one.cpuUs).toFixed(0)} us`,
    `${per(costs, (one) => one.ms).toFixed(2)} ms`,
  ];
  const head = ["", "calls", "connections", "per call", "descriptors", "CPU per call", "time per call"];
  const cpu = (costs: readonly Cost[], base: readonly Cost[]) =>
    estimate(costs.map((one, at) => perCall(one) / perCall(base[at] ?? one)));
  const controlRatio = cpu(control, own);
  const most = long.connections / long.calls;
  const growth = Math.max(...[long, ...own].map((one) => one.growth));
  const lines = [
    table(head, [
      row("weir, long", [long]),
      row("weir", own),
      row("the same again (control)", control),
      row("stock client-node", stock),
    ]),
    `connections per call, long sample: ${most} (goal <= 1/200 = 0.005: ${most <= 0.005 ? "met" : "MISSED"})`,
    `growth of descriptors, worst sample: ${growth} (goal 0: ${growth <= 0 || Number.isNaN(growth) ? "met" : "MISSED"})`,
    `CPU per call, weir / stock: ${ratioText(cpu(own, stock))}`,
    `CPU per call, weir / weir (control): ${ratioText(controlRatio)}`,
  ];
  const noise = isQuiet(controlRatio)
    ? ""
    : "VOID as far as CPU goes: the control is more than 5 % off. Counts hold.\n";
  return `\n${lines.join("\n")}\n${noise}`;
}

function perCall({ cpuUs, calls }: Cost): number {
  return cpuUs / calls;
}
