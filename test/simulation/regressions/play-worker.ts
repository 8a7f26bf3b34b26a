import { parentPort, workerData } from "node:worker_threads";
import { play } from "../play.ts";
import type { Schedule } from "../schedule.ts";

const { violations } = await play(workerData as Schedule);
parentPort?.postMessage(violations);
