import { flinkSession } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";
import { args } from "./acts.ts";
import { started } from "./session-ends.ts";
import type { SessionFlow } from "./session-flow.ts";

const createCluster = (world: FlinkWorld) => void world.cluster.create(flinkSession());

/** Stories of first starts. */
export const sessionStarts: readonly SessionFlow[] = [
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
];
