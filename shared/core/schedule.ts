/** Exponential delays with a ceiling, in milliseconds. */
export interface Backoff {
  readonly firstMs: number;
  readonly factor: number;
  readonly maxMs: number;
}

/** How often a moving object is looked at (D9): 1 s, 2 s, 4 s, 8 s, then every 10 s. */
export const followBackoff: Backoff = { firstMs: 1_000, factor: 2, maxMs: 10_000 };

/** The delay before look number `attempt` (0 is the first), in milliseconds. */
export function delayOf(backoff: Backoff, attempt: number): number {
  return Math.min(backoff.maxMs, backoff.firstMs * backoff.factor ** Math.max(0, attempt));
}

/** The delay moved by up to a tenth either way, so that what began together does not come back together. */
export function jittered(ms: number, random: () => number): number {
  return ms * (0.9 + 0.2 * random());
}
