import { flinkApplication, highlyAvailable } from "../../builders/flink-deployment.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";
import { args, keepSavepoint, lastState, removeJobManager, running } from "./acts.ts";
import type { Flow } from "./flow.ts";

const knownPath = "s3://state/savepoints/known";

/** Somebody writes into the status what is not so. */
const editStatus = (world: FlinkWorld) =>
  world.cluster.edit("orders", { status: { lifecycleState: "FAILED", jobStatus: { state: "FAILED", jobId: "none" } } });

/** Namespace deletion takes what it finds, the JobManager's Deployment among it, and asks for the end of the resource. */
const deleteNamespace = (world: FlinkWorld) => {
  world.cluster.remove("orders");
  for (const kind of ["Deployment", "Service", "ConfigMap"]) {
    for (const { metadata } of world.objects.all(kind)) world.objects.remove(kind, "flink", metadata.name);
  }
};

/** Cases of the reference (8.1) that no other story is about. */
export const cases: readonly Flow[] = [
  {
    name: "a status that a user edits (8.1/22)",
    why: "the next pass writes what is so, and nothing is started for it",
    start: flinkApplication(lastState),
    steps: [{ act: editStatus }],
    end: { lifecycle: "STABLE", starts: 1, running: 1 },
  },
  {
    name: "a savepoint asked for while the JobManager is gone (8.1/26)",
    why: "Flink's metadata has the last state",
    start: flinkApplication(highlyAvailable),
    steps: [
      {
        act: (world) => {
          removeJobManager(world);
          world.cluster.edit("orders", args);
        },
      },
    ],
    end: { lifecycle: "STABLE", starts: 2, running: 1, savepoints: 0, args: "--env;prod" },
  },
  {
    name: "a checkpoint older than allowed (8.1/28)",
    why: "a savepoint is taken instead, so that little is done twice",
    start: flinkApplication(lastState, {
      flinkConfiguration: { "kubernetes.operator.job.upgrade.last-state.max.allowed.checkpoint.age": "1 s" },
    }),
    steps: [{ edit: args }],
    end: { lifecycle: "STABLE", starts: 2, running: 1, savepoints: 1 },
  },
  {
    name: "another version of Flink (8.1/32)",
    why: "metadata of one version cannot be read by another: a savepoint",
    start: flinkApplication(lastState),
    steps: [{ edit: { spec: { flinkVersion: "v2_0" } } }],
    end: { lifecycle: "STABLE", starts: 2, running: 1, savepoints: 1 },
  },
  {
    name: "a path to start from, at first and later (8.1/36)",
    why: "the first start is from it; another one alone changes nothing",
    start: flinkApplication({ job: { state: "suspended", initialSavepointPath: knownPath } }),
    steps: [
      { act: keepSavepoint },
      { edit: running },
      { edit: { spec: { job: { initialSavepointPath: "s3://state/savepoints/other" } } } },
    ],
    end: { lifecycle: "STABLE", starts: 1, running: 1, loses: false },
  },
  {
    name: "deletion of the namespace (8.1/50)",
    why: "what the resource waits for is gone already",
    start: flinkApplication(lastState),
    steps: [{ act: deleteNamespace }],
    end: { lifecycle: undefined, starts: 1, running: 0, objects: [] },
  },
];
