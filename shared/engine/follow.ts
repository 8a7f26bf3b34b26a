import { type Key, keyText } from "../core/object.ts";
import type { Bus, FollowedKey } from "../ports/bus.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Random } from "../ports/random.ts";
import { each } from "./each.ts";
import type { PassResult } from "./engine.ts";
import { FollowSet, mostFollowed } from "./follow-set.ts";
import { underFirst } from "./under-first.ts";

/** What a follower needs. */
export interface FollowOptions {
  /** Undefined: there is no own service address, nothing is followed and the tick does it all. */
  readonly bus: Bus | undefined;
  readonly look: (key: Key, signal: AbortSignal) => Promise<PassResult>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** How long one carrier may hold its request, in milliseconds. */
  readonly limitMs?: number;
  /** New keys that come while a carrier is out are collected this long before they get theirs, in milliseconds. */
  readonly coalesceMs?: number;
  /** How many resources are looked at at once. */
  readonly concurrency?: number;
}

/**
 * Requests that are held at once. Each takes a slot that events need, and there are no more pods that send carriers to each
 * other; the manifests leave room for others (`containerConcurrency`).
 */
export const mostServed = 3;

/** The longest that a loop sleeps, in milliseconds, whatever its keys wait for. */
const longestSleepMs = 10_000;

/** Why a sleep or a hand-over ends; nobody reads it, and without a reason of its own a signal makes one with a stack trace. */
const noLongerAwaited = "no longer awaited";

/** How long a draining pod tries to hand over, in milliseconds. */
const handOverMs = 2_000;

/**
 * Follows moving resources until they settle (D9).
 *
 *     pass sees movement ── add ──► pending ── one request to our own address ──► serve: look, wait, look …
 *                                      ▲                                              │
 *                                      └──────────── what still moves at the limit ◄──┘
 *
 * Guarantees: work is only ever done inside `serve`, that is inside a request that the autoscaler counts; at most one
 * carrier per pod is out; what merely waits for a fault to pass is carried once and then left to the tick. Whoever sends
 * follow events, at most three requests are held and 100,000 resources followed.
 * Caveats: a carrier that is lost takes its keys with it; the tick picks them up (D2).
 */
export class Follower {
  readonly #options: Required<Omit<FollowOptions, "bus">> & Pick<FollowOptions, "bus">;
  readonly #set: FollowSet;
  readonly #pending = new Map<string, FollowedKey>();
  #serving = 0;
  #carrier: { readonly keys: readonly FollowedKey[]; readonly abort: AbortController } | undefined;
  #sending: Promise<void> | undefined;
  /** Tells who waits for a carrier that there are more keys. */
  #more = () => {};
  readonly #draining = new AbortController();
  /** Each ends the sleep of a loop. */
  readonly #sleeps = new Set<AbortController>();

  constructor(options: FollowOptions) {
    this.#options = { limitMs: 240_000, coalesceMs: 1_000, concurrency: 8, ...options };
    this.#set = new FollowSet(options.random);
  }

  /** Takes in how a pass ended; anything that neither moves nor waits is ignored, and all of it without a bus. */
  add({ key, end, revisitAfterMs }: Pick<PassResult, "key" | "end" | "revisitAfterMs">): void {
    if (end !== "moving" && end !== "waiting") return;
    const followed = revisitAfterMs === undefined ? key : { ...key, afterMs: revisitAfterMs };
    if (this.#serving === 0) {
      this.#carry(followed);
      return;
    }
    this.#set.add(followed, this.#options.clock.monotonic(), end);
    this.#wakeUp();
  }

