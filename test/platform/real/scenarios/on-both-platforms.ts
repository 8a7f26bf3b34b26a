import { afterAll, describe, expect, inject, it } from "vitest";
import { startEmbeddedPlatform } from "../../../../cli/demo/embedded-platform.ts";
import type { StartPlatform } from "../../../../cli/demo/platform.ts";
import { onControlPlane } from "../world/start-real-platform.ts";
import { firstDifference } from "./first-difference.ts";
import { makePlay, type Play } from "./play.ts";
import type { Trace } from "./trace.ts";

/** One trace for each world that a scenario opened. */
type Traces = readonly (() => Trace)[];

/** A scenario; it throws where an expectation does not hold. What it leaves open is closed after it. */
export type BothWays = (play: Play) => Promise<void>;

/**
 * Runs a scenario on the embedded platform and on the real control plane, both at once, and compares their traces. Without
 * a control plane (the project says why in one line) only the embedded one is left.
 */
export function onBothPlatforms(name: string, scenario: BothWays, timeout = 180_000): void {
  const address = inject("controlPlane");
  let started: { embedded: Promise<Traces>; real: Promise<Traces> } | undefined;
  const runs = () => {
    started ??= {
      embedded: run(startEmbeddedPlatform, scenario),
      real: address === null ? Promise.resolve([]) : run(onControlPlane(address), scenario),
    };
    // Each is awaited by a test of its own, but not from the start.
    for (const one of Object.values(started)) one.catch(() => undefined);
    return started;
  };
  describe(name, { timeout }, () => {
    afterAll(() => Promise.allSettled(Object.values(started ?? {})).then(() => undefined), timeout);
    it("on the embedded platform", async () => void (await runs().embedded));
    it.skipIf(address === null)("on the real control plane", async () => void (await runs().real));
    it.skipIf(address === null)("shows the same on both", async () => {
      const { embedded, real } = runs();
      const [one, other] = await Promise.all([embedded, real]);
      const [seen, expected] = [one, other].map((traces) => traces.map((trace) => trace()));
      // The report of a whole run keeps a message alone, and none of the two traces.
      const difference = firstDifference(seen, expected);
      expect(seen, `first difference: ${JSON.stringify(difference)}`).toEqual(expected);
    });
  });
}

/** One part of a scenario; what fails in it is named by it. */
export async function step(name: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`;
    throw error;
  }
}

async function run(startPlatform: StartPlatform, scenario: BothWays): Promise<Traces> {
  const { play, traces, close } = makePlay(startPlatform);
  try {
    await scenario(play);
  } finally {
    await close();
  }
  return traces;
}
