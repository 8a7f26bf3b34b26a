import type { Clock } from "../../shared/ports/clock.ts";

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/** When every virtual world begins. */
export const beginning = Date.UTC(2026, 0, 1);

/** A clock that stands still until a test moves it. */
export class VirtualClock implements Clock {
  #now = beginning;
  #timers: Timer[] = [];
  #jumped = 0;

  now(): number {
    return this.#now + this.#jumped;
  }

  monotonic(): number {
    return this.#now - beginning;
  }

  /** How many sleeps are under way. */
  get sleepers(): number {
    return this.#timers.length;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer: Timer = { at: this.#now + ms, fire: () => done() };
      const done = () => {
        this.#timers = this.#timers.filter((one) => one !== timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      this.#timers.push(timer);
      signal?.addEventListener("abort", done);
    });
  }

  timeout(ms: number): AbortSignal {
    const over = new AbortController();
    const abort = () => over.abort(new DOMException("The time is over.", "TimeoutError"));
    void this.sleep(ms).then(abort);
    return over.signal;
  }

  /** Sets the wall clock by so many milliseconds; nothing else moves. */
  jump(ms: number): void {
    this.#jumped += ms;
  }

  /** Moves on without waking anybody; for worlds in which nothing sleeps. */
  skip(ms: number): void {
    this.#now += ms;
  }

  /** Moves on in the order of the sleeps that end, letting everything that follows from each happen first. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    await settled();
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
      this.#now = Math.max(this.#now, next.at);
      next.fire();
      await settled();
    }
    this.#now = until;
  }

  #next(until: number): Timer | undefined {
    const due = this.#timers.filter((timer) => timer.at <= until);
    return due.reduce<Timer | undefined>((first, timer) => (first && first.at <= timer.at ? first : timer), undefined);
  }
}

/** Resolves when every promise that can go on without time has done so. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
