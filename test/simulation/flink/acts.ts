import { advance, fail, flap } from "../../../simulators/flink/jobs.ts";
import { highlyAvailable } from "../../builders/flink-deployment.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";
/** A job that goes on by Flink's own metadata. */
export const lastState = { ...highlyAvailable, job: { upgradeMode: "last-state" } } as const;
/** Other arguments. */
export const args = { spec: { job: { args: ["--env", "prod"] } } } as const;
/** An image that cannot be pulled. */
export const broken = { spec: { image: "broken:1" } } as const;
/** An image that can. */
export const mended = { spec: { image: "registry.example.com/orders:2" } } as const;
/** The job is to stop. */
export const suspended = { spec: { job: { state: "suspended" } } } as const;
/** The job is to run. */
export const running = { spec: { job: { state: "running" } } } as const;

/** Somebody deletes the JobManager's Deployment. */
export const removeJobManager = (world: FlinkWorld) => {
  const found = world.objects.find("Deployment", "flink", "orders");
  if (found !== undefined) world.objects.remove("Deployment", "flink", "orders");
};
/** The JobManager's process dies. */
export const kill = (world: FlinkWorld) => world.kubelet.kill("flink", "orders", world.clock.now());
/** Somebody deletes Flink's metadata. */
export const removeMetadata = (world: FlinkWorld) => {
  for (const { metadata } of world.objects.all("ConfigMap")) {
    if (metadata.name.endsWith("-config-map")) {
      world.objects.remove("ConfigMap", "flink", metadata.name);
    }
  }
};

/** Somebody drops the record. */
export const loseRecord = (world: FlinkWorld) =>
  world.cluster.edit("orders", { metadata: { annotations: { "weir.dev/record": null } } });
/** The user names a path to start from, by a new nonce. */
export const redeploy = (nonce: number) => ({
  spec: { job: { initialSavepointPath: "s3://state/savepoints/known", savepointRedeployNonce: nonce } },
});
/** A savepoint that the user knows of. */
export const keepSavepoint = (world: FlinkWorld) => {
  const path = "s3://state/savepoints/known";
  world.kubelet.storage.set(path, { path, count: 1_000_000, isSavepoint: true });
};
/** Somebody else makes a Deployment of the cluster's name. */
export const foreignDeployment = (world: FlinkWorld) =>
  world.objects.put({ kind: "Deployment", metadata: { name: "orders", namespace: "flink", labels: {} }, spec: {} });
/** Metadata that an earlier cluster of the name left. */
export const oldMetadata = (world: FlinkWorld) =>
  world.objects.put({
    kind: "ConfigMap",
    metadata: {
      name: "orders-cluster-config-map",
      namespace: "flink",
      labels: { app: "orders", "configmap-type": "high-availability" },
    },
    ...{ data: { "jobGraph-00000000000000000000000000000099": "old" } },
  });

/** A job whose changes are rolled back. */
export const rollsBack = {
  ...lastState,
  flinkConfiguration: {
    ...highlyAvailable.flinkConfiguration,
    "kubernetes.operator.deployment.rollback.enabled": "true",
  },
} as const;
/** Longer than a change may take to run. */
export const fiveMinutes = (world: FlinkWorld) => world.skip(300_000);

/** A savepoint each five minutes. */
export const periodic = {
  flinkConfiguration: { "kubernetes.operator.periodic.savepoint.interval": "5 min" },
} as const;
/** A savepoint by its nonce. */
export const savepoint = (nonce: number) => ({ spec: { job: { savepointTriggerNonce: nonce } } });

/** A job that is started again when Flink has given it up. */
export const restartsFailed = {
  flinkConfiguration: { "kubernetes.operator.job.restart.failed": "true" },
} as const;
/** The job fails, and Flink has no restart left. */
export const failJob = (world: FlinkWorld) => {
  const now = world.clock.now();
  const process = world.kubelet.process("flink", "orders", now);
  if (process === undefined) return;
  advance(process, now);
  for (const job of process.jobs.values()) fail(process, job, "out of range", now);
};

/** A job whose size Flink can change while it runs. */
export const adaptive = { flinkConfiguration: { "jobmanager.scheduler": "adaptive" } } as const;
/** Another parallelism. */
export const larger = { spec: { job: { parallelism: 6 } } } as const;
/** A parallelism for each vertex, as an autoscaler writes it. */
export const overrides = (source: number, work: number) => {
  const vertices = `8d66249e32b3bc08f2fae72d32043792:${source},674df9b0384c0348e0b9d1034a44c46c:${work}`;
  return { spec: { flinkConfiguration: { "pipeline.jobvertex-parallelism-overrides": vertices } } };
};

/** The tasks of the job fail over and over. */
export const flapJob = (world: FlinkWorld) => {
  const now = world.clock.now();
  const process = world.kubelet.process("flink", "orders", now);
  if (process === undefined) return;
  advance(process, now);
  for (const job of process.jobs.values()) flap(job, 500, now);
};
/** A quarter of an hour, and the ticks in it. */
export const quarterHour = (world: FlinkWorld) => world.skip(900_000);
