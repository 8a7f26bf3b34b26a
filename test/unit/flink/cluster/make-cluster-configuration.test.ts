import { describe, expect, it } from "vitest";
import type { ClusterSpec } from "../../../../shared/flink/cluster/request.ts";
import { makeRequest, planned } from "../../../builders/flink-cluster.ts";
import { ha, job, mainOf } from "./make-cluster-parts.ts";

describe("the configuration of the processes (3.2)", () => {
  const read = (spec: ClusterSpec, configuration = {}) => planned(makeRequest(spec, configuration)).configuration;

  it("says where they are, and leaves out what is Weir's and what the user's machine is", () => {
    const configuration = read(
      {},
      {
        "kubernetes.operator.periodic.savepoint.interval": "6h",
        "job.autoscaler.enabled": "true",
        "taskmanager.host": "here",
        "kubernetes.pod-template-file": "/tmp/x.yaml",
        "blob.server.port": "0",
        "rest.port": "9091",
      },
    );
    expect(configuration).toMatchObject({
      "jobmanager.rpc.address": "app.flink-prod",
      "blob.server.port": "6124",
      "rest.bind-port": "9091",
      "kubernetes.cluster-id": "app",
    });
    expect(
      Object.keys(configuration).filter((key) => /operator|autoscaler|taskmanager\.host|template/.test(key)),
    ).toEqual([]);
  });

  it("names the cluster's own high availability, in the version's spelling", () => {
    const old = { flinkVersion: "v1_15", job };
    expect(read(old, ha)).toMatchObject({
      "high-availability": "org.apache.flink.kubernetes.highavailability.KubernetesHaServicesFactory",
      "high-availability.cluster-id": "app",
      "high-availability.jobmanager.port": "6123",
    });
  });

  it.each<{ name: string; version: string; configuration: Record<string, string>; fixed: Record<string, string> }>([
    {
      name: "1.19 and newer keep as many slots at least and at most",
      version: "v1_19",
      configuration: {},
      fixed: { "slotmanager.number-of-slots.min": "6", "slotmanager.number-of-slots.max": "6" },
    },
    {
      name: "older ones keep what jobs have started",
      version: "v1_18",
      configuration: {},
      fixed: { "slotmanager.number-of-slots.max": "6", "resourcemanager.taskmanager-timeout": "315360000000" },
    },
    {
      name: "a user's own bound holds",
      version: "v2_2",
      configuration: { "slotmanager.number-of-slots.max": "60" },
      fixed: { "slotmanager.number-of-slots.min": "6", "slotmanager.number-of-slots.max": "60" },
    },
  ])("a native session cluster holds its TaskManagers: $name", ({ version, configuration, fixed }) => {
    const spec = { flinkVersion: version, taskManager: { replicas: 3 } };
    const found = Object.entries(read(spec, configuration)).filter(([key]) =>
      /^(slotmanager|resourcemanager)\./.test(key),
    );
    expect(Object.fromEntries(found)).toEqual(fixed);
  });

  it("hands the template's limit to the TaskManagers that Flink makes", () => {
    const podTemplate = {
      spec: { containers: [{ name: "flink-main-container", resources: { limits: { memory: "5Gi" } } }] },
    };
    expect(read({ podTemplate })).toMatchObject({ "kubernetes.taskmanager.memory.limit-factor": "1.25" });
    expect(mainOf({ podTemplate })?.resources).toEqual({
      requests: { cpu: "1", memory: "2Gi" },
      limits: { cpu: "1", memory: "5Gi" },
    });
  });

  it("names an image for the TaskManagers that Flink makes, where nobody else does", () => {
    expect(read({})).toMatchObject({ "kubernetes.container.image.ref": "flink:1.20" });
    expect(mainOf({})?.image).toBe("flink:1.20");
  });
});
