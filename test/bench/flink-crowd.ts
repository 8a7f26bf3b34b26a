import { Crowd } from "../simulation/flink/crowd.ts";
import { progress, ratioText, table } from "./report.ts";
import { estimate, median } from "./statistics.ts";

/** One line for the list of benchmarks. */
export const summary =
  "1,000 FlinkDeployments on simulated Flink against 100: settling, ticks at rest, a burst of edits";

const sizes = [100, 1_000] as const;
const burst = 50;

interface Side {
  readonly crowd: Crowd;
  readonly settleMs: number;
  /** Processor time of a tick, for one resource. */
  readonly tickMs: number[];
}

/** Makes both crowds, ticks over them in turns, and edits some of each while a tick is under way. */
export async function run(pairs: number): Promise<void> {
  const sides: Side[] = [];
  for (const size of sizes) sides.push(await settle(size));
  for (let pair = 1; pair <= pairs; pair += 1) {
    for (const side of pair % 2 === 0 ? sides.toReversed() : sides) side.tickMs.push(await tick(side.crowd));
    progress("flink-crowd: pairs of ticks", pair, pairs);
  }
  const rows = [];
  for (const { crowd, settleMs, tickMs } of sides) {
    const size = crowd.names.length;
    const beside = await edit(crowd);
    rows.push([
      `${size}`,
      `${(settleMs / size).toFixed(1)} ms`,
      `${median(tickMs).toFixed(2)} ms`,
      `${beside} of ${size}`,
    ]);
  }
  const head = ["resources", "CPU to settle, each", "CPU of a tick, each", `looks of a tick beside ${burst} edits`];
  const [small, large] = sides;
  const ratios = (large?.tickMs ?? []).map((ms, index) => ms / (small?.tickMs[index] ?? Number.NaN));
  process.stdout.write(
    `\n${table(head, rows)}\na tick, for one of 1,000 against one of 100: ${ratioText(estimate(ratios))}\n`,
  );
}

async function settle(size: number): Promise<Side> {
  const crowd = new Crowd(size);
  const settleMs = await cpuFor(async () => {
    const { moving } = await crowd.sweep();
    const seconds = await crowd.follow(moving);
    if (!Number.isFinite(seconds)) throw new Error("the resources do not come to rest");
  });
  return { crowd, settleMs, tickMs: [] };
}

async function tick(crowd: Crowd): Promise<number> {
  crowd.world.skip(15_000);
  const ms = await cpuFor(async () => {
    const { quiet } = (await crowd.sweep()).report;
    if (quiet !== crowd.names.length) throw new Error("a resource was not at rest");
  });
  return ms / crowd.names.length;
}

/** Looks that a sweep makes until as many edits as a burst has have had theirs. */
async function edit(crowd: Crowd): Promise<number> {
  crowd.world.skip(15_000);
  const edited = crowd.names.slice(-burst);
  crowd.count();
  const sweeping = crowd.sweep();
  for (const name of edited) crowd.world.cluster.edit(name, { spec: { job: { args: ["--env", "burst"] } } });
  await Promise.all(edited.map((name) => crowd.look(name)));
  const looks = (crowd.count()["objects get"] ?? 0) - edited.length;
  await sweeping;
  return Math.max(0, looks);
}

async function cpuFor(work: () => Promise<void>): Promise<number> {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}
