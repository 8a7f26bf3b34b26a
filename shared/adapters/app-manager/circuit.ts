import { type Backoff, delayOf, jittered } from "../../core/schedule.ts";
import type { Random } from "../../ports/random.ts";

/** Calls in a row that nobody answered, after which a host counts as down. */
const mostSilent = 3;

/** How long a host that is down is left alone before the next probe. */
const rest: Backoff = { firstMs: 5_000, factor: 2, maxMs: 30_000 };

/** Milliseconds after which to ask again while a probe is out. */
const whileProbing = 1_000;

/**
 * How a call ended: any answer, also a refusal, shows that somebody is there; `untold` is a call that broke on our side,
 * was cut short before silence could say anything, or repeats one that was counted.
 */
export type CallEnd = "answered" | "silent" | "untold";

/**
 * Whether a host is known to be down. While it is, one call at a time finds out whether it is back.
 *
 *     up ── 3 calls in a row without an answer ──► down ── 5 s … 30 s ──► one probe ── answered ──► up
 *                                                   ▲                         │
 *                                                   └────────── silent ───────┘
 *
 * All times are monotonic, in milliseconds.
 */
export class Circuit {
  readonly #random: Random;
  #silent = 0;
  /** How often it was found down since it answered last. */
  #downs = 0;
  #restsUntil = 0;
  #isProbing = false;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Milliseconds after which a call makes sense; 0 for at once. */
  closedFor(now: number): number {
    if (this.#downs === 0) return 0;
    return this.#isProbing ? whileProbing : Math.max(0, this.#restsUntil - now);
  }

  /**
   * Begins a call; the function that it returns takes how it ended, once.
   *
   * Assumptions: `closedFor` is 0.
   */
  begin(): (end: CallEnd, now: number) => void {
    const isProbe = this.#downs > 0;
    this.#isProbing ||= isProbe;
    return (end, now) => {
      if (isProbe) this.#isProbing = false;
      if (end === "answered") this.#up();
      if (end === "silent") this.#unanswered(isProbe, now);
    };
  }

  #up(): void {
    this.#silent = 0;
    this.#downs = 0;
  }

  #unanswered(isProbe: boolean, now: number): void {
    this.#silent += 1;
    // Calls that were out when the host went down say nothing new about it.
    if (!isProbe && (this.#downs > 0 || this.#silent < mostSilent)) return;
    this.#restsUntil = now + jittered(delayOf(rest, this.#downs), this.#random);
    this.#downs += 1;
  }
}
