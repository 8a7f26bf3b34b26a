import { describe, expect, it } from "vitest";
import type { PassEnd } from "../../../shared/engine/engine.ts";
import { FollowSet } from "../../../shared/engine/follow-set.ts";
import { evenChance } from "../../world/even-chance.ts";

const key = (name: string) => ({ kind: "Thing", namespace: "home", name });
const found = (name: string, end: PassEnd, revisitAfterMs?: number) => ({ key: key(name), end, revisitAfterMs });

describe("the set of what is followed", () => {
  it("looks after 1, 2, 4, 8 and then every 10 seconds", () => {
    const set = new FollowSet(evenChance);
    set.add(key("a"), 0, "moving");
    const waits: number[] = [];
    let now = 0;
    for (let look = 0; look < 6; look += 1) {
      const wait = set.untilNext(now) ?? 0;
      waits.push(wait);
      now += wait;
      expect(set.takeDue(now)).toEqual([key("a")]);
      set.settle(found("a", "moving"), now);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  it.each<{ end: PassEnd; why: string; left: number }>([
    { end: "settled", why: "nothing moves any more", left: 0 },
    { end: "gone", why: "there is nothing to look at", left: 0 },
    { end: "ignored", why: "it became somebody else's", left: 0 },
    { end: "moving", why: "it goes on", left: 1 },
    { end: "waiting", why: "it may pass", left: 1 },
  ])("after a look that finds $end, $left is left ($why)", ({ end, left }) => {
    const set = new FollowSet(evenChance);
    set.add(key("a"), 0, "moving");
    set.takeDue(1_000);
    set.settle(found("a", end), 1_000);
    expect(set.size).toBe(left);
  });

  it("gives a key out once, until it is settled", () => {
    const set = new FollowSet(evenChance);
    set.add(key("a"), 0, "moving");
    expect(set.takeDue(1_000)).toEqual([key("a")]);
    expect([set.takeDue(1_000), set.untilNext(1_000)]).toEqual([[], undefined]);
  });

  it.each([
    { name: "least", random: 0, waits: [900, 1_800, 3_600, 7_200, 9_000] },
    { name: "most", random: 1, waits: [1_100, 2_200, 4_400, 8_800, 11_000] },
  ])("moves every look by a tenth at most: $name", ({ random, waits }) => {
    const set = new FollowSet(() => random);
    set.add(key("a"), 0, "moving");
    const seen = waits.map(() => {
      const wait = set.untilNext(0) ?? 0;
      set.takeDue(wait);
      set.settle(found("a", "moving"), 0);
      return Math.round(wait);
    });
    expect(seen).toEqual(waits);
  });

  it("spreads what was told the same moment, and lets none come before it", () => {
    const chances = [0, 0.3, 0.9, 0.1, 0.5, 1];
    const set = new FollowSet(() => chances.shift() ?? 0);
    const dues = ["a", "b", "c"].map((name) => {
      set.add({ ...key(name), afterMs: 30_000 }, 0, "moving");
      const due = set.untilNext(0) ?? 0;
      set.takeDue(due);
      return due;
    });
    expect(dues).toEqual([30_900, 30_300, 33_000]);
  });

  it("waits as long as the other side asked", () => {
    const set = new FollowSet(() => 0);
    set.add({ ...key("a"), afterMs: 30_000 }, 0, "moving");
    expect(set.untilNext(0)).toBe(30_000);
    set.takeDue(30_000);
    set.settle(found("a", "waiting", 45_000), 30_000);
    expect(set.untilNext(30_000)).toBe(45_000);
  });

  it("starts anew for what moved again, and does not hasten what only waits", () => {
    const set = new FollowSet(evenChance);
    set.add(key("a"), 0, "moving");
    for (const now of [1_000, 3_000, 7_000]) {
      set.takeDue(now);
      set.settle(found("a", "waiting"), now);
    }
    set.add(key("a"), 8_000, "waiting");
    expect(set.untilNext(8_000)).toBe(7_000);
    set.add(key("a"), 8_000, "moving");
    expect(set.untilNext(8_000)).toBe(1_000);
  });

  it("hands over what moves, at most three times, and leaves what waits to the tick", () => {
    const set = new FollowSet(evenChance);
    set.add(key("moves"), 0, "moving");
    set.add({ ...key("tired"), hops: 3 }, 0, "moving");
    set.add(key("waits"), 0, "waiting");
    expect(set.takeMoving(400)).toEqual([{ ...key("moves"), hops: 1, afterMs: 600 }]);
    expect(set.size).toBe(0);
  });

  it("forgets what a request brought when its sender takes care of it again", () => {
    const set = new FollowSet(evenChance);
    const request = Symbol("request");
    set.add(key("brought"), 0, "moving", request);
    set.add(key("seen"), 0, "moving");
    set.drop(request);
    expect(set.takeMoving(5_000)).toEqual([{ ...key("seen"), hops: 1, afterMs: 0 }]);
  });

  it("keeps what another request, or a pass of its own, has brought as well", () => {
    const set = new FollowSet(evenChance);
    const [first, second] = [Symbol("first"), Symbol("second")];
    set.add(key("both"), 0, "moving", first);
    set.add(key("both"), 0, "moving", second);
    set.add(key("own"), 0, "moving", first);
    set.add(key("own"), 0, "waiting");
    set.drop(first);
    expect(set.takeDue(1_000)).toEqual([key("both"), key("own")]);
    set.drop(second);
    expect(set.size).toBe(1);
  });

  it("gives out again what was put back", () => {
    const set = new FollowSet(evenChance);
    set.add(key("a"), 0, "moving");
    expect([set.takeDue(1_000), set.takeDue(1_000)]).toEqual([[key("a")], []]);
    set.putBack(key("a"));
    expect(set.takeDue(1_000)).toEqual([key("a")]);
  });

  it("takes a hundred thousand keys", () => {
    const set = new FollowSet(evenChance);
    for (let index = 0; index < 100_000; index += 1) set.add(key(`n${index}`), index, "moving");
    expect([set.size, set.untilNext(0)]).toEqual([100_000, 1_000]);
  });

  it("knows nothing of a key that it does not follow", () => {
    const set = new FollowSet(evenChance);
    set.settle(found("a", "moving"), 0);
    expect([set.size, set.untilNext(0)]).toEqual([0, undefined]);
  });
});
