import { flinkApplication } from "../../builders/flink-deployment.ts";
import { asCheckpoint, flinkSnapshot } from "../../builders/flink-state-snapshot.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";
import type { SnapshotFlow } from "./snapshot-flow.ts";

const broken = { savepoint: { path: "broken://nowhere" } } as const;
const suspend = (world: FlinkWorld) => world.cluster.edit("orders", { spec: { job: { state: "suspended" } } });
const resume = (world: FlinkWorld) => world.cluster.edit("orders", { spec: { job: { state: "running" } } });
const kill = (world: FlinkWorld) => world.kubelet.kill("flink", "orders", world.clock.now());
const orphan = { metadata: { annotations: { "weir.dev/deletion-policy": "Orphan" } } } as const;

/** Stories of snapshots; each is played whole and with a crash at every one of its calls. */
export const snapshotFlows: readonly SnapshotFlow[] = [
  {
    name: "a savepoint",
    why: "2.12: from TRIGGER_PENDING to COMPLETED, one savepoint",
    start: flinkSnapshot(),
    steps: [],
    end: {
      state: "COMPLETED",
      failures: 0,
      found: true,
      savepoints: 1,
      progress: ["Ready"],
      events: ["SnapshotCompleted"],
    },
  },
  {
    name: "a savepoint in a directory of its own",
    why: "1.6: path and format go to Flink",
    start: flinkSnapshot({ savepoint: { path: "s3://elsewhere", formatType: "NATIVE" } }),
    steps: [],
    end: { state: "COMPLETED", found: true, savepoints: 1 },
  },
  {
    name: "a checkpoint",
    why: "2.12: its place is asked for by its number",
    start: flinkSnapshot(asCheckpoint),
    steps: [],
    end: { state: "COMPLETED", savepoints: 0, progress: ["Ready"] },
  },
  {
    name: "a checkpoint of Flink 1.16",
    why: "2.12: only 1.17 and later take one on request; nothing is sent",
    application: flinkApplication({ flinkVersion: "v1_16" }),
    start: flinkSnapshot(asCheckpoint, { backoffLimit: 0 }),
    steps: [],
    end: { state: "FAILED", failures: 1, savepoints: 0, progress: ["Stalled"], events: ["SnapshotError"] },
  },
  {
    name: "one that exists already",
    why: "8.1/14: COMPLETED with its path at once, without a job",
    start: flinkSnapshot({ savepoint: { alreadyExists: true, path: "s3://old/savepoint-1" }, jobReference: null }),
    steps: [],
    end: { state: "COMPLETED", savepoints: 0, progress: ["Ready"], events: ["SnapshotCompleted"] },
  },
  {
    name: "of a job that is suspended",
    why: "8.1/39: ABANDONED, and told once",
    before: suspend,
    start: flinkSnapshot(),
    steps: [],
    end: { state: "ABANDONED", failures: 0, progress: ["Stalled"], events: ["SnapshotAbandoned"] },
  },
  {
    name: "of nobody",
    why: "2.12: the target is not there",
    start: flinkSnapshot({ jobReference: { name: "nobody" } }),
    steps: [],
    end: { state: "ABANDONED", savepoints: 0, events: ["SnapshotAbandoned"] },
  },
  {
    name: "a failure without another try",
    why: "8.1/39: backoffLimit 0 fails once",
    start: flinkSnapshot(broken, { backoffLimit: 0 }),
    steps: [],
    end: { state: "FAILED", failures: 1, savepoints: 0, progress: ["Stalled"], events: ["SnapshotError"] },
  },
  {
    name: "failures with two more tries",
    why: "2.12: 10 s, then 20 s, then no more",
    start: flinkSnapshot(broken, { backoffLimit: 2 }),
    steps: [{ act: (world) => world.skip(60_000) }, { act: (world) => world.skip(60_000) }],
    end: { state: "FAILED", failures: 3, savepoints: 0, progress: ["Stalled"] },
  },
  {
    name: "a failure that is mended",
    why: "1.6: without a limit it is tried until it works",
    start: flinkSnapshot(broken, { backoffLimit: 0 }),
    steps: [{ edit: { spec: { savepoint: { path: "s3://mended" }, backoffLimit: 5 } } }],
    end: { state: "COMPLETED", failures: 1, found: true, savepoints: 1, progress: ["Ready"] },
  },
  {
    name: "a JobManager that dies on the way",
    why: "D6: the trigger is gone with it; the same one is sent again when the job runs, also if nobody saw its first savepoint",
    start: flinkSnapshot(),
    looks: 1,
    steps: [{ act: kill }, { act: (world) => world.skip(60_000) }],
    end: { state: "COMPLETED", failures: 0, found: true, savepoints: 1 },
    varies: ["savepoints"],
  },
  {
    name: "an end that nobody saw for six minutes",
    why: "REST fact 4: the trigger is forgotten, its savepoint is found in the history, and none is taken again",
    start: flinkSnapshot(),
    looks: 1,
    steps: [{ act: (world) => world.skip(360_000) }],
    end: { state: "COMPLETED", failures: 0, found: true, savepoints: 1 },
  },
  {
    name: "deletion with disposal",
    why: "8.1/40: the files go with the resource",
    start: flinkSnapshot(),
    steps: [{ remove: true }],
    end: { state: undefined, savepoints: 0, events: ["SnapshotCompleted"] },
  },
  {
    name: "deletion that keeps the files",
    why: "1.6: disposeOnDelete false",
    start: flinkSnapshot({ savepoint: { disposeOnDelete: false } }),
    steps: [{ remove: true }],
    end: { state: undefined, savepoints: 1 },
  },
  {
    name: "deletion on the way",
    why: "2.12: IN_PROGRESS waits for its end, and then disposes of what came of it",
    start: flinkSnapshot(),
    looks: 1,
    steps: [{ remove: true }],
    end: { state: undefined, savepoints: 0 },
  },
  {
    name: "deletion while the job is suspended",
    why: "8.1/40: the resource waits, and says why",
    start: flinkSnapshot(),
    steps: [{ act: suspend }, { remove: true }],
    end: {
      state: "COMPLETED",
      found: true,
      savepoints: 2,
      waiting: "DisposalBlocked",
      events: ["SnapshotCompleted", "CleanupFailed"],
    },
  },
  {
    name: "deletion while the job is suspended, until it runs again",
    why: "8.1/40: the wait ends by itself",
    start: flinkSnapshot(),
    steps: [{ act: suspend }, { remove: true }, { act: resume }],
    end: { state: undefined, savepoints: 1 },
  },
  {
    name: "deletion while the job is suspended, with the way out",
    why: "the annotation lets go and keeps the files",
    start: flinkSnapshot(),
    steps: [{ act: suspend }, { remove: true }, { edit: orphan }],
    end: { state: undefined, savepoints: 2 },
  },
  {
    name: "deletion of a checkpoint",
    why: "2.12: checkpoints just go",
    start: flinkSnapshot(asCheckpoint),
    steps: [{ act: suspend }, { remove: true }],
    end: { state: undefined, savepoints: 1 },
  },
  {
    name: "deletion of one that existed before",
    why: "1.6: what Weir did not take it does not delete unless it is told to",
    start: flinkSnapshot({ savepoint: { alreadyExists: true, path: "s3://old/savepoint-1" } }),
    steps: [
      {
        act: ({ kubelet }) => {
          const path = "s3://old/savepoint-1";
          kubelet.storage.set(path, { path, count: 0, isSavepoint: true });
        },
      },
      { remove: true },
    ],
    end: { state: undefined, savepoints: 1 },
  },
  {
    name: "a session job",
    why: "session jobs are not there yet: it waits, and says so",
    start: flinkSnapshot({ jobReference: { kind: "FlinkSessionJob", name: "totals" } }),
    before: ({ cluster }) => {
      cluster.create({
        kind: "FlinkSessionJob",
        metadata: { name: "totals", namespace: "flink" },
        spec: { deploymentName: "orders", job: { jarURI: "https://example.com/totals.jar" } },
      });
    },
    steps: [],
    end: { state: "TRIGGER_PENDING", savepoints: 0, waiting: "JobNotReady", progress: ["Reconciling"] },
  },
];
