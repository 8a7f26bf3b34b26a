import { describe, expect, it } from "vitest";
import { Transfers } from "../../../shared/engine/transfers.ts";
import { settled, VirtualClock } from "../../world/virtual-clock.ts";

/** Transfers in virtual time, and works that end when a test says so. */
function rig() {
  const clock = new VirtualClock();
  const transfers = new Transfers(clock, { limitMs: 60_000, glanceMs: 2_000, most: 2 });
  const begun: { name: string; signal: AbortSignal; end: () => void; fail: (why: Error) => void }[] = [];
  const work = (name: string) => (signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => reject(new Error("aborted")));
    begun.push({ name, signal, end: resolve, fail: reject });
    return promise;
  };
  /** One look, which takes two seconds at most. */
  const look = async (name = "jar") => {
    const told = transfers.carry(name, work(name)).catch((fault: Error) => fault.message);
    await clock.advance(2_000);
    return told;
  };
  return { clock, begun, look };
}

describe("a transfer that takes longer than a look", () => {
  it("is begun once, and goes on between the looks", async () => {
    const { begun, look } = rig();
    expect([await look(), await look(), await look(), begun.length]).toEqual([
      "under way",
      "under way",
      "under way",
      1,
    ]);
    begun[0]?.end();
    expect([await look(), begun.length]).toEqual(["arrived", 1]);
    expect([await look(), begun.length]).toEqual(["under way", 2]);
  });

  it("that fails between two looks is told to the next, and begun anew after it", async () => {
    const { begun, look } = rig();
    await look();
    begun[0]?.fail(new Error("the origin is gone"));
    await settled();
    expect([await look(), begun.length]).toEqual(["the origin is gone", 1]);
    expect([await look(), begun.length]).toEqual(["under way", 2]);
  });

  it("that does not end is ended at its limit, and says how to get on", async () => {
    const { clock, begun, look } = rig();
    await look();
    await clock.advance(60_000);
    expect(await look()).toMatch(/^The jar did not reach the cluster within 60 s\. Serve it from nearer/);
    expect([begun[0]?.signal.aborted, clock.sleepers]).toEqual([true, 0]);
  });

  it("waits for room where too many go on, and is begun when there is some", async () => {
    const { begun, look } = rig();
    for (const name of ["a", "b", "c"]) expect(await look(name)).toBe("under way");
    expect(begun.map(({ name }) => name)).toEqual(["a", "b"]);
    begun[0]?.end();
    await settled();
    await look("c");
    expect(begun.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  });
});
