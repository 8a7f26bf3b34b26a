/** What a quarantine has to outlast besides the time of a call: 15 s in which a pass may send, and 10 s of lateness. */
const marginMs = 25_000;

/**
 * What is wrong with the two durations together, both in milliseconds: a quarantine that ends before a call that was given up can
 * have taken effect would carry it out twice. Undefined where they fit.
 */
export function quarantineProblem(quarantineMs: number, timeoutMs: number): string | undefined {
  const least = Math.ceil((timeoutMs + marginMs) / 1_000);
  return quarantineMs < timeoutMs + marginMs
    ? `WEIR_QUARANTINE must be at least 25s longer than WEIR_APPMANAGER_TIMEOUT, which makes ${least}s`
    : undefined;
}
