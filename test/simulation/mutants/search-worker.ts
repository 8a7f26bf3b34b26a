import { parentPort, workerData } from "node:worker_threads";
import { playBriefly } from "../play.ts";
import { drawSchedule } from "../schedule.ts";
import { invariantOf } from "../shrink.ts";
import type { Place } from "./mutant.ts";
import type { Found, Search } from "./search.ts";

// Errors are a matter of course here, and nobody reads where they come from.
Error.stackTraceLimit = 0;

/** Plays seeds until one breaks an invariant that is looked for. */
async function search({ seeds, from, killedBy, cpuSeconds }: Search): Promise<Found> {
  const begun = process.threadCpuUsage();
  const spent = () => {
    const { user, system } = process.threadCpuUsage(begun);
    return (user + system) / 1e6;
  };
  for (const seed of inOrder(seeds, from)) {
    if (spent() >= cpuSeconds) break;
    const { violations } = await playBriefly(drawSchedule(Number(seed)));
    const violation = violations.find((one) => killedBy.length === 0 || killedBy.includes(invariantOf(one)));
    if (violation !== undefined) return { seed, violation, seconds: spent() };
  }
  return { seed: undefined, violation: undefined, seconds: spent() };
}

function* inOrder(seeds: readonly Place[], from = Number.POSITIVE_INFINITY): Generator<Place> {
  yield* seeds;
  for (let seed = from; Number.isSafeInteger(seed); seed += 1) yield seed;
}

parentPort?.postMessage(await search(workerData as Search));
