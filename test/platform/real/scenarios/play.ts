import type { Platform, StartPlatform } from "../../../../cli/demo/platform.ts";
import { Stage } from "../../../../cli/demo/stage.ts";
import { readBase, type WorldOptions } from "../../../../cli/demo/world.ts";
import { type Scenario, startScenario } from "../../scenario-rig.ts";
import { type Guard, makeGuard } from "./guard.ts";
import { type Installed, makeInstalled } from "./installed.ts";
import { noting, type Recorder, record, type Surroundings, type Trace } from "./trace.ts";

/** A world whose trace is taken, and whose secrets are looked for at its end; close it before another one is opened. */
export interface Recorded extends Scenario, Guard {
  /** Puts something else that must be equal into the trace. */
  note(value: unknown): void;
}

/** What a scenario acts with, on the platform that it runs on. */
export interface Play {
  world(options?: Omit<WorldOptions, "startPlatform"> & { readonly events?: boolean }): Promise<Recorded>;
  /** The API server alone, with kinds and policies. */
  installed(): Promise<Installed>;
}

/** A play and what comes of it; `close` ends what is open and completes the traces. */
export interface Played {
  readonly play: Play;
  readonly traces: (() => Trace)[];
  close(): Promise<void>;
}

/** A play on one platform. */
export function makePlay(startPlatform: StartPlatform): Played {
  const traces: (() => Trace)[] = [];
  const open: (() => Promise<void>)[] = [];
  /** Takes the trace of what is recorded before it is closed, once, after a last look at it. */
  const begin = async (platform: Platform, around: Surroundings, close: () => Promise<void>) => {
    const recorder = await record(platform, around);
    let ending: Promise<void> | undefined;
    const last = { look: async (): Promise<unknown> => undefined };
    const end = () => {
      ending ??= finish(recorder, traces, last.look).finally(close);
      return ending;
    };
    open.push(end);
    return { recorder, end, last };
  };
  const play: Play = {
    world: async (options = {}) => {
      const { world, stage, close } = await startScenario({ ...options, startPlatform });
      const { recorder, end, last } = await begin(world.platform, world, close);
      const guard = await makeGuard(world, recorder);
      last.look = guard.searchSecrets;
      const noted = { ...world, kubectl: noting(world.kubectl, recorder.note) };
      return { ...guard, world: noted, stage: new Stage(noted, stage.screen), note: recorder.note, close: end };
    },
    installed: async () => {
      const { platform, close } = await startInstalled(startPlatform);
      const { recorder } = await begin(platform, {}, close);
      return makeInstalled(platform, recorder.note);
    },
  };
  return { play, traces, close: () => endAll(open) };
}

async function finish(recorder: Recorder, traces: (() => Trace)[], look: () => Promise<unknown>): Promise<void> {
  try {
    await look();
    traces.push(await recorder.trace());
  } finally {
    await recorder.close();
  }
}

async function endAll(open: (() => Promise<void>)[]): Promise<void> {
  for (const end of open) await end();
}

async function startInstalled(startPlatform: StartPlatform) {
  const opened: { close(): Promise<void> }[] = [];
  const close = async () => {
    for (let part = opened.pop(); part !== undefined; part = opened.pop()) await part.close();
  };
  try {
    const platform = await startPlatform((part) => void opened.push(part));
    await platform.install(await readBase());
    return { platform, close };
  } catch (error) {
    await close();
    throw error;
  }
}
