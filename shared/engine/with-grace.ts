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
  const given = new AbortController();
  const begunAt = clock.monotonic();
  let leaving: AbortController | undefined;
  const leave = async () => {
    leaving = new AbortController();
    await clock.sleep(Math.max(0, begunAt + graceMs - clock.monotonic()), leaving.signal);
    given.abort(caller.reason);
  };
  if (caller.aborted) void leave();
  else caller.addEventListener("abort", leave, { once: true });
  try {
    return await work(given.signal);
  } finally {
    caller.removeEventListener("abort", leave);
    leaving?.abort("the work is done");
  }
}
