import type { Clock } from "../ports/clock.ts";

/** The clock of this process. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted || ms <= 0) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(ms, longestTimer));
      signal?.addEventListener("abort", done);
    }),
  timeout: (ms) => AbortSignal.timeout(ms),
};

/** Milliseconds; a longer delay overflows `setTimeout` and would fire at once. */
const longestTimer = 2_147_483_647;
