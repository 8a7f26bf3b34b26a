import { highlyAvailable } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import { adaptive, kill, larger, overrides } from "./acts.ts";
import type { SessionFlow } from "./session-flow.ts";
import { autoscaled, wishes } from "./wishes.ts";

const disabled = { spec: { flinkConfiguration: { "job.autoscaler.enabled": "false" } } } as const;
const args = { spec: { job: { args: ["--env", "prod"] } } } as const;
const reset = { spec: { job: { autoscalerResetNonce: 1 } } } as const;

const scaled = { lifecycle: "STABLE", starts: 1, running: 1, jars: 0, savepoints: 0, waiting: "NotWaiting" } as const;
const upgraded = { ...scaled, starts: 2, savepoints: 1 } as const;
const ofTheJob = { flinkConfiguration: adaptive.flinkConfiguration } as const;

/** Stories of another size of a session job. */
export const sessionScalings: readonly SessionFlow[] = [
  {
    name: "another parallelism of a session job, in place",
    why: "DV-22: the same job takes it",
    job: sessionJob(),
    cluster: [adaptive],
    steps: [{ edit: larger }],
    end: { ...scaled, sizes: [6, 6] },
  },
  {
    name: "overrides of a session job's vertices, set and changed in place",
    why: "8.1/54: as an autoscaler does",
    job: sessionJob(),
    cluster: [adaptive],
    steps: [{ edit: overrides(2, 8) }, { edit: overrides(3, 1) }],
    end: { ...scaled, sizes: [3, 1] },
  },
  {
    name: "a wish for a session job, in place",
    why: "DV-27: the same job takes it, and the spec stays the user's",
    job: sessionJob(autoscaled),
    cluster: [adaptive],
    steps: [{ act: wishes(3, 5, "daily") }, { act: wishes(1, 2, "daily") }],
    end: { ...scaled, sizes: [1, 2] },
  },
  {
    name: "a wish for a session job whose cluster's scheduler cannot",
    why: "DV-27: the usual upgrade brings it, whatever the job says of a scheduler that is not its own",
    job: sessionJob(autoscaled, ofTheJob),
    cluster: [],
    steps: [{ act: wishes(3, 5, "daily") }],
    end: { ...upgraded, sizes: [3, 5] },
  },
  {
    name: "an upgrade of a session job that was scaled",
    why: "DV-27: what was wished survives it",
    job: sessionJob(autoscaled),
    cluster: [adaptive],
    steps: [{ act: wishes(3, 5, "daily") }, { edit: args }],
    end: { ...upgraded, sizes: [3, 5] },
  },
  {
    name: "the autoscaler is switched off for a session job",
    why: "DV-27: the job goes back to what its spec says",
    job: sessionJob(autoscaled),
    cluster: [adaptive],
    steps: [{ act: wishes(3, 5, "daily") }, { edit: disabled }],
    end: { ...upgraded, sizes: [2, 2] },
  },
  {
    name: "the autoscaler is reset for a session job",
    why: "DV-27: what was wished before is forgotten with the rest",
    job: sessionJob(autoscaled),
    cluster: [adaptive],
    steps: [{ act: wishes(3, 5, "daily") }, { edit: reset }],
    end: { ...upgraded, sizes: [2, 2] },
  },
  {
    name: "the user asks for another parallelism of a session job after a wish",
    why: "DV-27: a word of the user's about the size wins over what was wished before it",
    job: sessionJob(autoscaled),
    cluster: [adaptive],
    steps: [{ act: wishes(3, 5, "daily") }, { edit: larger }],
    end: { ...upgraded, sizes: [6, 6] },
  },
  {
    name: "a session job that was scaled, and its JobManager killed",
    why: "2.8: high availability keeps the job with its size, and nothing is started beside it",
    job: sessionJob(autoscaled),
    cluster: [adaptive, highlyAvailable],
    steps: [{ act: wishes(3, 5, "daily") }, { act: kill }],
    end: { ...scaled, starts: 2, sizes: [3, 5] },
  },
];
