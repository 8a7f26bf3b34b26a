import { mergePatch } from "../../../../../shared/core/diff.ts";
import type { JsonObject } from "../../../../../shared/core/json.ts";
import type { DeploymentMode } from "../../../../../shared/flink/cluster/blueprint.ts";
import type { ClusterSpec } from "../../../../../shared/flink/cluster/request.ts";
import { jobClass, jobJar } from "../../flink/make-image.ts";
import type { Release } from "../../flink/releases.ts";
import { account, mountPath } from "./place.ts";

const restricted = {
  runAsNonRoot: true,
  allowPrivilegeEscalation: false,
  capabilities: { drop: ["ALL"] },
  seccompProfile: { type: "RuntimeDefault" },
};

const podTemplate = {
  spec: {
    terminationGracePeriodSeconds: 5,
    containers: [
      {
        name: "flink-main-container",
        securityContext: restricted,
        volumeMounts: [{ name: "data", mountPath }],
      },
    ],
    volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }],
  },
};

/** As little as a cluster starts with; both roles may use the whole machine while nobody else does. */
const small = {
  "taskmanager.memory.managed.size": "32m",
  "taskmanager.memory.jvm-metaspace.size": "128m",
  "kubernetes.jobmanager.cpu.limit-factor": "10",
  "kubernetes.taskmanager.cpu.limit-factor": "10",
  "taskmanager.numberOfTaskSlots": "2",
  "env.java.opts.all": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
};

const taskManagerSize = { memory: "900m", cpu: 0.2 } as const;

/** Both roles are missed after seconds, not after most of a minute. */
const watchful = {
  "heartbeat.interval": "2000",
  "heartbeat.timeout": "20000",
  "high-availability.kubernetes.leader-election.lease-duration": "8 s",
  "high-availability.kubernetes.leader-election.renew-deadline": "6 s",
  "high-availability.kubernetes.leader-election.retry-period": "1 s",
};

/** What a cluster is to be. */
export interface Wanted {
  readonly release: Release;
  readonly mode: DeploymentMode;
  /** A folder of the volume for its state. */
  readonly folder: string;
}

/** A session cluster of one TaskManager, highly available. */
export function sessionSpec({ release, mode, folder }: Wanted): ClusterSpec {
  return {
    flinkVersion: release.name,
    image: release.image,
    mode,
    serviceAccount: account,
    flinkConfiguration: {
      ...small,
      ...watchful,
      "state.checkpoints.dir": `file://${folder}/checkpoints`,
      "state.savepoints.dir": `file://${folder}/savepoints`,
      "execution.checkpointing.interval": "1 s",
      "high-availability.type": "kubernetes",
      "high-availability.storageDir": `file://${folder}/ha`,
    },
    podTemplate,
    jobManager: { resource: { memory: "800m", cpu: 0.2 } },
    taskManager: { replicas: 1, resource: taskManagerSize },
  };
}

/** How the counting job runs; what is left out is as before the first change. */
export interface Run {
  /** Numbers a second; above 1,000 as fast as it can. */
  readonly rate?: number;
  /** How many numbers there are; a job that goes on from a state keeps those that it began with. */
  readonly limit?: number;
  /** The number at which it throws. */
  readonly failAt?: number;
  readonly parallelism?: number;
  readonly upgradeMode?: "stateless" | "last-state" | "savepoint";
  /** Of an application: the one that takes another size in place; Flink's usual one where nothing is said. */
  readonly scheduler?: "adaptive";
}

/** `spec.job` of the counting job. */
export function jobSpec(wanted: Wanted, run: Run, jarURI: string): object {
  const { rate = 100, limit = 1_000_000, failAt = -1, parallelism = 2, upgradeMode = "savepoint" } = run;
  const given = { ledger: ledgerOf(wanted), rate, limit, failAt };
  return {
    jarURI,
    entryClass: jobClass,
    args: Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]),
    parallelism,
    upgradeMode,
  };
}

/** The counting job as an application, highly available. */
export function applicationSpec(wanted: Wanted, run: Run): object {
  const cluster = { ...sessionSpec(wanted), taskManager: { resource: taskManagerSize } };
  const flinkConfiguration = run.scheduler === undefined ? {} : { "jobmanager.scheduler": run.scheduler };
  return mergePatch(cluster as unknown as JsonObject, {
    flinkConfiguration,
    job: jobSpec(wanted, run, `local://${jobJar}`) as JsonObject,
  }) as object;
}

/** Path of the counting job's ledger in its pods. */
export function ledgerOf({ folder }: Pick<Wanted, "folder">): string {
  return `${folder}/ledger`;
}
