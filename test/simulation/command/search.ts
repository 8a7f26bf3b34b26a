import { on, once } from "node:events";
import { Worker } from "node:worker_threads";
import { pairsOfGame } from "../games.ts";
import type { Scope } from "./flags.ts";
import type { Played, Range } from "./range.ts";
import { Tally } from "./tally.ts";

/** Seeds that a thread plays at a stretch: a fraction of a second. */
const stretch = 20;

/**
 * Plays the seeds of a scope on its threads and resolves with what they came to; `watch` is told after each range. A signal
 * ends it at once, and ranges that are under way then do not count.
 */
export async function search(scope: Scope, watch: (tally: Tally) => void, signal: AbortSignal): Promise<Tally> {
  const { from, seeds, seconds, jobs, game } = scope;
  const count = Math.min(jobs, Math.ceil(seeds / stretch));
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL("./job.ts", import.meta.url), { workerData: game }),
  );
  try {
    await Promise.all(workers.map((worker) => once(worker, "message", { signal })));
    const tally = new Tally(pairsOfGame(game));
    const ranges = rangesOf(from, from + seeds, () => tally.seconds < seconds);
    const run = async (worker: Worker) => {
      const answers = on(worker, "message", { signal });
      // Two at once: one that is played, and one with which the thread goes on without a pause.
      let sent = 0;
      const send = () => {
        const next = ranges.next();
        if (next.done === true) return;
        worker.postMessage(next.value);
        sent += 1;
      };
      send();
      // The other threads take their first one before this takes its second.
      await Promise.resolve();
      send();
      while (sent > 0) {
        const { value } = await answers.next();
        sent -= 1;
        send();
        tally.take((value as [Played])[0]);
        watch(tally);
      }
    };
    await Promise.all(workers.map((worker) => run(worker).catch(unless(signal))));
    return tally;
  } catch (error) {
    unless(signal)(error);
    return new Tally(pairsOfGame(game));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** The ranges of all threads: each takes the next one that nobody has. */
function* rangesOf(from: number, end: number, goesOn: () => boolean): Generator<Range> {
  for (let first = from; first < end && goesOn(); first += stretch)
    yield { first, count: Math.min(stretch, end - first) };
}

/** Lets an error pass as an end when the signal has said so. */
function unless(signal: AbortSignal): (error: unknown) => void {
  return (error) => {
    if (!signal.aborted) throw error;
  };
}
