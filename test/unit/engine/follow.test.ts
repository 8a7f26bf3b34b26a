import { describe, expect, it } from "vitest";
import type { Key } from "../../../shared/core/object.ts";
import type { PassEnd, PassResult } from "../../../shared/engine/engine.ts";
import { Follower, type FollowOptions } from "../../../shared/engine/follow.ts";
import type { Log } from "../../../shared/ports/log.ts";
import { evenChance } from "../../world/even-chance.ts";
import { type Carrier, FakeBus, namesIn } from "../../world/fake-bus.ts";
import { settled, VirtualClock } from "../../world/virtual-clock.ts";

const key = (name: string): Key => ({ kind: "Thing", namespace: "home", name });
const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A pod: its follower, what its looks find (the last one again and again), and when it looked at what. */
class Pod {
  readonly clock: VirtualClock;
  readonly bus: FakeBus;
  readonly follower: Follower;
  readonly looks: string[] = [];
  readonly finds = new Map<string, PassEnd[]>();
  atOnce = 0;
  mostAtOnce = 0;

  constructor(options: Partial<FollowOptions> = {}, clock = new VirtualClock()) {
    this.clock = clock;
    this.bus = new FakeBus();
    const look = (one: Key) => this.look(one);
    this.follower = new Follower({ bus: this.bus, look, clock, random: evenChance, log: silent, ...options });
  }

  async look(one: Key): Promise<PassResult> {
    this.looks.push(`${this.clock.monotonic() / 1000} ${one.name}`);
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    await Promise.resolve();
    this.atOnce -= 1;
    const finds = this.finds.get(one.name) ?? [];
    const end = finds.length > 1 ? finds.shift() : finds[0];
    if (end === undefined) throw new Error("the API server failed");
    return { key: one, end, rule: undefined, actions: [], generation: 1, revisitAfterMs: undefined, ms: 0 };
  }

  sees(name: string, end: PassEnd = "moving"): void {
    this.follower.add({ key: key(name), end, revisitAfterMs: undefined });
  }

  serve(...names: string[]): { readonly end: AbortController; readonly over: () => boolean } {
    const end = new AbortController();
    let over = false;
    this.follower.serve(names.map(key), end.signal).then(
      () => {
        over = true;
      },
      () => {},
    );
    return { end, over: () => over };
  }
}

describe("a pass that sees movement", () => {
  it.each<{ end: PassEnd; carried: string[] }>([
    { end: "moving", carried: ["a"] },
    { end: "waiting", carried: ["a"] },
    { end: "settled", carried: [] },
    { end: "gone", carried: [] },
    { end: "ignored", carried: [] },
  ])("$end: one request to our own address carries $carried", async ({ end, carried }) => {
    const pod = new Pod();
    pod.sees("a", end);
    await settled();
    expect(pod.bus.carriers.flatMap(({ event }) => namesIn(event))).toEqual(carried);
  });

  it.each([
    { name: "forward", ms: 86_400_000, why: "it would give up what still moves" },
    { name: "back", ms: -86_400_000, why: "it would hold the pod for a day" },
  ])("is followed as long as ever when the wall clock jumps $name ($why)", async ({ ms }) => {
    const pod = new Pod();
    pod.finds.set("a", ["moving"]);
    const { over } = pod.serve("a");
    await pod.clock.advance(5_000);
    const before = pod.looks.length;
    pod.clock.jump(ms);
    await pod.clock.advance(100_000);
    expect([over(), pod.looks.length > before]).toEqual([false, true]);
    await pod.clock.advance(140_000);
    expect(over()).toBe(true);
  });

  it("has one carrier out at a time; keys that come meanwhile are collected, then go out together", async () => {
    const pod = new Pod();
    pod.sees("a");
    await pod.clock.advance(100);
    pod.sees("b");
    pod.sees("c");
    pod.sees("b");
    expect(pod.bus.out).toHaveLength(1);
    await pod.clock.advance(1_000);
    expect(pod.bus.carriers.map(({ event, state }) => [namesIn(event).sort(), state])).toEqual([
      [["a"], "given up"],
      [["a", "b", "c"], "out"],
    ]);
  });

  it("sends nothing more once the carrier is answered", async () => {
    const pod = new Pod();
    pod.sees("a");
    await settled();
    pod.bus.out[0]?.answer();
    await pod.clock.advance(600_000);
    expect(pod.bus.carriers).toHaveLength(1);
    pod.sees("b");
    await settled();
    expect(namesIn(pod.bus.out[0]?.event)).toEqual(["b"]);
  });

  it("does not send a carrier again that nobody answered; the tick has its keys", async () => {
    const pod = new Pod();
    pod.sees("a");
    await settled();
    pod.bus.out[0]?.fail();
    await pod.clock.advance(600_000);
    expect(pod.bus.carriers).toHaveLength(1);
  });

  it("keeps nothing and sends nothing without an address of its own", async () => {
    const pod = new Pod({ bus: undefined });
    pod.sees("a");
    await pod.clock.advance(60_000);
    await pod.follower.drain();
    expect([pod.bus.carriers, pod.clock.sleepers]).toEqual([[], 0]);
  });
});

