import { parentPort, workerData } from "node:worker_threads";
import { useLightSignals } from "./light-signals.ts";
import { fingerprintOf } from "./trace.ts";

/** What a thread is told. */
export interface TraceOrder {
  readonly seeds: readonly number[];
  /** Whether it has the signals of a search, or the runtime's own. */
  readonly light: boolean;
}

/** A thread that plays seeds in the order in which they are given, and answers with the fingerprint of each. */
const fingerprints: (readonly [seed: number, fingerprint: string])[] = [];
const { seeds, light } = workerData as TraceOrder;
if (light) useLightSignals();
for (const seed of seeds) fingerprints.push([seed, await fingerprintOf(seed)]);
parentPort?.postMessage(fingerprints);
