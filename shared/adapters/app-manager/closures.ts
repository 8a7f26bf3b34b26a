/** Milliseconds that a closure lasts at most, whatever was asked for. */
const longest = 600_000;

/**
 * Who was told to wait (`Retry-After`), and until when.
 *
 * Guarantees: a closure is only ever prolonged; memory does not grow with time. All times are monotonic.
 */
export class Closures {
  readonly #until = new Map<string, number>();

  /** Milliseconds that `who` has to wait still. */
  closedFor(who: string, now: number): number {
    return Math.max(0, (this.#until.get(who) ?? 0) - now);
  }

  /** Closes for `ms` from now on. */
  close(who: string, ms: number, now: number): void {
    for (const [other, until] of this.#until) if (until <= now) this.#until.delete(other);
    this.#until.set(who, now + Math.max(this.closedFor(who, now), Math.min(ms, longest)));
  }
}
