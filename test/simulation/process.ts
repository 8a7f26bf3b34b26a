import type { Clock } from "../../shared/ports/clock.ts";
import { beginning } from "../world/virtual-clock.ts";
import type { Timeline } from "./timeline.ts";

/**
 * One process of a function: it lives, stands still, and dies; and it has clocks of its own.
 *
 * Guarantees: nothing reaches a process that is dead, and one that stands still sees everything later, in its order.
 */
export class Process implements Clock {
  readonly name: string;
  readonly #timeline: Timeline;
  readonly #bornAt: number;
  #skewMs: number;
  #alive = true;
  #thawsAt = 0;
  /** Whether nothing reaches it any more. */
  readonly isDead = () => !this.#alive;
  /** Told once, when it dies. */
  readonly mourners = new Set<() => void>();

  constructor(name: string, timeline: Timeline, skewMs: number) {
    this.name = name;
    this.#timeline = timeline;
    this.#bornAt = timeline.now;
    this.#skewMs = skewMs;
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** When it goes on, or went on, after it stood still; 0 where it never did. */
  get thawsAt(): number {
    return this.#thawsAt;
  }

  /** Its wall clock, which may be minutes away from that of the API server. */
  now(): number {
    return beginning + this.#timeline.now + this.#skewMs;
  }

  /** Sets its wall clock by so many milliseconds; nothing else moves. */
  jump(ms: number): void {
    this.#skewMs += ms;
  }

  monotonic(): number {
    return this.#timeline.now - this.#bornAt;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      let isOver = false;
      const done = () => {
        isOver = true;
        signal?.removeEventListener("abort", done);
        resolve();
      };
      signal?.addEventListener("abort", done);
      this.#after(ticking(ms), done, () => isOver || !this.#alive);
    });
  }

  timeout(ms: number): AbortSignal {
    const over = new AbortController();
    this.#timeline.limit(ticking(ms), () => this.deliver(() => over.abort(timeIsOver)), this.isDead);
    return over.signal;
  }

  /** Lets something reach the process: at once, when it thaws, or never. */
  deliver(act: () => void): void {
    if (!this.#alive) return;
    const left = this.#thawsAt - this.#timeline.now;
    if (left > 0) this.#after(left, act, this.isDead);
    else act();
  }

  #after(ms: number, act: () => void, isMoot: () => boolean): void {
    this.#timeline.after(ms, () => this.deliver(act), isMoot);
  }

  /** Stands still for so long, as a starved or throttled container does. */
  freeze(ms: number): void {
    this.#thawsAt = this.#timeline.now + ms;
  }

  /** `SIGKILL`, lack of memory, a lost node: nothing it awaits ever comes. */
  die(): void {
    if (!this.#alive) return;
    this.#alive = false;
    for (const mourner of this.mourners) mourner();
  }
}

const timeIsOver = new DOMException("The time is over.", "TimeoutError");

/** Timers have whole milliseconds, and at least one. */
function ticking(ms: number): number {
  return Math.max(1, Math.ceil(ms));
}
