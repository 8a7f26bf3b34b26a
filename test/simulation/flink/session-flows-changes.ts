import { sessionJob } from "../../builders/flink-session-job.ts";
import { args, fiveMinutes, periodic, running, suspended } from "./acts.ts";
import { started, upgraded } from "./session-ends.ts";
import type { SessionFlow } from "./session-flow.ts";

const lastState = { job: { upgradeMode: "last-state" } } as const;
const stateless = { job: { upgradeMode: "stateless" } } as const;

/** Stories of what a user asks of a session job that runs. */
export const sessionChanges: readonly SessionFlow[] = [
  {
    name: "savepoint upgrade",
    why: "2.7: stop with savepoint, restored from it",
    job: sessionJob(),
    cluster: [],
    steps: [{ edit: args }],
    end: { ...upgraded, savepoints: 1 },
  },
  {
    name: "last-state upgrade",
    why: "8.1/27: cancelled, and restored from its last checkpoint",
    job: sessionJob(lastState),
    cluster: [],
    steps: [{ edit: args }],
    end: { ...upgraded, savepoints: 0 },
  },
  {
    name: "upgrade without a mode",
    why: "settled: a restore source is used if there is one",
    job: sessionJob({ job: { upgradeMode: null } }),
    cluster: [],
    steps: [{ edit: args }],
    end: { ...upgraded, savepoints: 0 },
  },
  {
    name: "stateless upgrade",
    why: "8.1/25: starts empty, and never beside the old job",
    job: sessionJob(stateless),
    cluster: [],
    steps: [{ edit: args }],
    end: { ...upgraded, loses: true },
  },
  {
    name: "suspended",
    why: "8.1/35: nothing runs",
    job: sessionJob(),
    cluster: [],
    steps: [{ edit: suspended }],
    end: {
      lifecycle: "SUSPENDED",
      starts: 1,
      running: 0,
      jars: 0,
      savepoints: 1,
      snapshots: ["SAVEPOINT UPGRADE"],
    },
  },
  {
    name: "suspend and resume with savepoints",
    why: "8.1/35: state comes back",
    job: sessionJob(),
    cluster: [],
    steps: [{ edit: suspended }, { edit: running }],
    end: { ...upgraded, savepoints: 1 },
  },
  {
    name: "suspend and resume by last state",
    why: "8.1/35: state comes back",
    job: sessionJob(lastState),
    cluster: [],
    steps: [{ edit: suspended }, { edit: running }],
    end: upgraded,
  },
  {
    name: "suspended, and resumed without state",
    why: "2.8: the mode of the suspend counts, unless the new one is stateless",
    job: sessionJob(),
    cluster: [],
    steps: [{ edit: suspended }, { edit: { spec: { job: { state: "running", upgradeMode: "stateless" } } } }],
    end: { ...upgraded, loses: true, savepoints: 1 },
  },
  {
    name: "restart nonce",
    why: "8.1/33: restarts as the mode says; null asks for nothing",
    job: sessionJob(),
    cluster: [],
    steps: [{ edit: { spec: { restartNonce: 1 } } }, { edit: { spec: { restartNonce: null } } }],
    end: { ...upgraded, savepoints: 1 },
  },
  {
    name: "savepoint and checkpoint by nonces",
    why: "8.1/37: one of each, and the job runs on",
    job: sessionJob(),
    cluster: [],
    steps: [{ edit: { spec: { job: { savepointTriggerNonce: 1, checkpointTriggerNonce: 1 } } } }],
    end: { ...started, savepoints: 1, snapshots: ["CHECKPOINT MANUAL", "SAVEPOINT MANUAL"] },
  },
  {
    name: "periodic savepoint",
    why: "8.1/38: one in each period, and the job runs on",
    job: sessionJob(periodic),
    cluster: [],
    steps: [{ act: fiveMinutes }],
    end: { ...started, savepoints: 1, snapshots: ["SAVEPOINT PERIODIC"] },
  },
  {
    name: "savepoint by nonce and an upgrade at once",
    why: "2.14: a nonce that comes with another change is not lost",
    job: sessionJob(lastState),
    cluster: [],
    steps: [{ edit: { spec: { job: { args: ["--env", "prod"], savepointTriggerNonce: 1 } } } }],
    end: { ...upgraded, savepoints: 1 },
  },
];
