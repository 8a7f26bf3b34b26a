import type { Dice } from "./dice.ts";
import type { Fault, IoKind } from "./faults.ts";
import type { Process } from "./process.ts";
import type { Story } from "./story.ts";
import type { Timeline } from "./timeline.ts";

/** Decides what goes wrong at a place of a run; the places are numbered in the order in which they come up. */
export type FaultPlan = (place: number, kind: IoKind, now: number) => Fault | undefined;

/** One call: what it does to the world, and what its caller hears where the answer is not the world's own. */
export interface Exchange<Answer> {
  readonly kind: IoKind;
  /** Words for the story. */
  readonly what: string;
  /** The effect, at its moment; what it throws or rejects with is an answer as well. */
  readonly apply: () => Answer | Promise<Answer>;
  /** The answer of the past, for reads that may be stale. */
  readonly recall?: (versions: number) => Answer;
  /** What the caller hears of a fault; what it throws is what the call rejects with. */
  readonly hear: (fault: Fault) => Answer;
  /** Milliseconds after which the caller gives up. */
  readonly limitMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A place of a run, and what goes wrong there. */
export interface Placed {
  readonly place: number;
  readonly fault: Fault | undefined;
}

/** A fault that a run met. */
export interface Met {
  readonly place: number;
  readonly kind: IoKind;
  readonly fault: Fault;
}

/** Faults in which nothing happens, and the caller hears of it after a moment. */
const refusals: ReadonlySet<Fault> = new Set(["refused", "throttled", "denied", "page", "cut before", "failed"]);

/** Faults in which it happens, and the caller hears something else after a moment. */
const garbled: ReadonlySet<Fault> = new Set(["cut after", "page after", "failed after"]);

/** How much later than its caller's patience an effect may still happen, in milliseconds: the `D_max` of D6's quarantine. */
const latestMs = 30_000;

/** How far a wall clock may jump, in milliseconds. */
const farthestJumpMs = 600_000;

/**
 * All calls of a run. A call has three moments, sent, applied and answered, and faults come between them.
 *
 * Guarantees: a call of a dead process never happens; an answer to a dead process never arrives; every draw belongs to the
 * call's own place, so that a run without one of its faults draws the same for all others.
 */
export class Network {
  readonly #timeline: Timeline;
  readonly #dice: Dice;
  readonly #plan: FaultPlan;
  readonly #story: Story;
  /** What went wrong, in its order. */
  readonly met: Met[] = [];
  #places = 0;

  constructor(timeline: Timeline, dice: Dice, plan: FaultPlan, story: Story) {
    this.#timeline = timeline;
    this.#dice = dice;
    this.#plan = plan;
    this.#story = story;
  }

  /** Takes the next place for a kind of input or output, with the fault that is planned for it. */
  place(kind: IoKind, what: string, who: string): Placed {
    const place = this.#places;
    this.#places += 1;
    const fault = this.#plan(place, kind, this.#timeline.now);
    if (fault !== undefined) this.met.push({ place, kind, fault });
    this.#story.tell(this.#timeline.now, who, what, { place, kind, fault });
    return { place, fault };
  }

  /** A number from 0 to 1 of a place. */
  roll(place: number, face: number): number {
    return this.#dice.at(place, face);
  }

  /** Sends a call of a process and gives what the process hears of it. */
  call<Answer>(process: Process, exchange: Exchange<Answer>): Promise<Answer> {
    if (!process.alive) return new Promise(() => {});
    if (exchange.signal?.aborted) return (async () => exchange.hear("silent before"))();
    const { place, fault } = this.place(exchange.kind, exchange.what, process.name);
    if (fault === "crash before") {
      process.die();
      return new Promise(() => {});
    }
    return new Promise((resolve, reject) => {
      const { signal, hear } = exchange;
      const heard = new Heard(process, resolve, reject, () => signal?.removeEventListener("abort", giveUp));
      const giveUp = () => heard.at(() => hear("silent before"));
      signal?.addEventListener("abort", giveUp);
      this.#travel(process, exchange, { place, fault }, heard);
    });
  }

