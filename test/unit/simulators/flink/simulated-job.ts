import { submit } from "../../../../simulators/flink/jobs.ts";
import type { Job, Load, Process } from "../../../../simulators/flink/state.ts";
import { simulatedSession } from "../../../contract/flink/simulated.ts";

export const jobId = "000000000000000000000000000000a1";

/** A session cluster with one job of one subtask each, from moment 0 on. */
export function sessionWithJob(load: Load, configuration: Readonly<Record<string, string>> = {}): Process {
  const process: Process = { ...simulatedSession("1.20.5"), configuration: new Map(Object.entries(configuration)) };
  const settings = { ...process.settings, parallelism: 1, load };
  submit(process, { id: jobId, name: "orders", settings, restorePath: undefined }, 0);
  return process;
}

/** The job of such a cluster. */
export function simulatedJob(load: Load): Job {
  const [job] = sessionWithJob(load).jobs.values();
  if (job === undefined) throw new Error("there is no job");
  return job;
}