describe("serving a carrier", () => {
  it("looks after 1, 3, 7, 15 and 25 seconds and ends when all have settled", async () => {
    const pod = new Pod();
    pod.finds.set("a", ["moving", "moving", "moving", "moving", "settled"]);
    const { over } = pod.serve("a");
    await pod.clock.advance(24_900);
    expect([pod.looks, over()]).toEqual([["1 a", "3 a", "7 a", "15 a"], false]);
    await pod.clock.advance(100);
    expect([pod.looks.at(-1), over(), pod.bus.carriers]).toEqual(["25 a", true, []]);
  });

  it("looks at no more than so many at once", async () => {
    const pod = new Pod({ concurrency: 3 });
    const names = Array.from({ length: 10 }, (_, index) => `n${index}`);
    for (const name of names) pod.finds.set(name, ["settled"]);
    const { over } = pod.serve(...names);
    await pod.clock.advance(1_000);
    await pod.clock.advance(0);
    for (let turn = 0; turn < 20 && !over(); turn += 1) await settled();
    expect([pod.looks.length, pod.mostAtOnce, over()]).toEqual([10, 3, true]);
  });

  it("takes in what passes of this pod see meanwhile, without another carrier", async () => {
    const pod = new Pod();
    pod.finds.set("a", ["moving", "moving", "settled"]);
    pod.finds.set("b", ["settled"]);
    const { over } = pod.serve("a");
    await pod.clock.advance(3_500);
    pod.sees("b");
    await pod.clock.advance(6_000);
    expect([pod.looks, over(), pod.bus.carriers]).toEqual([["1 a", "3 a", "4.5 b", "7 a"], true, []]);
  });

  it("hands over at the limit what still moves, and leaves to the tick what waits", async () => {
    const pod = new Pod({ limitMs: 20_000 });
    pod.finds.set("moves", ["moving"]);
    pod.finds.set("waits", ["waiting"]);
    const { over } = pod.serve("moves", "waits");
    await pod.clock.advance(20_000);
    expect(over()).toBe(true);
    expect(pod.bus.carriers.map(({ event }) => event)).toEqual([
      { type: "dev.weir.follow", keys: [{ ...key("moves"), hops: 1, afterMs: 5_000 }] },
    ]);
  });

  it("survives looks that fail, and treats them as a fault that may pass", async () => {
    const pod = new Pod({ limitMs: 5_000 });
    const { over } = pod.serve("fails");
    await pod.clock.advance(5_000);
    expect([pod.looks, over(), pod.bus.carriers]).toEqual([["1 fails", "3 fails"], true, []]);
  });

  it("ends with its request, and its keys are its sender's", async () => {
    const pod = new Pod();
    pod.finds.set("a", ["moving"]);
    const { end, over } = pod.serve("a");
    await pod.clock.advance(2_000);
    end.abort();
    await settled();
    await pod.clock.advance(60_000);
    expect([pod.looks, over(), pod.bus.carriers]).toEqual([["1 a"], true, []]);
  });

  it("keeps following for another request what both brought", async () => {
    const pod = new Pod();
    pod.finds.set("a", ["moving", "moving", "moving", "settled"]);
    pod.finds.set("b", ["moving", "moving", "moving", "settled"]);
    const first = pod.serve("a");
    const second = pod.serve("b");
    await pod.clock.advance(2_000);
    first.end.abort();
    await pod.clock.advance(30_000);
    expect([first.over(), second.over()]).toEqual([true, true]);
    expect(pod.looks.filter((look) => look.endsWith("b"))).toEqual(["1 b", "3 b", "7 b", "15 b"]);
    expect(pod.looks.filter((look) => look.endsWith("a"))).toEqual(["1 a"]);
  });

  it("looks at each key once, however many requests are being served", async () => {
    const pod = new Pod();
    pod.finds.set("a", ["moving", "settled"]);
    const [first, second] = [pod.serve("a"), pod.serve("a")];
    await pod.clock.advance(10_000);
    expect([pod.looks, first.over(), second.over()]).toEqual([["1 a", "3 a"], true, true]);
  });
});

