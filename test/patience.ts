import { setTimeout } from "node:timers/promises";

/**
 * How long a suite waits, in ms, for what comes at all: on a quiet machine it comes within a second, on a busy one the
 * processes that start at once hold each other up for many.
 */
export const patienceMs = 60_000;

/** What `ask` says as soon as it says anything, asked every `everyMs`; rejects with `otherwise` once patience has ended. */
export async function untilDefined<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  everyMs: number,
  otherwise: () => string,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(otherwise());
    await setTimeout(everyMs);
  }
}
