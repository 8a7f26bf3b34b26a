import { type Key, keyText } from "../core/object.ts";
import { delayOf, followBackoff, jittered } from "../core/schedule.ts";
import type { FollowedKey } from "../ports/bus.ts";
import type { Random } from "../ports/random.ts";
import type { PassResult } from "./engine.ts";

/** Hand-overs after which a resource that still moves is left to the tick: about 16 minutes (no idle pods). */
const mostHops = 3;

/** Resources that are followed at once; anyone can send a follow event, and what is beyond is left to the tick. */
export const mostFollowed = 100_000;

interface Followed {
  readonly key: Key;
  /** The requests that brought the key, and `ownPass` where a pass of this pod saw it move. */
  readonly origins: Set<symbol>;
  readonly hops: number;
  attempt: number;
  /** Milliseconds since the epoch of the next look. */
  dueAt: number;
  state: "moving" | "waiting";
  looking: boolean;
}

const ownPass = Symbol("own pass");

/** The resources that are being followed, and when each is to be looked at next (D9). */
export class FollowSet {
  readonly #followed = new Map<string, Followed>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  get size(): number {
    return this.#followed.size;
  }

  /** Starts anew for a key that moved again: the first look comes after 1 s. What only waits is never hastened. */
  add({ hops = 0, afterMs = 0, ...key }: FollowedKey, now: number, state: Followed["state"], from = ownPass): void {
    const known = this.#followed.get(keyText(key));
    const origins = (known?.origins ?? new Set<symbol>()).add(from);
    if (known === undefined ? this.#followed.size >= mostFollowed : state === "waiting") return;
    const dueAt = now + this.#delay(0, afterMs);
    const looking = known?.looking ?? false;
    this.#followed.set(keyText(key), { key, origins, hops, attempt: 0, dueAt, state, looking });
  }

  /** Takes in what a look found: settled ones leave, the others wait longer each time. */
  settle({ key, end, revisitAfterMs }: Pick<PassResult, "key" | "end" | "revisitAfterMs">, now: number): void {
    const followed = this.#followed.get(keyText(key));
    if (followed === undefined) return;
    if (end !== "moving" && end !== "waiting") {
      this.#followed.delete(keyText(key));
      return;
    }
    followed.looking = false;
    followed.attempt += 1;
    followed.dueAt = now + this.#delay(followed.attempt, revisitAfterMs ?? 0);
    followed.state = end;
  }

  /** Never sooner than was asked for, and spread over a tenth of it: many were told the same moment. */
  #delay(attempt: number, leastMs: number): number {
    const usual = jittered(delayOf(followBackoff, attempt), this.#random);
    return Math.max(usual, leastMs * (1 + this.#random() / 10));
  }

  /** The keys whose time has come; each is given out once until it is settled. */
  takeDue(now: number): Key[] {
    const due = [...this.#followed.values()].filter((one) => one.dueAt <= now && !one.looking);
    for (const one of due) one.looking = true;
    return due.map((one) => one.key);
  }

  /** Milliseconds until the next look; undefined when there is none to wait for. */
  untilNext(now: number): number | undefined {
    let next = Number.POSITIVE_INFINITY;
    for (const { dueAt, looking } of this.#followed.values()) if (!looking) next = Math.min(next, dueAt);
    return next === Number.POSITIVE_INFINITY ? undefined : Math.max(0, next - now);
  }

  /** Gives keys back that were taken and not looked at. */
  putBack(key: Key): void {
    const followed = this.#followed.get(keyText(key));
    if (followed !== undefined) followed.looking = false;
  }

  /** Forgets what a request alone brought, because its sender takes care of it again. */
  drop(from: symbol): void {
    for (const [text, { origins }] of this.#followed) {
      if (origins.delete(from) && origins.size === 0) this.#followed.delete(text);
    }
  }

  /**
   * Empties the set and returns what still moves, for the next carrier. What only waits for a fault to pass is left to
   * the tick, and so is what has been handed over too often.
   */
  takeMoving(now: number): FollowedKey[] {
    const moving = [...this.#followed.values()].filter((one) => one.state === "moving" && one.hops < mostHops);
    this.#followed.clear();
    return moving.map(({ key, hops, dueAt }) => ({ ...key, hops: hops + 1, afterMs: Math.max(0, dueAt - now) }));
  }
}
