import { flinkSession, highlyAvailable } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";
import type { SessionFlow } from "./session-flow.ts";
import { sessionScalings } from "./session-flows-scaling.ts";

const args = { spec: { job: { args: ["--env", "prod"] } } } as const;
const suspended = { spec: { job: { state: "suspended" } } } as const;
const running = { spec: { job: { state: "running" } } } as const;
const lastState = { job: { upgradeMode: "last-state" } } as const;
const stateless = { job: { upgradeMode: "stateless" } } as const;

const kill = (world: FlinkWorld) => world.kubelet.kill("flink", "orders", world.clock.now());
const createCluster = (world: FlinkWorld) => void world.cluster.create(flinkSession());
const removeCluster = (world: FlinkWorld) => world.cluster.remove("orders");
const redeployFromSavepoint = (world: FlinkWorld) => {
  const path = [...world.kubelet.storage.values()].find(({ isSavepoint }) => isSavepoint)?.path ?? "";
  world.cluster.edit("daily", { spec: { job: { initialSavepointPath: path, savepointRedeployNonce: 1 } } });
};

const started = { lifecycle: "STABLE", starts: 1, running: 1, jars: 0, waiting: "NotWaiting" } as const;
const upgraded = { ...started, starts: 2 } as const;

/** Stories of session jobs; each is played whole and with a crash at every one of its calls. */
export const sessionFlows: readonly SessionFlow[] = [
  {
    name: "first start",
    why: "2.8: upload, run, and no jar is left",
    job: sessionJob(),
    cluster: [],
    steps: [],
    end: started,
  },
  {
    name: "before its cluster",
    why: "8.1/12: accepted, and waits",
    job: sessionJob(),
    cluster: undefined,
    steps: [],
    end: { lifecycle: "CREATED", starts: 0, running: 0, waiting: "ClusterMissing" },
  },
  {
    name: "before its cluster, which comes",
    why: "2.8: waits until the JobManager is READY",
    job: sessionJob(),
    cluster: undefined,
    steps: [{ act: createCluster }],
    end: started,
  },
  {
    name: "on an application",
    why: "FS-8, 8.1/12: what slipped past admission is not started",
    job: sessionJob(),
    cluster: [{ job: { jarURI: "local:///opt/flink/usrlib/orders.jar", parallelism: 2, upgradeMode: "stateless" } }],
    steps: [],
    end: { lifecycle: "FAILED", starts: 1, running: 1, waiting: "InvalidSpec" },
  },
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
    name: "savepoint by nonce and an upgrade at once",
    why: "2.14: a nonce that comes with another change is not lost",
    job: sessionJob(lastState),
    cluster: [],
    steps: [{ edit: { spec: { job: { args: ["--env", "prod"], savepointTriggerNonce: 1 } } } }],
    end: { ...upgraded, savepoints: 1 },
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
    name: "main() throws, then not",
    why: "a refusal waits for another spec",
    job: sessionJob({ job: { args: ["--exit", "main"] } }),
    cluster: [],
    steps: [{ edit: args }],
    end: started,
  },
  {
    name: "a jar that is not there",
    why: "the origin's word is the user's to read",
    job: sessionJob({ job: { jarURI: "https://repo.example.com/none.jar" } }),
    cluster: [],
    steps: [],
    end: { lifecycle: "UPGRADING", starts: 0, running: 0, waiting: "Refused" },
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
  ...sessionScalings,
];
