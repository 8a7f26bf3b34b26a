import { flinkApplication, flinkSession } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";
import { args, lastState, removeJobManager } from "./acts.ts";
import type { Flow } from "./flow.ts";

const stateless = { job: { upgradeMode: "stateless" } } as const;
const savesLast = { flinkConfiguration: { "kubernetes.operator.job.savepoint-on-deletion": "true" } } as const;
const batch = { finishesAfterMs: 5_000 } as const;

/** A day, and what is left of it when the tick comes. */
const nextDay = (world: FlinkWorld) => world.skip(86_500_000);

/** Stories of jobs that come to their end by themselves. */
export const endings: readonly Flow[] = [
  {
    name: "a job that has ended, and its JobManager taken away",
    why: "8.1/21: it is not run once more, which nobody asked for",
    start: flinkApplication(stateless),
    behaviour: batch,
    steps: [{ act: removeJobManager }],
    end: { lifecycle: "STABLE", starts: 1, running: 0 },
  },
  {
    name: "a job that has failed, and its JobManager taken away",
    why: "8.1/44: Weir starts it again no more than Flink does",
    start: flinkApplication(stateless),
    behaviour: { failsAfterMs: 5_000 },
    steps: [{ act: removeJobManager }],
    end: { lifecycle: "FAILED", starts: 1, running: 0 },
  },
  {
    name: "a change of a job that has ended, after its JobManager was taken away",
    why: "8.1/21: a change runs it once more, from the state that was on record when it ended",
    start: flinkApplication(lastState),
    behaviour: batch,
    steps: [{ act: removeJobManager }, { edit: args }],
    end: { lifecycle: "STABLE", starts: 2, running: 0 },
  },
  {
    name: "an upgrade by savepoint while not all tasks run",
    why: "Flink refuses it for as long; it is asked for again soon, and no state is lost",
    start: flinkApplication(),
    behaviour: { tasksAfterMs: 40_000 },
    steps: [{ edit: args }],
    end: { lifecycle: "STABLE", starts: 2, running: 1 },
  },
  {
    name: "the JobManager of a job that has ended goes after a day",
    why: "2.8: jm-deployment.shutdown-ttl; the status stays",
    start: flinkApplication(),
    behaviour: batch,
    steps: [{ act: nextDay }],
    end: { lifecycle: "STABLE", starts: 1, running: 0 },
  },
  {
    name: "both Deployments of a standalone cluster go after a day",
    why: "2.8, 2.15",
    start: flinkApplication({ mode: "standalone" }),
    behaviour: batch,
    steps: [{ act: nextDay }],
    end: { lifecycle: "STABLE", starts: 1, running: 0 },
  },
  {
    name: "deletion with a savepoint",
    why: "8.1/47: job.savepoint-on-deletion",
    start: flinkApplication(savesLast),
    steps: [{ remove: true }],
    end: { lifecycle: undefined, starts: 1, running: 0, objects: [], savepoints: 1 },
  },
  {
    name: "deletion of a session cluster that a session job names",
    why: "8.1/48: it waits until the job is gone",
    start: flinkSession(),
    steps: [
      { act: (world) => world.cluster.create(sessionJob()) },
      { remove: true },
      { act: (world) => world.cluster.remove("daily") },
    ],
    end: { lifecycle: undefined, starts: 0, running: 0, objects: [] },
  },
];
