import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../shared/core/json.ts";
import type { ClusterSpec } from "../../../../shared/flink/cluster/request.ts";
import { built, makeRequest, one } from "../../../builders/flink-cluster.ts";
import { ha, job, kindsOf, mainOf, podOf } from "./make-cluster-parts.ts";

describe("the objects of a cluster, in the order in which they are applied (3.3, 8.1/51)", () => {
  it.each<{ name: string; spec: ClusterSpec; configuration: Record<string, string>; objects: string[] }>([
    {
      name: "native",
      spec: { job },
      configuration: {},
      objects: [
        "ConfigMap flink-config-app",
        "ConfigMap pod-template-app",
        "Service app",
        "Service app-rest",
        "Deployment app",
      ],
    },
    {
      name: "native with high availability, whose TaskManagers need no service",
      spec: {},
      configuration: ha,
      objects: ["ConfigMap flink-config-app", "ConfigMap pod-template-app", "Service app-rest", "Deployment app"],
    },
    {
      name: "standalone with an ingress",
      spec: { mode: "standalone", job, ingress: { template: "{{name}}.example.com" } },
      configuration: ha,
      objects: [
        "ConfigMap flink-config-app",
        "Service app",
        "Service app-rest",
        "Deployment app",
        "Deployment app-taskmanager",
        "Ingress app",
      ],
    },
  ])("$name", ({ spec, configuration, objects }) => {
    expect(kindsOf(spec, configuration)).toEqual(objects);
  });

  it("each belong to the resource, and tell the attempt", () => {
    const objects = built(makeRequest({ mode: "standalone", job, ingress: { template: "/x" } }));
    for (const { metadata } of objects) {
      expect(metadata).toMatchObject({
        namespace: "flink-prod",
        labels: { app: "app" },
        ownerReferences: [
          {
            apiVersion: "flink.apache.org/v1beta1",
            kind: "FlinkDeployment",
            name: "app",
            uid: "uid-1",
            controller: false,
            blockOwnerDeletion: true,
          },
        ],
      });
    }
    expect(one(objects, "Deployment", "app").metadata.annotations).toEqual({
      "flinkdeployment.flink.apache.org/generation": "3",
      "weir.dev/attempt": "5",
    });
  });

  it("let the guide's selector of the web interface's service find that one alone", () => {
    const services = built(makeRequest({ job })).filter(({ kind }) => kind === "Service");
    const found = services.filter(({ metadata }) => metadata.labels?.component === "jobmanager");
    expect(found.map(({ metadata }) => metadata.name)).toEqual(["app-rest"]);
  });
});

describe("how processes are started (3.5, 3.6)", () => {
  const address = ["-D", "jobmanager.rpc.address=$(_POD_IP_ADDRESS)"];
  const restore = { "execution.savepoint.path": "s3://b/sp-1", "execution.savepoint.ignore-unclaimed-state": "true" };

  it.each<{ name: string; spec: ClusterSpec; configuration: Record<string, string>; args: string[] }>([
    {
      name: "native application: all else is in the configuration",
      spec: { job },
      configuration: restore,
      args: ["bash", "-c", "kubernetes-jobmanager.sh kubernetes-application"],
    },
    {
      name: "native session with arguments of the user",
      spec: {},
      configuration: { "kubernetes.jobmanager.entrypoint.args": " -Dx=y " },
      args: ["bash", "-c", "kubernetes-jobmanager.sh kubernetes-session -Dx=y"],
    },
    {
      name: "standalone application",
      spec: { mode: "standalone", job },
      configuration: {},
      args: ["standalone-job", "--job-classname", "com.example.Job", "--", "--env", "prod"],
    },
    {
      name: "standalone application that restores, in the older spelling, with high availability",
      spec: { mode: "standalone", job },
      configuration: { ...restore, ...ha },
      args: [
        "standalone-job",
        "--job-classname",
        "com.example.Job",
        "--allowNonRestoredState",
        "--fromSavepoint",
        "s3://b/sp-1",
        ...address,
        "--",
        "--env",
        "prod",
      ],
    },
    { name: "standalone session", spec: { mode: "standalone" }, configuration: {}, args: ["jobmanager"] },
    {
      name: "the same, highly available",
      spec: { mode: "standalone" },
      configuration: ha,
      args: ["jobmanager", ...address],
    },
    {
      name: "an option that no line of flink-conf.yaml can carry, unread by shell and Kubernetes",
      spec: { job },
      configuration: { "my.key": "it's $(HOME)\n#" },
      args: ["bash", "-c", "kubernetes-jobmanager.sh kubernetes-application '-Dmy.key=it'\\''s $$(HOME)\n#'"],
    },
  ])("$name", ({ spec, configuration, args }) => {
    expect(mainOf(spec, configuration)).toMatchObject({ command: ["/docker-entrypoint.sh"], args });
  });

  it("TaskManagers of a standalone cluster get what the file cannot carry as well", () => {
    const main = mainOf({ mode: "standalone" }, { "my.key": "a # b" }, "app-taskmanager");
    expect(main?.args).toEqual(["taskmanager", "-Dmy.key=a # b"]);
  });
});

describe("a standalone job whose jar lies outside of usrlib", () => {
  const elsewhere = { jarURI: "local:///opt/flink/examples/streaming/StateMachineExample.jar" };
  const volumes = (spec: ClusterSpec, configuration = {}) =>
    (podOf(spec, configuration).volumes as JsonObject[]).map(({ name }) => name);

  it("gets an empty one, without which Flink does not look for its classes", () => {
    expect(volumes({ mode: "standalone", job: elsewhere })).toContain("user-lib-dir");
  });

  it.each<{ name: string; spec: ClusterSpec }>([
    { name: "in usrlib of the image, which it would hide", spec: { mode: "standalone", job } },
    { name: "of a native cluster", spec: { job: elsewhere } },
    {
      name: "where the template mounts one",
      spec: {
        mode: "standalone",
        job: elsewhere,
        podTemplate: {
          spec: {
            containers: [
              { name: "flink-main-container", volumeMounts: [{ name: "jars", mountPath: "/opt/flink/usrlib/x" }] },
            ],
          },
        },
      },
    },
  ])("gets none $name", ({ spec }) => {
    expect(volumes(spec)).not.toContain("user-lib-dir");
  });
});
