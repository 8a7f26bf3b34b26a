import { type Key, keyText } from "../core/object.ts";
import { delayOf, followBackoff } from "../core/schedule.ts";
import type { PassResult } from "./engine.ts";

interface Followed {
  readonly key: Key;
  attempt: number;
  /** Milliseconds since the epoch of the next look. */
  dueAt: number;
  state: "moving" | "waiting";
}

/** The resources that are being followed, and when each is to be looked at next (D9). */
export class FollowSet {
  readonly #followed = new Map<string, Followed>();

  get size(): number {
    return this.#followed.size;
  }

  /** Starts anew for a key that moved again: the first look comes after 1 s. */
  add(key: Key, now: number, state: "moving" | "waiting" = "moving"): void {
    this.#followed.set(keyText(key), { key, attempt: 0, dueAt: now + delayOf(followBackoff, 0), state });
  }

  /** Takes in what a look found: settled ones leave, the others wait longer each time. */
  settle({ key, end, revisitAfterMs }: Pick<PassResult, "key" | "end" | "revisitAfterMs">, now: number): void {
    const followed = this.#followed.get(keyText(key));
    if (followed === undefined) return;
    if (end !== "moving" && end !== "waiting") {
      this.#followed.delete(keyText(key));
      return;
    }
    followed.attempt += 1;
    followed.dueAt = now + Math.max(delayOf(followBackoff, followed.attempt), revisitAfterMs ?? 0);
    followed.state = end;
  }

  /** The keys whose time has come. */
  due(now: number): Key[] {
    return [...this.#followed.values()].filter((one) => one.dueAt <= now).map((one) => one.key);
  }

  /** Milliseconds until the next look; undefined when nothing is followed. */
  untilNext(now: number): number | undefined {
    if (this.#followed.size === 0) return undefined;
    let next = Number.POSITIVE_INFINITY;
    for (const { dueAt } of this.#followed.values()) next = Math.min(next, dueAt);
    return Math.max(0, next - now);
  }

  /** Empties the set and returns what still moves; what only waits for a fault to pass is left to the tick. */
  takeMoving(): Key[] {
    const moving = [...this.#followed.values()].filter((one) => one.state === "moving").map((one) => one.key);
    this.#followed.clear();
    return moving;
  }
}
