import { highlyAvailable } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";
import { args, failJob, kill, restartsFailed, running, suspended } from "./acts.ts";
import { upgraded } from "./session-ends.ts";
import type { SessionFlow } from "./session-flow.ts";

const stateless = { job: { upgradeMode: "stateless" } } as const;

const removeCluster = (world: FlinkWorld) => world.cluster.remove("orders");
const redeployFromSavepoint = (world: FlinkWorld) => {
  const path = [...world.kubelet.storage.values()].find(({ isSavepoint }) => isSavepoint)?.path ?? "";
  world.cluster.edit("daily", { spec: { job: { initialSavepointPath: path, savepointRedeployNonce: 1 } } });
};

/** Stories of session jobs that end, of themselves, with their cluster or by their deletion, and of what comes back. */
export const sessionEndings: readonly SessionFlow[] = [
  {
    name: "a job that fails twice, and is restarted",
    why: "2.8: from its last checkpoint, the second time after a wait",
    job: sessionJob(restartsFailed),
    cluster: [],
    steps: [{ act: failJob }, { act: failJob }],
    end: { ...upgraded, starts: 3 },
  },
  {
    name: "JobManager killed, without state",
    why: "2.2: a stateless job that is not found is started again",
    job: sessionJob(stateless),
    cluster: [],
    steps: [{ act: kill }],
    end: { ...upgraded, loses: true },
  },
  {
    name: "JobManager killed, with state",
    why: "2.2: not found; nothing is started that would lose the state",
    job: sessionJob(),
    cluster: [],
    steps: [{ act: kill }],
    end: { lifecycle: "FAILED", starts: 1, running: 0, waiting: "StateUnknown" },
  },
  {
    name: "JobManager killed, and the user names a savepoint",
    why: "2.8: savepointRedeployNonce",
    job: sessionJob(),
    cluster: [],
    steps: [{ edit: suspended }, { edit: running }, { act: kill }, { act: redeployFromSavepoint }],
    end: { ...upgraded, starts: 3, loses: true },
  },
  {
    name: "a job that has finished, and a JobManager that has forgotten it",
    why: "8.1/21: what came to its end is not run again",
    job: sessionJob(stateless, { job: { args: ["--finish-after", "4000"] } }),
    cluster: [],
    steps: [{ act: kill }],
    end: { lifecycle: "STABLE", starts: 1, running: 0 },
  },
  {
    name: "a job that fails",
    why: "8.1/44: FAILED, and the root cause is told",
    job: sessionJob({ job: { args: ["--fail-after", "15000"] } }),
    cluster: [],
    steps: [],
    end: {
      lifecycle: "FAILED",
      starts: 1,
      running: 0,
      error: "The job has failed: java.lang.RuntimeException: asked to fail after 15000",
    },
  },
  {
    name: "deletion",
    why: "2.8: cancelled first, let go when it is gone",
    job: sessionJob(),
    cluster: [],
    steps: [{ remove: true }],
    end: { lifecycle: undefined, starts: 1, running: 0, jars: 0, savepoints: 0 },
  },
  {
    name: "deletion with a savepoint",
    why: "8.1/47: job.savepoint-on-deletion",
    job: sessionJob({ flinkConfiguration: { "kubernetes.operator.job.savepoint-on-deletion": "true" } }),
    cluster: [],
    steps: [{ remove: true }],
    end: { lifecycle: undefined, starts: 1, running: 0, jars: 0, savepoints: 1, snapshots: ["SAVEPOINT UPGRADE"] },
  },
  {
    name: "deletion without its cluster",
    why: "8.1/49: the finalizer is released",
    job: sessionJob(),
    cluster: [],
    steps: [{ act: removeCluster }, { remove: true }],
    end: { lifecycle: undefined, starts: 1, running: 0 },
  },
  {
    name: "JobManager killed, with high availability",
    why: "2.8: the job comes back by itself, and no second one is started beside it",
    job: sessionJob(stateless),
    cluster: [highlyAvailable],
    steps: [{ act: kill }],
    end: { ...upgraded },
  },
  {
    name: "upgrade of what high availability brought back",
    why: "2.7: the same job as before, to Weir",
    job: sessionJob(),
    cluster: [highlyAvailable],
    steps: [{ act: kill }, { edit: args }],
    end: { ...upgraded, starts: 3, savepoints: 1 },
  },
];
