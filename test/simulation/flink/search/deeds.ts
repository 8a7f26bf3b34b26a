import { at, type JsonObject } from "../../../../shared/core/json.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { deployments } from "../../../../shared/flink/object-kinds.ts";
import type { Kubelet } from "../../../../simulators/flink/kubelet.ts";
import { flinkApplication, flinkSession, highlyAvailable } from "../../../builders/flink-deployment.ts";
import { sessionJob } from "../../../builders/flink-session-job.ts";
import { flinkSnapshot } from "../../../builders/flink-state-snapshot.ts";
import type { MemoryCluster } from "../../../world/memory-cluster.ts";
import type { MemoryObjects } from "../../../world/memory-objects.ts";

/** What a run is about: a kind of job, by what its state survives in. */
export const subjects = ["savepoint", "last-state", "cancelled", "standalone", "session"] as const;

/** One of them. */
export type Subject = (typeof subjects)[number];

/** What a deed can reach. */
export interface FlinkStage {
  readonly cluster: MemoryCluster;
  readonly objects: MemoryObjects;
  readonly kubelet: Kubelet;
  readonly subject: Subject;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Deeds so far, so that each edit says something new. */
  readonly count: number;
}

/** Name of the resource whose job a run is about. */
export function jobNameOf({ subject }: { readonly subject: Subject }): string {
  return subject === "session" ? "daily" : "orders";
}

const lastState = { ...highlyAvailable, job: { upgradeMode: "last-state" } } as const;

const resources: Readonly<Record<Subject, () => readonly KubeObject[]>> = {
  savepoint: () => [flinkApplication()],
  "last-state": () => [flinkApplication(lastState)],
  cancelled: () => [flinkApplication({ job: { upgradeMode: "last-state" } })],
  standalone: () => [flinkApplication({ ...lastState, mode: "standalone" })],
  session: () => [flinkSession(), sessionJob()],
};

/** What users and the world do to the Flink kinds. */
export const flinkDeeds = {
  apply: ({ cluster, subject }) => {
    for (const object of resources[subject]()) {
      if (cluster.find(object.metadata.name) === undefined) cluster.create(object);
    }
  },
  args: (stage) => edit(stage, { spec: { job: { args: ["--edit", String(stage.count)] } } }),
  scale: (stage) => edit(stage, { spec: { job: { parallelism: 1 + (stage.count % 4) } } }),
  suspend: (stage) => edit(stage, { spec: { job: { state: "suspended" } } }),
  run: (stage) => edit(stage, { spec: { job: { state: "running" } } }),
  askSavepoint: (stage) => edit(stage, { spec: { job: { savepointTriggerNonce: stage.count } } }),
  askRestart: (stage) => edit(stage, { spec: { restartNonce: stage.count } }),
  breakImage: (stage) => stage.subject !== "session" && edit(stage, { spec: { image: "broken:1" } }),
  mendImage: (stage) =>
    stage.subject !== "session" && edit(stage, { spec: { image: "registry.example.com/orders:2" } }),
  remove: ({ cluster, ...stage }) => cluster.remove(jobNameOf(stage)),
  snapshot: ({ cluster, ...stage }) => {
    const kind = stage.subject === "session" ? "FlinkSessionJob" : "FlinkDeployment";
    const name = `snapshot-${stage.count}`;
    const snapshot = flinkSnapshot({ jobReference: { kind, name: jobNameOf(stage) } });
    cluster.create({ ...snapshot, metadata: { ...snapshot.metadata, name } });
  },
  killJobManager: ({ kubelet, now }) => kubelet.kill("flink", "orders", now),
  removeJobManager: ({ objects }) => {
    const found = objects.find("Deployment", "flink", "orders");
    if (found !== undefined)
      void objects.delete(deployments, { namespace: "flink", name: "orders" }, { uid: found.metadata.uid ?? "" });
  },
  failTask: ({ kubelet, now }) => kubelet.failTasks("flink", "orders", now),
} as const satisfies { readonly [name: string]: (stage: FlinkStage) => unknown };

/** The name of a deed. */
export type FlinkDeed = keyof typeof flinkDeeds;

function edit({ cluster, ...stage }: FlinkStage, patch: JsonObject): void {
  const name = jobNameOf(stage);
  if (cluster.find(name) !== undefined) cluster.edit(name, patch);
}

/** Whether a resource's job is to run, by its spec. */
export function isToRun({ spec }: KubeObject): boolean {
  return at(spec, "job", "state") !== "suspended";
}
