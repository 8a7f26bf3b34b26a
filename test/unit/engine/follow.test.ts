import { describe, expect, it } from "vitest";
import type { PassEnd } from "../../../shared/engine/engine.ts";
import { namesIn } from "../../world/fake-bus.ts";
import { settled } from "../../world/virtual-clock.ts";
import { key, Pod } from "./follow-rig.ts";

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
