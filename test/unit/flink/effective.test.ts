import { describe, expect, it } from "vitest";
import { readList } from "../../../shared/core/notation/list-and-map.ts";
import type { ConfiguredSpec } from "../../../shared/flink/deployment-spec.ts";
import { type DeployFacts, makeEffectiveConfiguration } from "../../../shared/flink/effective.ts";
import { toDialect } from "../../../shared/flink/spellings.ts";

const jobId = "1".padStart(32, "0");
const job = { jarURI: "local:///opt/flink/usrlib/my-app.jar", parallelism: 8, upgradeMode: "stateful" };
const effectiveOf = (spec: ConfiguredSpec, deploy: Partial<DeployFacts> = {}, defaults = {}) =>
  makeEffectiveConfiguration({ name: "my-app", spec, defaults, deploy: { attempt: 1, jobId, ...deploy } });

/** "Application Mode Deployment" of the guide. */
const guide: ConfiguredSpec = {
  image: "my-registry/my-flink-app:1.2.3",
  imagePullPolicy: "IfNotPresent",
  flinkConfiguration: {
    "taskmanager.numberOfTaskSlots": "2",
    "state.backend": "rocksdb",
    "state.checkpoints.dir": "s3://my-bucket/checkpoints",
    "execution.checkpointing.interval": "60000",
    "high-availability": "kubernetes",
    "high-availability.storageDir": "s3://my-bucket/ha/",
    "kubernetes.operator.periodic.savepoint.interval": "6h",
  },
  serviceAccount: "flink-sa",
  jobManager: { resource: { memory: "2048m", cpu: 1 }, replicas: 1 },
  taskManager: { resource: { memory: "4096m", cpu: 2 } },
  job: {
    ...job,
    entryClass: "com.example.MyStreamingJob",
    args: ["--kafka.bootstrap.servers", "kafka:9092", "a;b"],
    allowNonRestoredState: false,
  },
};

