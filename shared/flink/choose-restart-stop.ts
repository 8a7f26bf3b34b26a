import { chooseStop, type Stop, type Stopping } from "./choose-stop.ts";
import type { Restore } from "./restore.ts";

/**
 * How a job ends that is restarted although its user asked for no end: by its last state, however old, and never without
 * it unless the user says so. `noted` is where the record has its state, of a job that nobody else knows any more.
 */
export function chooseRestartStop(stopping: Stopping, noted: Restore | undefined): Stop {
  const mode = stopping.mode === "stateless" ? "stateless" : "last-state";
  if (mode === "last-state" && noted?.from === "savepoint") return { how: "drop", state: noted };
  return chooseStop({ ...stopping, mode, namesMode: true, maxCheckpointAgeMs: undefined }).result;
}
