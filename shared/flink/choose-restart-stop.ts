import { lossAtCancel } from "./at-stake.ts";
import { chooseStop, type Stop, type Stopping } from "./choose-stop.ts";
import type { Restore } from "./restore.ts";

/**
 * How a job ends that is restarted although its user asked for no end: by its last state, however old, and never without
 * it unless the user says so. `noted` is where the record has its state, of a job that nobody else knows any more.
 */
export function chooseRestartStop(stopping: Stopping, noted: Restore | undefined): Stop {
  const mode = stopping.mode === "stateless" ? "stateless" : "last-state";
  if (mode === "last-state" && noted?.from === "savepoint") return { how: "drop", state: noted };
  const { rule, result } = chooseStop({ ...stopping, mode, namesMode: true, maxCheckpointAgeMs: undefined });
  if (rule !== "secure") return result;
  // Nobody asked for this end: the job is left as it is rather than ended by another way than its own checkpoints.
  const loss = lossAtCancel(stopping.job, stopping.stakes);
  return { how: "give-up", why: `Nothing of the job's state would outlive a restart: ${loss}.` };
}
