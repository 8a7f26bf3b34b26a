import { flinkApplication } from "../../builders/flink-deployment.ts";
import { failJob, flapJob, lastState, mended, quarterHour, restartsFailed } from "./acts.ts";
import type { Flow } from "./flow.ts";

/** Stories of jobs that are in trouble by themselves. */
export const restarts: readonly Flow[] = [
  {
    name: "a job that fails, and is to stay so",
    why: "8.1/44: nobody asked for a restart",
    start: flinkApplication(),
    steps: [{ act: failJob }],
    end: { lifecycle: "FAILED", starts: 1, running: 0 },
  },
  {
    name: "a job that fails, and is restarted",
    why: "8.1/44: from its last checkpoint",
    start: flinkApplication(restartsFailed),
    steps: [{ act: failJob }],
    end: { lifecycle: "STABLE", starts: 2, running: 1 },
  },
  {
    name: "a highly available job that fails, and is restarted",
    why: "8.1/44: Flink has thrown its metadata away by then, and not its checkpoint",
    start: flinkApplication(lastState, restartsFailed),
    steps: [{ act: failJob }],
    end: { lifecycle: "STABLE", starts: 2, running: 1 },
  },
  {
    name: "a job that fails twice, then a change",
    why: "the next restart waits longer, and is no less safe for it",
    start: flinkApplication(restartsFailed),
    steps: [{ act: failJob }, { act: failJob }, { edit: mended }],
    end: { lifecycle: "STABLE", starts: 4, running: 1 },
  },
  {
    name: "a job that restarts over and over, and is restarted",
    why: "8.1/46: by a new JobManager, from its last checkpoint",
    start: flinkApplication(),
    steps: [{ act: flapJob }, { act: flapJob }],
    end: { lifecycle: "STABLE", starts: 2, running: 1 },
  },
  {
    name: "a highly available job that restarts over and over, and is restarted",
    why: "8.1/46: by Flink's own metadata",
    start: flinkApplication(lastState),
    steps: [{ act: flapJob }, { act: flapJob }],
    end: { lifecycle: "STABLE", starts: 2, running: 1 },
  },
  {
    name: "a job that completes no checkpoint any more",
    why: "8.1/46: what it has read since its last checkpoint it reads again",
    start: flinkApplication(lastState, { flinkConfiguration: { "execution.checkpointing.timeout": "1 min" } }),
    behaviour: { stallsAfterMs: 30_000 },
    steps: [{ act: quarterHour }, { edit: mended }],
    end: { lifecycle: "STABLE", starts: 3, running: 1 },
  },
  {
    name: "a job that restarts over and over, and is to be left alone",
    why: "the check is switched off",
    start: flinkApplication({ flinkConfiguration: { "kubernetes.operator.cluster.health-check.enabled": "false" } }),
    steps: [{ act: flapJob }, { act: flapJob }],
    end: { lifecycle: "STABLE", starts: 1, running: 1 },
  },
];
