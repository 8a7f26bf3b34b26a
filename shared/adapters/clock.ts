import { setTimeout } from "node:timers/promises";
import type { Clock } from "../ports/clock.ts";

/** The clock of this process. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    // It rejects for the signal alone, and leaves no listener behind.
    if (ms > 0) await setTimeout(Math.min(ms, longestTimer), undefined, { signal }).catch(() => undefined);
  },
  timeout: (ms) => AbortSignal.timeout(ms),
};

/** Milliseconds; a longer delay overflows `setTimeout` and would fire at once. */
const longestTimer = 2_147_483_647;
