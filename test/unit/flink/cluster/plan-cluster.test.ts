import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { planCluster } from "../../../../shared/flink/cluster/plan-cluster.ts";
import type { ClusterSpec } from "../../../../shared/flink/cluster/request.ts";
import { makeRequest, planned } from "../../../builders/flink-cluster.ts";

interface Row {
  readonly name: string;
  readonly spec?: ClusterSpec;
  readonly configuration?: Record<string, string>;
  readonly path: string;
  readonly message: RegExp;
}

const main = (rest: JsonObject) => ({ spec: { containers: [{ name: "flink-main-container", ...rest }] } });
const limit = (memory: string) => main({ resources: { limits: { memory } } });

describe("a cluster that cannot be built says where and why (FD-2, FD-3, FD-9, FD-18 to FD-21)", () => {
  it.each<Row>([
    {
      name: "no version",
      spec: { flinkVersion: undefined },
      path: "spec.flinkVersion",
      message: /^is missing; use one of v1_15/,
    },
    {
      name: "a version that is too old",
      spec: { flinkVersion: "v1_14" },
      path: "spec.flinkVersion",
      message: /no longer supported/,
    },
    {
      name: "memory that is none",
      configuration: { "jobmanager.memory.process.size": "two gigs" },
      path: "spec.flinkConfiguration.jobmanager.memory.process.size",
      message: /^"two gigs" is no amount of memory; write a number and a unit, such as 2048m/,
    },
    {
      name: "no memory of the TaskManagers",
      configuration: { "taskmanager.memory.process.size": "" },
      path: "spec.taskManager.resource.memory",
      message: /^Required value$/,
    },
    {
      name: "memory below a mebibyte",
      configuration: { "taskmanager.memory.process.size": "4096" },
      path: "spec.taskManager.resource.memory",
      message: /^is less than a mebibyte/,
    },
    {
      name: "a template's limit below the process, in the common template",
      spec: { podTemplate: limit("3Gi") },
      path: "spec.podTemplate.spec.containers.0.resources.limits.memory",
      message: /^3Gi is below the 4Gi of spec\.taskManager\.resource\.memory/,
    },
    {
      name: "the same in the role's own template, which wins",
      spec: { podTemplate: limit("8Gi"), taskManager: { podTemplate: limit("1Gi") } },
      path: "spec.taskManager.podTemplate.spec.containers.0.resources.limits.memory",
      message: /^1Gi is below the 4Gi/,
    },
    {
      name: "a limit factor below one",
      configuration: { "kubernetes.taskmanager.memory.limit-factor": "0.5" },
      path: "spec.flinkConfiguration.kubernetes.taskmanager.memory.limit-factor",
      message: /^"0\.5" is below 1/,
    },
    {
      name: "no cores",
      configuration: { "kubernetes.jobmanager.cpu.amount": "0" },
      path: "spec.flinkConfiguration.kubernetes.jobmanager.cpu.amount",
      message: /^"0" is no number of cores$/,
    },
    {
      name: "a range of ports",
      configuration: { "rest.bind-port": "8081-8090" },
      path: "spec.flinkConfiguration.rest.bind-port",
      message: /is no port; write one number/,
    },
    {
      name: "disk that is none",
      spec: { jobManager: { resource: { ephemeralStorage: "much" } } },
      path: "spec.jobManager.resource.ephemeralStorage",
      message: /^"much" is no amount/,
    },
    {
      name: "a device that is no quantity",
      spec: { taskManager: { resources: { limits: { "nvidia.com/gpu": "one" } } } },
      path: "spec.taskManager.resources.limits.nvidia.com/gpu",
      message: /^"one" is no quantity$/,
    },
    {
      name: "templates that clash",
      spec: {
        podTemplate: { spec: { volumes: [{ name: "a", emptyDir: {} }] } },
        taskManager: { podTemplate: { spec: { volumes: [{ name: "b", configMap: { name: "x" } }] } } },
      },
      path: "spec.taskManager.podTemplate.spec.volumes.0",
      message: /^is at once emptyDir and configMap/,
    },
    {
      name: "an exposed type that Flink does not know",
      configuration: { "kubernetes.rest-service.exposed.type": "Ingress" },
      path: "spec.flinkConfiguration.kubernetes.rest-service.exposed.type",
      message: /^"Ingress" is none of ClusterIP, NodePort/,
    },
    {
      name: "tolerations that are no JSON",
      configuration: { "kubernetes.taskmanager.tolerations": "[{key}]" },
      path: "spec.flinkConfiguration.kubernetes.taskmanager.tolerations",
      message: /begins like JSON/,
    },
    {
      name: "the network of the node",
      configuration: { "kubernetes.hostnetwork.enabled": "true" },
      path: "spec.flinkConfiguration.kubernetes.hostnetwork.enabled",
      message: /^is not supported/,
    },
    {
      name: "a key of Flink 2 that is the beginning of another",
      spec: { flinkVersion: "v2_2" },
      configuration: { "my.option": "1", "my.option.more": "2" },
      path: "spec.flinkConfiguration.my.option",
      message: /^cannot stand beside my\.option\.more/,
    },
    {
      name: "a log file of another name",
      spec: { logConfiguration: { "log4j.properties": "x" } },
      path: "spec.logConfiguration.log4j.properties",
      message: /it reads/,
    },
    {
      name: "an ingress for nobody",
      spec: { ingress: {} },
      path: "spec.ingress.template",
      message: /^Required value$/,
    },
  ])("$name", ({ spec = {}, configuration = {}, path, message }) => {
    const plan = planCluster(makeRequest(spec, configuration));
    expect(plan.blueprint).toBeUndefined();
    expect(plan.problems).toEqual([{ path, message: expect.stringMatching(message) }]);
  });
});

