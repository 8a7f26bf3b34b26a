import { Worker } from "node:worker_threads";
import type { Place } from "./mutant.ts";

/** Which seeds or stories are played, and what for. */
export interface Search {
  /** These first. */
  readonly seeds: readonly Place[];
  /** Then all from here on, or all stories; undefined: no others. */
  readonly from: number | undefined;
  /** Names of the stories; absent for seeds. */
  readonly stories?: readonly string[] | undefined;
  /** Invariants of which one has to break; none: any. */
  readonly killedBy: readonly string[];
  /** CPU seconds after which no further seed is played. */
  readonly cpuSeconds: number;
}

/** What a search came to; `seed` and `violation` are undefined where nothing broke. */
export interface Found {
  readonly seed: Place | undefined;
  readonly violation: string | undefined;
  /** CPU seconds. */
  readonly seconds: number;
}

/** How long a search may take by the clock on the wall, in milliseconds: a defect may have a run never end. */
const patienceMs = 300_000;

/** Runs the module of a simulator in a thread of its own. Rejects when it fails, or does not come to an end. */
export function searchIn(bundle: string, search: Search): Promise<Found> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(`data:text/javascript;base64,${Buffer.from(bundle).toString("base64")}`), {
      workerData: search,
      env: {},
      execArgv: [],
    });
    const timer = setTimeout(() => end(() => reject(new Error("the search does not end"))), patienceMs);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      void worker.terminate();
      settle();
    };
    worker.once("message", (found: Found) => end(() => resolve(found)));
    worker.once("error", (error) => end(() => reject(error)));
    worker.once("exit", (code) => end(() => reject(new Error(`the search ended with ${code} and said nothing`))));
  });
}
