/** Turns a second, and how many of them may be taken at once after a rest; both at least 1. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * A token bucket, kept as the moment at which it is full again (GCRA).
 *
 * Guarantees: turns are given in the order in which they are asked for, never more than `burst` plus `perSecond` times
 * the seconds that passed.
 */
export class TokenBucket {
  readonly #interval: number;
  readonly #tolerance: number;
  #fullAt = Number.NEGATIVE_INFINITY;

  constructor({ perSecond, burst }: Rate) {
    this.#interval = 1_000 / perSecond;
    this.#tolerance = this.#interval * (burst - 1);
  }

  /** Takes the next turn and says in how many milliseconds it comes; 0 is at once. `now` is monotonic. */
  take(now: number): number {
    const fullAt = Math.max(this.#fullAt, now);
    this.#fullAt = fullAt + this.#interval;
    return Math.max(0, fullAt - this.#tolerance - now);
  }

  /** Gives a turn back that was not used; those behind it keep theirs. */
  giveBack(): void {
    this.#fullAt -= this.#interval;
  }
}
