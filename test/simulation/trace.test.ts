import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { fingerprintOf } from "./trace.ts";
import type { TraceOrder } from "./trace-worker.ts";

type Fingerprints = readonly (readonly [seed: number, fingerprint: string])[];

const seeds = Array.from({ length: 300 }, (_, index) => index + 1);

async function inAThread(seeds: readonly number[], light = false): Promise<Fingerprints> {
  const order: TraceOrder = { seeds, light };
  const worker = new Worker(new URL("./trace-worker.ts", import.meta.url), { workerData: order });
  try {
    const [fingerprints] = (await once(worker, "message")) as [Fingerprints];
    return fingerprints;
  } finally {
    await worker.terminate();
  }
}

function bySeed(fingerprints: Fingerprints): Fingerprints {
  return fingerprints.toSorted(([a], [b]) => a - b);
}

describe("a seed is the same run: each call, each fault, each effect and each version of each object", () => {
  const forwards = inAThread(seeds);

  it("on two threads as on one, whichever seeds a thread has played before", async () => {
    const [odd, even] = [seeds.filter((seed) => seed % 2 === 1), seeds.filter((seed) => seed % 2 === 0)];
    const halves = await Promise.all([odd, even].map((part) => inAThread(part)));
    expect(bySeed(halves.flat())).toEqual(await forwards);
  });

  it("backwards as forwards", async () => {
    expect(bySeed(await inAThread(seeds.toReversed()))).toEqual(await forwards);
  });

  it("with the signals of a search as with the runtime's own", async () => {
    expect(await inAThread(seeds, true)).toEqual(await forwards);
  });

  it("and no two of them are the same run, so that a fingerprint tells runs apart", async () => {
    const played = await forwards;
    expect(new Set(played.map(([, fingerprint]) => fingerprint)).size).toBe(seeds.length);
    expect(await fingerprintOf(1)).toBe(played[0]?.[1]);
  });
});
