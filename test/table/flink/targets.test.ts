import { describe, expect, it } from "vitest";
import type { Examination } from "../../../shared/core/kind.ts";
import { judgeTarget as judgeCluster } from "../../../shared/kinds/flink-session-job/judge-target.ts";
import { judgeTarget as judgeJob } from "../../../shared/kinds/flink-state-snapshot/judge-target.ts";
import { flinkExample, patched, settings } from "./flink-rig.ts";
import { snapshot } from "./rows/state-snapshot.ts";

const sessionJob = flinkExample("session-job");
const cluster = flinkExample("session-cluster");
const application = flinkExample("application");
const pathsOf = ({ denials, warnings }: Examination) => [
  denials.map(({ path }) => path),
  warnings.map(({ path }) => path),
];
const options = "spec.flinkConfiguration";
const old = patched(cluster, { spec: { flinkVersion: "v1_16" } });
const ownOption = { spec: { flinkConfiguration: { "pipeline.max-parallelism": "8" } } };
const small = { spec: { taskManager: { replicas: null } } };
const noCheckpoints = { spec: { flinkConfiguration: { "state.checkpoints.dir": null } } };

describe("a session job and its cluster", () => {
  it.each([
    { name: "the cluster of the example", why: "FS-8.", job: {}, target: cluster, expected: [[], []] },
    {
      name: "no cluster",
      why: "8.1/12: accepted, it waits.",
      job: {},
      target: undefined,
      expected: [[], ["spec.deploymentName"]],
    },
    {
      name: "an application",
      why: "8.1/12, FS-8.",
      job: {},
      target: application,
      expected: [["spec.deploymentName"], []],
    },
    {
      name: "a cluster without a checkpoint directory",
      why: "FS-10, FD-11.",
      job: {},
      target: patched(cluster, noCheckpoints),
      expected: [[`${options}.state.checkpoints.dir`], []],
    },
    {
      name: "a directory of the job's own",
      why: "FS-10: its configuration lies over the cluster's.",
      job: { spec: { flinkConfiguration: { "state.checkpoints.dir": "s3://bucket" } } },
      target: patched(cluster, noCheckpoints),
      expected: [[], []],
    },
    {
      name: "a savepoint on request, without a directory",
      why: "FS-10, FD-13.",
      job: { spec: { job: { savepointTriggerNonce: 1 } } },
      target: cluster,
      expected: [[`${options}.state.savepoints.dir`], []],
    },
    {
      name: "a target of the autoscaler that the cluster turns on",
      why: "FS-11: whether it is on, both say.",
      job: { spec: { flinkConfiguration: { "job.autoscaler.utilization.target": "7" } } },
      target: patched(cluster, { spec: { flinkConfiguration: { "job.autoscaler.enabled": "true" } } }),
      expected: [[`${options}.job.autoscaler.utilization.target`], []],
    },
    {
      name: "a short window of an autoscaler that the cluster turns on",
      why: "FS-11, FD-30: a warning.",
      job: { spec: { flinkConfiguration: { "job.autoscaler.metrics.window": "5 s" } } },
      target: patched(cluster, { spec: { flinkConfiguration: { "job.autoscaler.enabled": "true" } } }),
      expected: [[], [`${options}.job.autoscaler.metrics.window`]],
    },
    {
      name: "upgrades by savepoint, without a directory",
      why: "FS-10, FD-12: a warning.",
      job: { spec: { job: { upgradeMode: "savepoint" } } },
      target: cluster,
      expected: [[], [`${options}.state.savepoints.dir`]],
    },
    {
      name: "no parallelism, and TaskManagers of the cluster",
      why: "FS-10, FD-17.",
      job: { spec: { job: { parallelism: null } } },
      target: cluster,
      expected: [[], []],
    },
    {
      name: "neither parallelism nor TaskManagers",
      why: "FS-10, FD-17.",
      job: { spec: { job: { parallelism: 0 } } },
      target: patched(cluster, small),
      expected: [["spec.job.parallelism"], []],
    },
    {
      name: "an option of Flink's, and a cluster before 1.17",
      why: "1.5: its REST takes none with a job, and the job would run without it.",
      job: ownOption,
      target: old,
      expected: [[options], []],
    },
    {
      name: "an option of Flink's, and a cluster that takes it",
      why: "1.5.",
      job: ownOption,
      target: patched(cluster, { spec: { flinkVersion: "v1_17" } }),
      expected: [[], []],
    },
    {
      name: "an option of the operator's, and a cluster before 1.17",
      why: "It is never sent to Flink.",
      job: { spec: { flinkConfiguration: { "kubernetes.operator.job.restart.failed": "true" } } },
      target: old,
      expected: [[], []],
    },
    {
      name: "an option of Flink's, and a cluster of a version that is none",
      why: "The cluster's own rules say so; of its jobs nothing is known.",
      job: ownOption,
      target: patched(cluster, { spec: { flinkVersion: "1.16" } }),
      expected: [[], []],
    },
  ])("$name: $expected ($why)", ({ job, target, expected }) => {
    expect(pathsOf(judgeCluster({ object: patched(sessionJob, job), settings }, target))).toEqual(expected);
  });
});

describe("a snapshot and its job", () => {
  const denied = [["spec.jobReference.name"], []];
  const fine = [[], []];
  const existing = { spec: { savepoint: { alreadyExists: true, path: "s3://a" }, jobReference: null } };

  it.each([
    { name: "its application", why: "FN-4.", patch: {}, target: application, expected: fine },
    { name: "nothing of that name", why: "8.1/14.", patch: {}, target: undefined, expected: denied },
    {
      name: "nothing, while it is pending",
      why: "FN-4.",
      patch: { status: { state: "TRIGGER_PENDING" } },
      target: undefined,
      expected: denied,
    },
    {
      name: "nothing any more",
      why: "FN-4: it has been taken.",
      patch: { status: { state: "COMPLETED" } },
      target: undefined,
      expected: fine,
    },
    { name: "nothing, of what exists already", why: "FN-2.", patch: existing, target: undefined, expected: fine },
    { name: "a session cluster", why: "It has no job of its own.", patch: {}, target: cluster, expected: denied },
  ])("$name: $expected ($why)", ({ patch, target, expected }) => {
    expect(pathsOf(judgeJob({ object: patched(snapshot, patch), settings }, target))).toEqual(expected);
  });
});
