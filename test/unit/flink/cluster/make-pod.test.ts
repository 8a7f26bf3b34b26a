import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../../shared/core/json.ts";
import type { ClusterSpec } from "../../../../shared/flink/cluster/request.ts";
import { built, makeRequest, one } from "../../../builders/flink-cluster.ts";

type Role = "jobmanager" | "taskmanager";

/** The pod template of a role of a standalone cluster, whose both Deployments are Weir's. */
function podOf(spec: ClusterSpec, configuration: Record<string, string> = {}, role: Role = "jobmanager"): JsonObject {
  const name = role === "jobmanager" ? "app" : "app-taskmanager";
  const objects = built(makeRequest({ mode: "standalone", ...spec }, configuration));
  return at(one(objects, "Deployment", name).spec, "template") as JsonObject;
}

const mainOf = (pod: JsonObject) =>
  (at(pod, "spec", "containers") as JsonObject[]).find(({ name }) => name === "flink-main-container");
const withMain = (main: JsonObject, spec: JsonObject = {}, metadata: JsonObject = {}): ClusterSpec => ({
  podTemplate: { metadata, spec: { ...spec, containers: [{ name: "flink-main-container", ...main }] } },
});

describe("what of a pod template Flink overwrites (3.4, 8.1/51)", () => {
  it("command, arguments, restart policy, cpu and memory", () => {
    const pod = podOf(
      withMain({ command: ["sleep"], args: ["1"], resources: { requests: { cpu: 9 } } }, { restartPolicy: "Never" }),
    );
    expect(at(pod, "spec", "restartPolicy")).toBeUndefined();
    expect(mainOf(pod)).toMatchObject({
      command: ["/docker-entrypoint.sh"],
      args: ["jobmanager"],
      resources: { requests: { cpu: "1", memory: "2Gi" }, limits: { cpu: "1", memory: "2Gi" } },
    });
  });

  it("nothing else: security contexts, affinity, sidecars and init containers stay as they are", () => {
    const spec = {
      securityContext: { runAsUser: 9999 },
      affinity: { nodeAffinity: {} },
      initContainers: [{ name: "fetch", image: "x" }],
      terminationGracePeriodSeconds: 5,
    };
    const context = { readOnlyRootFilesystem: true };
    const pod = podOf(withMain({ securityContext: context, livenessProbe: { exec: {} } }, spec));
    expect(pod.spec).toMatchObject(spec);
    expect(mainOf(pod)).toMatchObject({ securityContext: context, livenessProbe: { exec: {} } });
  });

  it("a template without the main container gets it behind its own", () => {
    const pod = podOf({ podTemplate: { spec: { containers: [{ name: "sidecar", image: "x" }] } } });
    expect((at(pod, "spec", "containers") as JsonObject[]).map(({ name }) => name)).toEqual([
      "sidecar",
      "flink-main-container",
    ]);
  });

  it("no name and no owner of the template reach a pod", () => {
    const pod = podOf(withMain({}, {}, { name: "x", namespace: "y", ownerReferences: [], labels: { a: "b" } }));
    expect(Object.keys(pod.metadata as JsonObject)).toEqual(["labels"]);
  });
});

describe("configuration before template before default (3.4)", () => {
  const template = withMain({ image: "of-template", imagePullPolicy: "Never" }, { serviceAccountName: "of-template" });
  const configuration = {
    "kubernetes.container.image": "of-configuration",
    "kubernetes.container.image.pull-policy": "Always",
    "kubernetes.service-account": "of-configuration",
  };
  const told = (pod: JsonObject) => [
    mainOf(pod)?.image,
    mainOf(pod)?.imagePullPolicy,
    at(pod, "spec", "serviceAccountName"),
  ];

  it.each([
    {
      name: "configuration",
      spec: template,
      options: configuration,
      wanted: ["of-configuration", "Always", "of-configuration"],
    },
    { name: "template", spec: template, options: {}, wanted: ["of-template", "Never", "of-template"] },
    { name: "default", spec: {}, options: {}, wanted: ["flink:1.20", "IfNotPresent", "default"] },
  ])("$name, in both roles", ({ spec, options, wanted }) => {
    expect(told(podOf(spec, options))).toEqual(wanted);
    expect(told(podOf(spec, options, "taskmanager"))).toEqual(wanted);
  });

  it("a service account of one role alone", () => {
    const options = { ...configuration, "kubernetes.taskmanager.service-account": "of-role" };
    expect(at(podOf({}, options), "spec", "serviceAccountName")).toBe("of-configuration");
    expect(at(podOf({}, options, "taskmanager"), "spec", "serviceAccountName")).toBe("of-role");
  });

  it("the deprecated alias of a service account is taken and not sent", () => {
    const pod = podOf(withMain({}, { serviceAccount: "old" }));
    expect(pod.spec).toMatchObject({ serviceAccountName: "old" });
    expect(pod.spec).not.toHaveProperty("serviceAccount");
  });
});