describe("a cluster that can be built warns of", () => {
  it.each<Row>([
    {
      name: "requests of the template, which follow from the size",
      spec: { jobManager: { podTemplate: main({ resources: { requests: { memory: "1Gi" } } }) } },
      path: "spec.jobManager.podTemplate.spec.containers.0.resources.requests.memory",
      message: /^1Gi has no effect: spec\.jobManager\.resource\.memory sets aside 2Gi$/,
    },
    {
      name: "an entry point of the template",
      spec: { taskManager: { podTemplate: main({ args: ["x"] }) } },
      path: "spec.taskManager.podTemplate.spec.containers",
      message: /^sets args of flink-main-container, which has no effect/,
    },
    {
      name: "a pod template by file, which nobody has",
      configuration: { "kubernetes.pod-template-file": "/tmp/pod.yaml" },
      path: "spec.flinkConfiguration.kubernetes.pod-template-file",
      message: /^has no effect: use spec\.podTemplate$/,
    },
    {
      name: "TaskManagers that an old Flink does not start ahead",
      spec: { flinkVersion: "v1_18", taskManager: { replicas: 3 } },
      path: "spec.taskManager.replicas",
      message: /before 1\.19/,
    },
    {
      name: "a claim mode that a standalone job cannot be told",
      spec: { mode: "standalone", job: {} },
      configuration: { "execution.savepoint-restore-mode": "CLAIM" },
      path: "spec.flinkConfiguration.execution.state-recovery.claim-mode",
      message: /always restores NO_CLAIM/,
    },
  ])("$name", ({ spec = {}, configuration = {}, path, message }) => {
    const plan = planCluster(makeRequest(spec, configuration));
    expect(plan.problems).toBeUndefined();
    expect(plan.warnings).toEqual([{ path, message: expect.stringMatching(message) }]);
  });

  it("nothing where nothing is odd", () => {
    expect(planCluster(makeRequest({})).warnings).toEqual([]);
  });
});

describe("the size of a process that is only given by Flink's own part of it", () => {
  it.each([
    { name: "a small overhead is raised", flink: "1024m", process: 1024 + 256 + 192 },
    { name: "in between it is a tenth of all", flink: "3344m", process: 4000 },
    { name: "a large one is cut", flink: "20g", process: 20480 + 256 + 1024 },
  ])("$name", ({ flink, process }) => {
    const configuration = { "jobmanager.memory.process.size": "", "jobmanager.memory.flink.size": flink };
    expect(planned(makeRequest({}, configuration)).jobManager.size.memory.request).toBe(process);
  });
});
