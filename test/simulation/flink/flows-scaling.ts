import { flinkApplication, flinkSession } from "../../builders/flink-deployment.ts";
import { adaptive, larger, lastState, overrides } from "./acts.ts";
import type { Flow } from "./flow.ts";

/** Stories of another size. */
export const scalings: readonly Flow[] = [
  {
    name: "another parallelism, in place",
    why: "8.1/54: the same job takes it",
    start: flinkApplication(adaptive),
    steps: [{ edit: larger }],
    end: { lifecycle: "STABLE", starts: 1, running: 1, sizes: [6, 6] },
  },
  {
    name: "another parallelism, with the scheduler that cannot",
    why: "8.1/24: the usual upgrade",
    start: flinkApplication(lastState),
    steps: [{ edit: larger }],
    end: { lifecycle: "STABLE", starts: 2, running: 1, sizes: [6, 6] },
  },
  {
    name: "overrides of vertices, set and changed in place",
    why: "8.1/54: as an autoscaler does",
    start: flinkApplication(adaptive),
    steps: [{ edit: overrides(2, 8) }, { edit: overrides(3, 1) }],
    end: { lifecycle: "STABLE", starts: 1, running: 1, sizes: [3, 1] },
  },
  {
    name: "an override that is taken away",
    why: "2.10: only a deploy knows the parallelism without it",
    start: flinkApplication(adaptive),
    steps: [
      { edit: overrides(2, 8) },
      { edit: { spec: { flinkConfiguration: { "pipeline.jobvertex-parallelism-overrides": null } } } },
    ],
    end: { lifecycle: "STABLE", starts: 2, running: 1, sizes: [4, 4] },
  },
  {
    name: "another parallelism of a standalone job, in place",
    why: "8.1/53: its TaskManagers are scaled with it",
    start: flinkApplication(adaptive, { mode: "standalone" }),
    steps: [{ edit: larger }, { edit: { spec: { job: { parallelism: 2 } } } }],
    end: { lifecycle: "STABLE", starts: 1, running: 1, sizes: [2, 2] },
  },
  {
    name: "TaskManagers of a standalone session cluster",
    why: "8.1/53: no process of Flink is touched but those that come or go",
    start: flinkSession({ mode: "standalone", taskManager: { replicas: 2 } }),
    steps: [{ edit: { spec: { taskManager: { replicas: 3 } } } }],
    end: { lifecycle: "STABLE", starts: 0, running: 0 },
  },
];
