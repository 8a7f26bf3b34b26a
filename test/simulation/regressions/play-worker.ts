import { parentPort, workerData } from "node:worker_threads";
import { type AnySchedule, playAny } from "../games.ts";
import { untold } from "../story.ts";

const { violations } = await playAny(workerData as AnySchedule, untold);
parentPort?.postMessage(violations);
