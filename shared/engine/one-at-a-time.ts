import { orAborted } from "./or-aborted.ts";

/** Runs a job when the earlier ones of the same key have ended; `late` answers when the signal aborts before that. */
export type OneAtATime = <Result>(
  key: string,
  signal: AbortSignal,
  job: () => Promise<Result>,
  late: () => Result,
) => Promise<Result>;

/**
 * Runs jobs of the same key one after the other within this process, in the order of their coming.
 *
 * Guarantees: whoever waits longer than its signal allows gets `late()` at once, and its job is never started.
 * Caveats: it only saves lost races; correctness across pods comes from preconditions alone.
 */
export function makeOneAtATime(): OneAtATime {
  const last = new Map<string, Promise<unknown>>();
  return async (key, signal, job, late) => {
    const isFree = !last.has(key);
    const turn = takeTurn(last, key, () => (signal.aborted ? late() : job()));
    const { started, ended } = turn;
    if (isFree) return ended;
    const givenUp = await orAborted(
      started.then(() => false),
      signal,
      true,
    );
    return givenUp ? late() : ended;
  };
}

function takeTurn<Result>(last: Map<string, Promise<unknown>>, key: string, job: () => Result | Promise<Result>) {
  const { promise: started, resolve } = Promise.withResolvers<void>();
  const run = async () => {
    resolve();
    return job();
  };
  const ended = (last.get(key) ?? Promise.resolve()).then(run, run);
  last.set(key, ended);
  const forget = () => {
    if (last.get(key) === ended) last.delete(key);
  };
  ended.then(forget, forget);
  return { started, ended };
}