describe("what is merged, Flink's winning, and what is added (3.4)", () => {
  it("variables, with those of secrets", () => {
    const spec = withMain({
      env: [
        { name: "A", value: "template" },
        { name: "B", value: "template" },
      ],
    });
    const options = {
      "containerized.master.env.A": "option",
      "containerized.taskmanager.env.C": "option",
      "kubernetes.env.secretKeyRef": "env:S,secret:credentials,key:token",
      "kubernetes.flink.log.dir": "/var/log/flink",
    };
    const secret = { name: "S", valueFrom: { secretKeyRef: { name: "credentials", key: "token" } } };
    const logs = { name: "FLINK_LOG_DIR", value: "/var/log/flink" };
    const address = {
      name: "_POD_IP_ADDRESS",
      valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "status.podIP" } },
    };
    expect(mainOf(podOf(spec, options))?.env).toEqual([
      { name: "B", value: "template" },
      { name: "A", value: "option" },
      secret,
      logs,
      address,
    ]);
    expect(mainOf(podOf(spec, options, "taskmanager"))?.env).toEqual([
      { name: "A", value: "template" },
      { name: "B", value: "template" },
      { name: "C", value: "option" },
      secret,
      logs,
    ]);
  });

  it("ports: one of the template gives way by name or by number", () => {
    const ports = [
      { name: "metrics", containerPort: 9249 },
      { name: "rest", containerPort: 80 },
      { name: "web", containerPort: 8081 },
    ];
    expect(mainOf(podOf(withMain({ ports })))?.ports).toEqual([
      { name: "metrics", containerPort: 9249 },
      { name: "rest", containerPort: 8081, protocol: "TCP" },
      { name: "jobmanager-rpc", containerPort: 6123, protocol: "TCP" },
      { name: "blobserver", containerPort: 6124, protocol: "TCP" },
    ]);
  });

  it("labels: nobody takes those that Flink and the selectors go by", () => {
    const spec = withMain({}, {}, { labels: { app: "mine", team: "data" }, annotations: { a: "template" } });
    const options = {
      "kubernetes.jobmanager.labels": "component:mine,env:prod",
      "kubernetes.jobmanager.annotations": "a:option",
    };
    expect(podOf(spec, options).metadata).toEqual({
      labels: { app: "app", team: "data", component: "jobmanager", env: "prod", type: "flink-standalone-kubernetes" },
      annotations: { a: "option" },
    });
  });

  it("node selector, tolerations and pull secrets", () => {
    const spec: ClusterSpec = {
      ...withMain(
        {},
        {
          nodeSelector: { disk: "ssd" },
          tolerations: [{ key: "a", operator: "Exists" }],
          imagePullSecrets: [{ name: "template" }, { name: "spec" }],
        },
      ),
      imagePullSecrets: [{ name: "spec" }],
    };
    const options = {
      "kubernetes.jobmanager.node-selector": "zone:a",
      "kubernetes.jobmanager.tolerations": "key:b,operator:Exists,tolerationSeconds:60",
      "kubernetes.container.image.pull-secrets": "option;spec",
    };
    expect(podOf(spec, options).spec).toMatchObject({
      nodeSelector: { disk: "ssd", zone: "a" },
      tolerations: [
        { key: "a", operator: "Exists" },
        { key: "b", operator: "Exists", tolerationSeconds: 60 },
      ],
      imagePullSecrets: [{ name: "template" }, { name: "spec" }, { name: "option" }],
    });
  });

  it("mounted secrets and Hadoop's configuration", () => {
    const options = {
      "kubernetes.secrets": "my.certs:/opt/certs",
      "kubernetes.hadoop.conf.config-map.name": "hadoop",
    };
    const pod = podOf({}, options, "taskmanager");
    expect(at(pod, "spec", "volumes")).toContainEqual({ name: "my-certs-volume", secret: { secretName: "my.certs" } });
    expect(at(pod, "spec", "volumes")).toContainEqual({ name: "hadoop-config-volume", configMap: { name: "hadoop" } });
    expect(mainOf(pod)?.volumeMounts).toContainEqual({ name: "my-certs-volume", mountPath: "/opt/certs" });
    expect(mainOf(pod)?.env).toContainEqual({ name: "HADOOP_CONF_DIR", value: "/opt/hadoop/conf" });
  });
});

describe("the startup probe of a JobManager (3.4)", () => {
  const probe = { httpGet: { path: "/config", port: "rest" }, periodSeconds: 1, failureThreshold: 2_147_483_647 };

  it.each([
    { name: "is Weir's", spec: {}, options: {}, wanted: probe },
    {
      name: "is the template's where it has one",
      spec: withMain({ startupProbe: { exec: {} } }),
      options: {},
      wanted: { exec: {} },
    },
    {
      name: "speaks TLS where the API does",
      spec: {},
      options: { "security.ssl.rest.enabled": "true" },
      wanted: { ...probe, httpGet: { ...probe.httpGet, scheme: "HTTPS" } },
    },
    {
      name: "is none where the API asks its caller for a certificate",
      spec: {},
      options: { "security.ssl.rest.enabled": "true", "security.ssl.rest.authentication-enabled": "true" },
      wanted: undefined,
    },
  ])("$name", ({ spec, options, wanted }) => {
    expect(mainOf(podOf(spec, options))?.startupProbe).toEqual(wanted);
    expect(mainOf(podOf({}, options, "taskmanager"))?.startupProbe).toBeUndefined();
  });

  it("is none where it is switched off", () => {
    const request = makeRequest({ mode: "standalone" });
    const objects = built({ ...request, options: { ...request.options, startupProbe: false } });
    expect(mainOf(at(one(objects, "Deployment", "app").spec, "template") as JsonObject)?.startupProbe).toBeUndefined();
  });
});

describe("scaling a standalone cluster (8.1/53)", () => {
  it("changes the number of TaskManagers and no pod", () => {
    const [few, many] = ["2", "5"].map((replicas) => ({ "kubernetes.internal.taskmanager.replicas": replicas }));
    expect(podOf({}, many, "taskmanager")).toEqual(podOf({}, few, "taskmanager"));
    expect(podOf({}, many)).toEqual(podOf({}, few));
    const objects = built(makeRequest({ mode: "standalone" }, many));
    expect(at(one(objects, "Deployment", "app-taskmanager").spec, "replicas")).toBe(5);
  });
});
