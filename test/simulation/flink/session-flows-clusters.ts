import type { JsonObject } from "../../../shared/core/json.ts";
import { highlyAvailable } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";
import { mended, running, suspended } from "./acts.ts";
import { started, upgraded } from "./session-ends.ts";
import type { SessionFlow, Step } from "./session-flow.ts";

const stateless = { job: { upgradeMode: "stateless" } } as const;
const change = (world: FlinkWorld, patch: JsonObject) => world.cluster.edit("orders", patch);

const anotherImage: Step = { act: (world) => change(world, mended) };
const anotherVersion: Step = { act: (world) => change(world, { spec: { flinkVersion: "v2_0" } }) };
const allowLoss: Step = {
  act: (world) => change(world, { metadata: { annotations: { "weir.dev/allow-state-loss": "true" } } }),
};
const bothAtOnce: Step = {
  act: (world) => {
    change(world, mended);
    world.cluster.edit("daily", suspended);
  },
};
const restart: Step = { act: (world) => change(world, { spec: { restartNonce: 1 } }) };

/** Stories of session jobs whose cluster is changed under them. */
export const sessionClusters: readonly SessionFlow[] = [
  {
    name: "another image of a highly available cluster",
    why: "2.8: Flink's metadata is kept, and the jobs come back by it",
    job: sessionJob(),
    cluster: [highlyAvailable],
    withCluster: true,
    steps: [anotherImage],
    end: { ...upgraded, held: "NotWaiting", savepoints: 0 },
  },
  {
    name: "another image of a cluster without metadata",
    why: "2.7: the state of its jobs would go with it, so that it is held",
    job: sessionJob(),
    cluster: [],
    withCluster: true,
    steps: [anotherImage],
    end: { ...started, held: "JobsAtRisk", savepoints: 0 },
  },
  {
    name: "the same, with the job suspended and resumed",
    why: "the way out: a savepoint, the change, and on from it",
    job: sessionJob(),
    cluster: [],
    withCluster: true,
    steps: [anotherImage, { edit: suspended }, { edit: running }],
    end: { ...upgraded, held: "NotWaiting", savepoints: 1 },
  },
  {
    name: "another image and the job's suspension at once",
    why: "the cluster goes only when the savepoint is on the job's record",
    job: sessionJob(),
    cluster: [],
    withCluster: true,
    steps: [bothAtOnce, { edit: running }],
    end: { ...upgraded, held: "NotWaiting", savepoints: 1 },
  },
  {
    name: "a restart of a cluster whose job has no state",
    why: "2.8: it is started again, and nothing is held for it",
    job: sessionJob(stateless),
    cluster: [],
    withCluster: true,
    steps: [restart],
    end: { ...upgraded, held: "NotWaiting", loses: true },
  },
  {
    name: "another version of a highly available cluster, with the job suspended and resumed",
    why: "metadata of one version cannot be read by another: it is held, and nothing of the old is left to the new",
    job: sessionJob(),
    cluster: [highlyAvailable],
    withCluster: true,
    steps: [anotherVersion, { edit: suspended }, { edit: running }],
    end: { ...upgraded, held: "NotWaiting", savepoints: 1 },
  },
  {
    name: "another image of a cluster without metadata, and the loss allowed",
    why: "the user has the last word, and the job says what it lost",
    job: sessionJob(),
    cluster: [],
    withCluster: true,
    steps: [anotherImage, allowLoss],
    end: { lifecycle: "FAILED", starts: 1, running: 0, held: "NotWaiting", waiting: "StateUnknown" },
  },
];