  #travel<Answer>(process: Process, exchange: Exchange<Answer>, { place, fault }: Placed, heard: Heard<Answer>): void {
    const { hear, limitMs } = exchange;
    const [there, back] = [1 + this.roll(place, 1) * 40, 1 + this.roll(place, 2) * 40];
    const after = (ms: number, act: () => void) => this.#timeline.after(ms, act, process.isDead);
    if (fault !== undefined && refusals.has(fault)) after(there + back, () => heard.at(() => hear(fault)));
    else if (fault === "silent before") after(limitMs, () => heard.at(() => hear(fault)));
    else if (fault === "late" || fault === "crash late") {
      if (fault === "crash late") process.die();
      after(limitMs, () => heard.at(() => hear(fault)));
      this.#timeline.after(limitMs + this.roll(place, 3) * latestMs, () => {
        this.#story.tell(this.#timeline.now, process.name, `${exchange.what} takes effect`, {
          place,
          kind: exchange.kind,
          fault,
        });
        void this.#apply(exchange, fault, place);
      });
    } else this.#timeline.after(there, () => this.#arrive(process, exchange, { place, fault }, heard, back));
  }

  /** The call has reached the other side, and takes effect there. */
  #arrive<Answer>(
    process: Process,
    exchange: Exchange<Answer>,
    { place, fault }: Placed,
    heard: Heard<Answer>,
    back: number,
  ): void {
    const { hear, limitMs } = exchange;
    const outcome = this.#apply(exchange, fault, place);
    const after = (ms: number, act: () => void) => this.#timeline.after(ms, act, process.isDead);
    if (fault === "crash after") process.die();
    else if (fault === "silent after") after(limitMs, () => heard.at(() => hear(fault)));
    else if (fault !== undefined && garbled.has(fault)) after(back, () => heard.at(() => hear(fault)));
    else {
      after(fault === "slow" ? back + this.roll(place, 3) * 0.9 * (limitMs - 2 * back) : back, () => {
        if (fault === "crash on answer") process.die();
        if (fault === "jumped") process.jump((2 * this.roll(place, 3) - 1) * farthestJumpMs);
        if (fault === "frozen") process.freeze(this.roll(place, 3) * 40_000);
        heard.at(outcome);
      });
    }
  }

  #apply<Answer>({ apply, recall }: Exchange<Answer>, fault: Fault | undefined, place: number): Outcome<Answer> {
    const stale = fault === "stale" ? recall : undefined;
    return outcomeOf(stale === undefined ? apply : () => stale(1 + Math.floor(this.roll(place, 3) * 4)));
  }
}

/** What came of an effect, for whoever asks. */
type Outcome<Answer> = () => Answer | Promise<Answer>;

/** Has an effect happen. */
function outcomeOf<Answer>(apply: () => Answer | Promise<Answer>): Outcome<Answer> {
  try {
    const answer = apply();
    // Nobody may be there any more to hear that it was refused.
    if (answer instanceof Promise) answer.catch(() => undefined);
    return () => answer;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** What a caller hears: the first thing that reaches it, and nothing after that. */
class Heard<Answer> {
  readonly #process: Process;
  readonly #resolve: (answer: Answer | Promise<Answer>) => void;
  readonly #reject: (error: unknown) => void;
  readonly #done: () => void;

  constructor(
    process: Process,
    resolve: (answer: Answer | Promise<Answer>) => void,
    reject: (error: unknown) => void,
    done: () => void,
  ) {
    this.#process = process;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#done = done;
  }

  at(say: () => Answer | Promise<Answer>): void {
    this.#process.deliver(() => {
      this.#done();
      try {
        this.#resolve(say());
      } catch (error) {
        this.#reject(error);
      }
    });
  }
}
