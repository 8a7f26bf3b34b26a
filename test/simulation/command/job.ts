import { parentPort, workerData } from "node:worker_threads";
import { Coverage } from "../coverage.ts";
import { draw, type GameName } from "../games.ts";
import { useLightSignals } from "../light-signals.ts";
import { playGuarded } from "./case.ts";
import type { Broken, Played, Range } from "./range.ts";

/** One thread of a search: it plays the ranges that it is sent, and answers with what came of each. */
const stray: string[] = [];
const game = workerData as GameName;

// Errors are a matter of course here, and nobody reads where they come from; whoever repeats a seed does.
Error.stackTraceLimit = 0;
useLightSignals();

// What nobody handles ends a process, so that it is a violation of its own.
process.on("unhandledRejection", (reason) => stray.push(`unhandled: ${reason}`));

let busy = Promise.resolve();
parentPort?.on("message", (range: Range) => {
  busy = busy.then(() => playRange(range)).then((played) => parentPort?.postMessage(played), endThread);
});
parentPort?.postMessage("ready");

/** Outside of every promise an error ends the thread, of which the search is told. */
function endThread(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

async function playRange({ first, count }: Range): Promise<Played> {
  const coverage = new Coverage();
  const broken: Broken[] = [];
  for (let seed = first; seed < first + count; seed += 1) {
    const violations = await playSeed(seed, coverage);
    if (violations.length > 0) broken.push({ seed, violations });
  }
  return { count, broken, met: [...coverage.counts] };
}

async function playSeed(seed: number, coverage: Coverage): Promise<readonly string[]> {
  const { violations, met } = await playGuarded(draw(game, seed));
  coverage.take(met);
  return [...violations, ...stray.splice(0)];
}
