import { describe, expect, it } from "vitest";
import { type Carrier, namesIn } from "../../world/fake-bus.ts";
import { settled } from "../../world/virtual-clock.ts";
import { key, Pod } from "./follow-rig.ts";

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
