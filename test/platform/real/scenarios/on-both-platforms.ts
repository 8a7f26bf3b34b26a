import { afterAll, describe, expect, inject, it } from "vitest";
import { startEmbeddedPlatform } from "../../../../cli/demo/embedded-platform.ts";
import type { StartPlatform } from "../../../../cli/demo/platform.ts";
import { Stage } from "../../../../cli/demo/stage.ts";
import type { WorldOptions } from "../../../../cli/demo/world.ts";
import { type Scenario, startScenario } from "../../scenario-rig.ts";
import { onControlPlane } from "../world/start-real-platform.ts";
import { recordWorld, type Trace } from "./trace.ts";

/** A world whose trace is taken; close it before another one is opened. */
export interface Recorded extends Scenario {
  /** Puts something else that must be equal into the trace. */
  note(value: unknown): void;
}

/** What a scenario acts with: worlds on the platform that it runs on. */
export interface Play {
  readonly platform: "embedded" | "real";
  world(options?: Omit<WorldOptions, "startPlatform"> & { readonly events?: boolean }): Promise<Recorded>;
}

/** A scenario; it throws where an expectation does not hold. What it leaves open is closed after it. */
export type BothWays = (play: Play) => Promise<void>;

/**
 * Runs a scenario on the embedded platform and on the real control plane, both at once, and compares their traces. Without
 * a control plane (the project says why in one line) only the embedded one is left.
 */
export function onBothPlatforms(name: string, scenario: BothWays, timeout = 60_000): void {
  const address = inject("controlPlane");
  let started: { embedded: Promise<Trace[]>; real: Promise<Trace[]> } | undefined;
  const runs = () => {
    started ??= {
      embedded: run("embedded", startEmbeddedPlatform, scenario),
      real: address === null ? Promise.resolve([]) : run("real", onControlPlane(address), scenario),
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
      expect(await embedded).toEqual(await real);
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

async function run(platform: Play["platform"], startPlatform: StartPlatform, scenario: BothWays): Promise<Trace[]> {
  const traces: Trace[] = [];
  const open: Recorded[] = [];
  const play: Play = {
    platform,
    world: async (options = {}) => {
      const one = await record({ ...options, startPlatform }, traces);
      open.push(one);
      return one;
    },
  };
  try {
    await scenario(play);
  } finally {
    for (const one of open) await one.close();
  }
  return traces;
}

async function record(options: Parameters<typeof startScenario>[0], traces: Trace[]): Promise<Recorded> {
  const { world, stage, close } = await startScenario(options);
  const recorder = await recordWorld(world);
  let closing: Promise<void> | undefined;
  const end = async () => {
    try {
      traces.push(await recorder.trace());
      await recorder.close();
    } finally {
      await close();
    }
  };
  return {
    world: recorder.world,
    stage: new Stage(recorder.world, stage.screen),
    note: recorder.note,
    close: () => {
      closing ??= end();
      return closing;
    },
  };
}
