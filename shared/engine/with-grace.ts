import type { Clock } from "../ports/clock.ts";

/**
 * How long what is on record may take although its caller has left, in milliseconds: the last of the 5 s in which an event is
 * answered.
 */
export const graceMs = 1_500;

/** Does the work under a signal that aborts with the caller's, but not in the first 1.5 s of the work. */
export async function withGrace<T>(
  clock: Clock,
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const [given, over] = [new AbortController(), new AbortController()];
  const begunAt = clock.monotonic();
  const leave = async () => {
    await clock.sleep(Math.max(0, begunAt + graceMs - clock.monotonic()), over.signal);
    given.abort(caller.reason);
  };
  if (caller.aborted) void leave();
  else caller.addEventListener("abort", leave, { once: true });
  try {
    return await work(given.signal);
  } finally {
    caller.removeEventListener("abort", leave);
    over.abort("the work is done");
  }
}