  #carry(key: FollowedKey): void {
    const { bus } = this.#options;
    if (bus === undefined || this.#draining.signal.aborted) return;
    if (this.#pending.size < mostFollowed) this.#pending.set(keyText(key), key);
    this.#more();
    this.#sending ??= this.#sendSoon(bus);
  }

  /** There is something new to look at. */
  #wakeUp(): void {
    for (const sleep of this.#sleeps) sleep.abort(noLongerAwaited);
  }

  /**
   * Follows `keys` until all have settled, the limit is reached, the request is aborted or the process drains; at once done
   * where enough requests are held already, which then follow these keys as well.
   *
   * Guarantees: never rejects.
   */
  async serve(keys: readonly FollowedKey[], signal: AbortSignal): Promise<void> {
    if (this.#serving >= mostServed) return this.adopt(keys);
    const { clock, limitMs } = this.#options;
    const until = clock.monotonic() + limitMs;
    const from = Symbol("request");
    for (const key of keys) this.#set.add(key, clock.monotonic(), "moving", from);
    this.#serving += 1;
    this.#wakeUp();
    await underFirst([signal, this.#draining.signal], (stop) => this.#loop(until, stop));
    this.#serving -= 1;
    if (signal.aborted) this.#set.drop(from);
    this.#wakeUp();
    if (this.#serving > 0) return;
    for (const key of this.#set.takeMoving(clock.monotonic())) this.#carry(key);
  }

  /** Takes over what a pod that goes away was following. */
  adopt(keys: readonly FollowedKey[]): void {
    for (const key of keys) {
      if (this.#serving === 0) this.#carry(key);
      else this.#set.add(key, this.#options.clock.monotonic(), "moving");
    }
    this.#wakeUp();
  }

  /**
   * Ends every loop and carrier, and hands what still moves to another pod, within 2 s; what that does not reach is left
   * to the tick.
   */
  async drain(): Promise<void> {
    if (this.#draining.signal.aborted) return;
    this.#draining.abort();
    const { clock } = this.#options;
    const own = this.#set.takeMoving(clock.monotonic());
    const keys = new Map(
      [...(this.#carrier?.keys ?? []), ...this.#pending.values(), ...own].map((key) => [keyText(key), key]),
    );
    await this.#handOver([...keys.values()]);
    this.#carrier?.abort.abort();
    await this.#sending;
  }

  async #handOver(keys: readonly FollowedKey[]): Promise<void> {
    const { bus, clock, log } = this.#options;
    if (bus === undefined || keys.length === 0) return;
    const late = new AbortController();
    const sent = bus.send({ type: "dev.weir.follow", keys, detached: true }, late.signal).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : "unknown";
      log.warn({ keys: keys.length, error: message }, "nobody took over what was followed");
    });
    await Promise.race([sent, clock.sleep(handOverMs, late.signal)]);
    late.abort(noLongerAwaited);
  }

  async #loop(until: number, stop: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    while (!stop.aborted && clock.monotonic() < until && this.#set.size > 0) await this.#lookOnce(until, stop);
  }

  async #lookOnce(until: number, stop: AbortSignal): Promise<void> {
    const { clock, concurrency } = this.#options;
    const next = this.#set.untilNext(clock.monotonic()) ?? longestSleepMs;
    const wait = Math.min(next, longestSleepMs, Math.max(0, until - clock.monotonic()));
    const sleep = new AbortController();
    this.#sleeps.add(sleep);
    try {
      await underFirst([stop, sleep.signal], (first) => clock.sleep(wait, first));
    } finally {
      this.#sleeps.delete(sleep);
    }
    if (stop.aborted) return;
    await each(this.#set.takeDue(clock.monotonic()), concurrency, async (key) => {
      if (stop.aborted || clock.monotonic() >= until) this.#set.putBack(key);
      else await this.#look(key, stop);
    });
  }

  async #look(key: Key, stop: AbortSignal): Promise<void> {
    const { look, clock, log } = this.#options;
    try {
      this.#set.settle(await look(key, stop), clock.monotonic());
    } catch (error) {
      log.warn(
        { ...key, error: error instanceof Error ? error.message : "unknown" },
        "a look at a followed resource failed",
      );
      this.#set.settle({ key, end: "waiting", revisitAfterMs: undefined }, clock.monotonic());
    }
  }

  async #sendSoon(bus: Bus): Promise<void> {
    const { clock, log, coalesceMs } = this.#options;
    while (this.#pending.size > 0 && !this.#draining.signal.aborted) {
      const keys = [...this.#pending.values()];
      this.#pending.clear();
      const abort = new AbortController();
      this.#carrier = { keys, abort };
      const carried = bus.send({ type: "dev.weir.follow", keys }, abort.signal).catch((error: unknown) => {
        log.warn(
          { keys: keys.length, error: error instanceof Error ? error.message : "unknown" },
          "a carrier was lost",
        );
      });
      await this.#untilDoneOrMore(carried, clock, coalesceMs);
    }
    this.#carrier = undefined;
    this.#sending = undefined;
  }

  /** Waits for the carrier; new keys meanwhile end it, and its own keys go out again together with them. */
  async #untilDoneOrMore(carried: Promise<void>, clock: Clock, coalesceMs: number): Promise<void> {
    const done = new AbortController();
    const finished = carried.then(() => done.abort(noLongerAwaited));
    const more = Promise.withResolvers<void>();
    this.#more = more.resolve;
    await Promise.race([finished, more.promise]);
    await clock.sleep(coalesceMs, done.signal);
    if (done.signal.aborted) return;
    for (const key of this.#carrier?.keys ?? []) {
      if (!this.#pending.has(keyText(key))) this.#pending.set(keyText(key), key);
    }
    this.#carrier?.abort.abort();
    await finished;
  }
}
