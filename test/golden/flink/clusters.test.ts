import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { goldens, pathOf, planGolden, writeGolden } from "./cases.ts";

const objectsOf = (name: string) =>
  parseAllDocuments(readFileSync(pathOf({ name, why: "", manifests: [] }), "utf8")).map(
    (document) => document.toJS() as JsonObject,
  );

describe("the objects of a cluster (8.1/51, 8.1/52)", () => {
  it.each([...goldens])("$name: $why (else: node test/golden/flink/renew.ts)", (golden) => {
    expect(planGolden(golden).problems).toEqual([]);
    expect(readFileSync(pathOf(golden), "utf8")).toBe(writeGolden(golden));
  });

  it("are on record for these clusters alone", () => {
    const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".yaml"));
    expect(files.sort()).toEqual(goldens.map((golden) => basename(pathOf(golden))).sort());
  });
});

describe("the clusters on record", () => {
  it("have Deployments whose old pods go before new ones come", () => {
    const deployments = goldens.flatMap(({ name }) => objectsOf(name)).filter(({ kind }) => kind === "Deployment");
    expect(deployments.length).toBeGreaterThan(goldens.length);
    for (const deployment of deployments) expect(at(deployment, "spec", "strategy")).toEqual({ type: "Recreate" });
  });
});

describe("restricted pod security with the guide's template", () => {
  const pods = objectsOf("guide-restricted")
    .filter(({ kind }) => kind === "Deployment")
    .map((deployment) => at(deployment, "spec", "template", "spec") as JsonObject);

  it("is kept in both Deployments", () => {
    expect(pods).toHaveLength(2);
    for (const pod of pods) {
      expect(pod.securityContext).toEqual({
        runAsNonRoot: true,
        runAsUser: 9999,
        fsGroup: 9999,
        seccompProfile: { type: "RuntimeDefault" },
      });
    }
  });

  it("finds nothing that it forbids in what Weir adds", () => {
    for (const pod of pods) {
      expect([pod.hostNetwork, pod.hostPID, pod.hostIPC, pod.initContainers]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      const kinds = (pod.volumes as JsonObject[]).flatMap(({ name: _, ...source }) => Object.keys(source));
      expect(kinds.every((kind) => ["configMap", "emptyDir", "secret", "projected"].includes(kind))).toBe(true);
      for (const container of pod.containers as JsonObject[]) {
        expect(container.securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          capabilities: { drop: ["ALL"] },
        });
        expect((container.ports as JsonObject[]).every((port) => port.hostPort === undefined)).toBe(true);
      }
    }
  });

  it("has the configuration where nobody can write to it (3.2)", () => {
    const mounts = pods.flatMap((pod) =>
      (pod.containers as JsonObject[]).flatMap(({ volumeMounts }) => volumeMounts as JsonObject[]),
    );
    const configurations = mounts.filter(({ mountPath }) => mountPath === "/opt/flink/conf");
    expect(configurations).toHaveLength(2);
    for (const mount of configurations) expect(mount.readOnly).toBe(true);
  });
});

describe("the guide's fragments whose meaning Apache's operator drops", () => {
  it("keep their memory limit, in the JobManager and in the TaskManagers that Flink makes", () => {
    const [jobManager] = objectsOf("guide-pod-templates").filter(({ kind }) => kind === "Deployment");
    const main = (at(jobManager, "spec", "template", "spec", "containers") as JsonObject[])[0];
    expect(main?.resources).toMatchObject({ requests: { memory: "2Gi" }, limits: { memory: "5Gi" } });
    const configuration = at(objectsOf("guide-pod-templates")[0], "data", "flink-conf.yaml");
    expect(configuration).toContain("kubernetes.taskmanager.memory.limit-factor: 1.25\n");
  });

  it("clash where templates merge by index, which the plan says", () => {
    const { problems } = planGolden({
      name: "guide-pod-templates",
      why: "Apache's default",
      manifests: ["examples/flink/application", "examples/flink/fragments/pod-templates"],
      defaults: "apache",
    });
    expect(problems).toEqual([
      {
        path: "spec.taskManager.podTemplate.spec.volumes.0",
        message: expect.stringMatching(
          /^is at once configMap and emptyDir; .*merge-arrays-by-name: "true" merges them by name/,
        ),
      },
    ]);
  });
});
