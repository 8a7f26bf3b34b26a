import type { JobContext } from "../cycle/job-context.ts";
import type { StateStore } from "../cycle/ports.ts";
import { readState, writeState } from "./codec.ts";

/**
 * State in the memory of one process, under the keys of jobs.
 *
 * Guarantees: keeps texts, as every other store does, so that nobody shares an object with it.
 * Caveats: lost with the process; jobs then go on with the parallelism that they have, and are judged as if for the first time.
 */
export function makeMemoryStore<Job extends JobContext = JobContext>(): StateStore<Job> {
  const texts = new Map<string, { readonly text: string; readonly version: string }>();
  let writes = 0;
  return {
    load: async ({ key }) => {
      const stored = texts.get(key);
      return stored && { state: readState(stored.text), version: stored.version };
    },
    save: async ({ key }, state, version) => {
      if (texts.get(key)?.version !== version) return "conflict";
      writes += 1;
      texts.set(key, { text: writeState(state), version: String(writes) });
      return "saved";
    },
    remove: async ({ key }) => {
      texts.delete(key);
    },
  };
}
