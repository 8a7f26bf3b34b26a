import { flinkApplication } from "../../builders/flink-deployment.ts";
import { fiveMinutes, keepSavepoint, periodic, redeploy } from "./acts.ts";
import type { Flow } from "./flow.ts";

const operator = (options: Readonly<Record<string, string>>) => ({
  flinkConfiguration: Object.fromEntries(
    Object.entries(options).map(([key, value]) => [`kubernetes.operator.${key}`, value]),
  ),
});

/** Stories of what is taken of a job by the clock, how long that is kept, and a start from a path while it runs. */
export const snapshotKeepings: readonly Flow[] = [
  {
    name: "savepoints that are kept by number, and disposed of",
    why: "8.1/38: the oldest goes, and its files with its resource",
    start: flinkApplication(
      periodic,
      operator({ "savepoint.history.max.count": "1", "savepoint.dispose-on-delete": "true" }),
    ),
    steps: [{ act: fiveMinutes }, { act: fiveMinutes }],
    end: { lifecycle: "STABLE", starts: 1, running: 1, snapshots: ["SAVEPOINT PERIODIC"], latest: "disposed with it" },
  },
  {
    name: "savepoints that are kept by age",
    why: "8.1/38: the newest stays, however old",
    start: flinkApplication(periodic, operator({ "savepoint.history.max.age": "4 min" })),
    steps: [{ act: fiveMinutes }, { act: fiveMinutes }],
    end: {
      lifecycle: "STABLE",
      starts: 1,
      running: 1,
      savepoints: 2,
      snapshots: ["SAVEPOINT PERIODIC"],
      latest: "kept",
    },
  },
  {
    name: "periodic checkpoint",
    why: "2.12: one resource in each period, which takes it",
    start: flinkApplication(operator({ "periodic.checkpoint.interval": "5 min" })),
    steps: [{ act: fiveMinutes }],
    end: { lifecycle: "STABLE", starts: 1, running: 1, savepoints: 0, snapshots: ["CHECKPOINT PERIODIC"] },
  },
  {
    name: "savepoint by a Quartz cron",
    why: "2.8: one at each of its times",
    start: flinkApplication(operator({ "periodic.savepoint.interval": "0 */5 * * * ?" })),
    steps: [{ act: fiveMinutes }],
    end: { lifecycle: "STABLE", starts: 1, running: 1, savepoints: 1, snapshots: ["SAVEPOINT PERIODIC"] },
  },
  {
    name: "a path and a new nonce while the job does well",
    why: "8.1/34: it is started anew from that path, and takes no savepoint before",
    start: flinkApplication(),
    steps: [{ act: keepSavepoint }, { edit: redeploy(1) }],
    end: { lifecycle: "STABLE", starts: 2, running: 1, savepoints: 1, snapshots: [] },
  },
];