describe("draining", () => {
  it("ends loops and carriers, and hands what moves to another pod", async () => {
    const pod = new Pod();
    pod.finds.set("served", ["moving"]);
    pod.sees("carried");
    await settled();
    const { over } = pod.serve("served");
    const drained = pod.follower.drain();
    await settled();
    expect(pod.bus.out.at(-1)?.event).toEqual({
      type: "dev.weir.follow",
      keys: [key("carried"), { ...key("served"), hops: 1, afterMs: 1_000 }],
      detached: true,
    });
    pod.bus.out.at(-1)?.answer();
    await drained;
    pod.sees("late");
    await pod.clock.advance(60_000);
    expect([over(), pod.looks]).toEqual([true, []]);
    expect(pod.bus.carriers.map(({ state }) => state)).toEqual(["given up", "answered"]);
  });

  it("waits 2 seconds at most for someone to take over", async () => {
    const pod = new Pod();
    pod.sees("a");
    await settled();
    const drained = pod.follower.drain();
    await pod.clock.advance(2_000);
    await drained;
    expect(pod.bus.carriers.map(({ state }) => state)).toEqual(["given up", "given up"]);
  });

  it("takes over from a pod that ends: in a carrier of its own, or where it is serving anyway", async () => {
    const idle = new Pod();
    idle.follower.adopt([key("a")]);
    await settled();
    expect(namesIn(idle.bus.out[0]?.event)).toEqual(["a"]);
    const busy = new Pod();
    busy.finds.set("b", ["moving"]).set("a", ["settled"]);
    const { end } = busy.serve("b", "a");
    busy.follower.adopt([key("a")]);
    end.abort();
    await settled();
    expect(namesIn(busy.bus.out[0]?.event)).toEqual(["a"]);
  });

  it("is done at once where nothing is followed", async () => {
    expect(await new Pod().follower.drain()).toBeUndefined();
  });
});

describe("following from end to end", () => {
  it("a carrier that comes back to the same pod is served there, and the pod is idle when all has settled", async () => {
    const pod = new Pod({ limitMs: 10_000 });
    pod.finds.set("a", ["moving", "moving", "moving", "moving", "moving", "settled"]);
    pod.sees("a");
    const served = new Set<Carrier>();
    for (let second = 0; second < 60; second += 1) {
      for (const carrier of pod.bus.out) {
        if (served.has(carrier) || carrier.event.type !== "dev.weir.follow") continue;
        served.add(carrier);
        pod.follower.serve(carrier.event.keys, carrier.signal).then(carrier.answer, carrier.fail);
      }
      await pod.clock.advance(1_000);
    }
    expect(pod.bus.carriers.map(({ state }) => state)).toEqual(["answered", "answered", "answered"]);
    expect(pod.looks.map((look) => Math.floor(Number(look.split(" ")[0])))).toEqual([1, 3, 7, 15, 17, 21]);
    expect([pod.bus.out, pod.clock.sleepers]).toEqual([[], 0]);
  });
});
