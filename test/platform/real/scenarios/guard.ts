import type { World } from "../../../../cli/demo/world.ts";
import { holdersOf, outputsOf } from "../../canary/outputs.ts";
import { expectNoSecrets, type Outputs } from "../../canary/search.ts";
import type { Recorder } from "./trace.ts";

/** Looks after the secrets of a world: none of them may come out of it. */
export interface Guard {
  /** Another secret to look for, and a place where it has to be, such as what a wiretap heard. */
  guard(name: string, secret: string, holder: () => string): void;
  /** Throws where a secret came out; gives the names of the outputs that were searched. Every world ends with it. */
  searchSecrets(more?: Outputs): Promise<readonly string[]>;
}

/** A guard of the API token of a world, which has to be in its Secret now. */
export async function makeGuard(world: World, recorder: Recorder): Promise<Guard> {
  const holders: Record<string, () => string> = {};
  const secrets: Record<string, string> = { "the API token": world.appManager.token };
  for (const [name, text] of Object.entries(await holdersOf(world))) holders[name] = () => text;
  return {
    guard: (name, secret, holder) => {
      secrets[name] = secret;
      holders[name] = holder;
    },
    searchSecrets: async (more = {}) => {
      const outputs = await outputsOf(world, { ...recorder.texts(), ...more });
      const held = Object.fromEntries(Object.entries(holders).map(([name, text]) => [name, text()]));
      expectNoSecrets(outputs, secrets, held);
      return Object.keys(outputs);
    },
  };
}