describe("the effective configuration of a cluster (3.1)", () => {
  it("the guide's application, in the spelling of Flink 2", () => {
    expect(effectiveOf(guide, { attempt: 3, restorePath: "s3://sp" })).toEqual({
      problems: [],
      configuration: {
        "kubernetes.rest-service.exposed.type": "ClusterIP",
        "web.cancel.enable": "false",
        "pipeline.name": "my-app",
        "execution.checkpointing.externalized-checkpoint-retention": "RETAIN_ON_CANCELLATION",
        "execution.checkpointing.interval": "60000",
        "execution.submit-failed-job-on-application-error": "true",
        "taskmanager.numberOfTaskSlots": "2",
        "state.backend.type": "rocksdb",
        "execution.checkpointing.dir": "s3://my-bucket/checkpoints",
        "high-availability.type": "kubernetes",
        "high-availability.storageDir": "s3://my-bucket/ha/",
        "kubernetes.operator.periodic.savepoint.interval": "6h",
        "jobmanager.memory.process.size": "2048m",
        "kubernetes.jobmanager.cpu.amount": "1",
        "taskmanager.memory.process.size": "4096m",
        "kubernetes.taskmanager.cpu.amount": "2",
        "kubernetes.container.image.ref": "my-registry/my-flink-app:1.2.3",
        "kubernetes.container.image.pull-policy": "IfNotPresent",
        "kubernetes.service-account": "flink-sa",
        "kubernetes.jobmanager.replicas": "1",
        "execution.target": "kubernetes-application",
        "parallelism.default": "8",
        "pipeline.jars": "local:///opt/flink/usrlib/my-app.jar",
        "execution.shutdown-on-application-finish": "false",
        "execution.state-recovery.ignore-unclaimed-state": "false",
        "$internal.application.main": "com.example.MyStreamingJob",
        "$internal.application.program-args": "--kafka.bootstrap.servers;kafka:9092;'a;b'",
        "job-result-store.delete-on-commit": "false",
        "job-result-store.storage-path": `s3://my-bucket/ha/job-result-store/my-app/${jobId}-3`,
        "$internal.pipeline.job-id": jobId,
        "execution.state-recovery.path": "s3://sp",
      },
    });
  });

  it("in the spelling of an old Flink", () => {
    expect(toDialect(effectiveOf(guide, { restorePath: "s3://sp" }).configuration, "v1_16")).toMatchObject({
      "high-availability": "kubernetes",
      "state.backend": "rocksdb",
      "kubernetes.container.image": "my-registry/my-flink-app:1.2.3",
      "kubernetes.jobmanager.cpu": "1",
      "execution.savepoint.path": "s3://sp",
      "execution.savepoint.ignore-unclaimed-state": "false",
    });
  });

  it("a session cluster has no job's options", () => {
    const { configuration } = effectiveOf({ taskManager: { replicas: 3 } }, { jobId: undefined });
    expect(configuration).toEqual({
      "kubernetes.rest-service.exposed.type": "ClusterIP",
      "web.cancel.enable": "false",
      "execution.target": "kubernetes-session",
    });
  });

  const row = (spec: Partial<ConfiguredSpec>): ConfiguredSpec => ({ job, ...spec });
  it.each([
    {
      why: "gaps: what the user says stays",
      spec: row({ flinkConfiguration: { "pipeline.name": "x", "web.cancel.enable": true } }),
      has: { "pipeline.name": "x", "web.cancel.enable": "true" },
    },
    {
      why: "gaps: stateful means last-state, which needs checkpoints",
      spec: row({}),
      has: { "execution.checkpointing.interval": "5 min" },
    },
    {
      why: "no gap: a stateless job needs none",
      spec: row({ job: { ...job, upgradeMode: "stateless" } }),
      has: { "execution.checkpointing.interval": undefined },
    },
    {
      why: "the spec wins over the configuration, in whatever spelling that is",
      spec: row({ image: "a:1", flinkConfiguration: { "kubernetes.container.image": "b:2" } }),
      has: { "kubernetes.container.image.ref": "a:1", "kubernetes.container.image": undefined },
    },
    {
      why: "without an image the configuration's own",
      spec: row({ flinkConfiguration: { "kubernetes.container.image": "b:2" } }),
      has: { "kubernetes.container.image.ref": "b:2" },
    },
    {
      why: "a restore path is never the user's",
      spec: row({ flinkConfiguration: { "execution.savepoint.path": "s3://mine" } }),
      has: { "execution.state-recovery.path": undefined },
    },
    {
      why: "a job id of the user's is kept",
      spec: row({ flinkConfiguration: { "$internal.pipeline.job-id": "f".repeat(32) } }),
      has: { "$internal.pipeline.job-id": "f".repeat(32) },
    },
    {
      why: "fixed TaskManagers say the parallelism",
      spec: row({ taskManager: { replicas: 3 }, flinkConfiguration: { "taskmanager.numberOfTaskSlots": 4 } }),
      has: { "parallelism.default": "12" },
    },
    {
      why: "native knows no number of TaskManagers",
      spec: row({ taskManager: { replicas: 3 } }),
      has: { "kubernetes.internal.taskmanager.replicas": undefined },
    },
    {
      why: "standalone: jar on the class path, as many TaskManagers as the job needs",
      spec: row({ mode: "standalone", flinkConfiguration: { "taskmanager.numberOfTaskSlots": 3 } }),
      has: {
        "execution.target": "remote",
        "pipeline.classpaths": "file:///opt/flink/usrlib/my-app.jar",
        "pipeline.jars": undefined,
        "kubernetes.internal.taskmanager.replicas": "3",
      },
    },
    {
      why: "standalone: the highest override",
      spec: row({ mode: "standalone", flinkConfiguration: { "pipeline.jobvertex-parallelism-overrides": "a:2,b:11" } }),
      has: { "parallelism.default": "11", "kubernetes.internal.taskmanager.replicas": "11" },
    },
    {
      why: "standalone session: one TaskManager unless more are asked for",
      spec: { mode: "standalone" as const },
      has: { "execution.target": "remote", "kubernetes.internal.taskmanager.replicas": "1" },
    },
    {
      why: "behind an ingress the service is inner",
      spec: row({ ingress: {}, flinkConfiguration: { "kubernetes.rest-service.exposed.type": "NodePort" } }),
      has: { "kubernetes.rest-service.exposed.type": "ClusterIP" },
    },
    {
      why: "without high availability there is no result store",
      spec: row({ flinkConfiguration: { "high-availability": "NONE", "high-availability.storageDir": "s3://a" } }),
      has: { "job-result-store.storage-path": undefined },
    },
  ])("$why", ({ spec, has }) => {
    const { configuration } = effectiveOf(spec);
    for (const [key, value] of Object.entries(has)) expect([key, configuration[key]]).toEqual([key, value]);
  });

  it("defaults are below the user's, and above what only fills a gap", () => {
    const defaults = { "web.cancel.enable": "true", a: "default", b: "default" };
    expect(effectiveOf({ job, flinkConfiguration: { a: "own" } }, {}, defaults).configuration).toMatchObject({
      "web.cancel.enable": "true",
      a: "own",
      b: "default",
    });
  });

  it("each submission has a result store of its own, each attempt of it too", () => {
    const paths = [1, 2].map(
      (attempt) => effectiveOf(guide, { attempt }).configuration["job-result-store.storage-path"],
    );
    expect(new Set(paths).size).toBe(2);
  });

  it("arguments of several lines are read back as they were", () => {
    const args = ["CREATE TABLE a ('x' = 'y;z');\nINSERT INTO b SELECT 1;", "", " "];
    const { configuration } = effectiveOf({ job: { ...job, args } });
    expect(readList(configuration["$internal.application.program-args"] ?? "")).toEqual({ ok: true, value: args });
  });
});
