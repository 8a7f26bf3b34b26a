import { parentPort, workerData } from "node:worker_threads";
import { fingerprintOf } from "./trace.ts";

/** A thread that plays seeds in the order in which they are given, and answers with the fingerprint of each. */
const fingerprints: (readonly [seed: number, fingerprint: string])[] = [];
for (const seed of workerData as readonly number[]) fingerprints.push([seed, await fingerprintOf(seed)]);
parentPort?.postMessage(fingerprints);
