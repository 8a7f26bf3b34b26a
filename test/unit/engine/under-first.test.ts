import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { underFirst } from "../../../shared/engine/under-first.ts";

const rows: readonly { name: string; why: string; aborts: readonly number[]; seen: unknown }[] = [
  { name: "none of them aborts", why: "the work goes on", aborts: [], seen: [false, undefined] },
  { name: "the first one aborts", why: "whichever it is", aborts: [0], seen: [true, "reason 0"] },
  { name: "the last one aborts", why: "whichever it is", aborts: [1], seen: [true, "reason 1"] },
  { name: "both abort", why: "what came first is why", aborts: [1, 0], seen: [true, "reason 1"] },
];

function start() {
  const controllers = [new AbortController(), new AbortController()];
  return { controllers, signals: controllers.map(({ signal }) => signal) };
}

describe("work under the first of several signals", () => {
  it.each(rows)("while it is done, $name: $why", async ({ aborts, seen }) => {
    const { controllers, signals } = start();
    const work = async (signal: AbortSignal) => {
      for (const index of aborts) controllers[index]?.abort(`reason ${index}`);
      return [signal.aborted, signal.reason];
    };
    expect(await underFirst(signals, work)).toEqual(seen);
  });

  it("is done under one that has aborted already", async () => {
    const { controllers, signals } = start();
    controllers[1]?.abort("too late");
    expect(await underFirst(signals, async ({ aborted, reason }) => [aborted, reason])).toEqual([true, "too late"]);
  });

  it("leaves no listener behind once it is over, also where it fails, and is told nothing any more", async () => {
    const { controllers, signals } = start();
    let kept: AbortSignal | undefined;
    await underFirst(signals, async (signal) => {
      kept = signal;
    });
    await expect(underFirst(signals, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(signals.map((signal) => getEventListeners(signal, "abort"))).toEqual([[], []]);
    controllers[0]?.abort();
    expect(kept?.aborted).toBe(false);
  });
});
