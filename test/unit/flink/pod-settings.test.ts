import { describe, expect, it } from "vitest";
import { toFlinkNotation } from "../../../shared/flink/flink-notation.ts";
import { readPodSettings } from "../../../shared/flink/pod-settings.ts";

/** "Native Kubernetes Configuration Overrides" of the guide. */
const guide = {
  "kubernetes.jobmanager.labels": "team:data,env:prod",
  "kubernetes.taskmanager.labels": "team:data,env:prod",
  "kubernetes.jobmanager.annotations": "iam.amazonaws.com/role: arn:aws:iam::123:role/flink",
  "kubernetes.taskmanager.node-selector": "cloud.google.com/gke-nodepool:flink-pool",
  "kubernetes.taskmanager.tolerations":
    '[{"key":"flink-exclusive","operator":"Equal","value":"true","effect":"NoSchedule"}]\n',
  "kubernetes.taskmanager.env.vars": "ENV:prod,REGION:us-east-1",
  "kubernetes.container.image.pull-secrets": "my-registry-secret",
  "kubernetes.jobmanager.owner.reference": "true",
};

describe("the guide's overrides (5.6/12)", () => {
  const { configuration, problems, warnings } = toFlinkNotation(guide);

  it("become pods", () => {
    expect(problems).toEqual([]);
    expect(readPodSettings(configuration, "jobmanager")).toEqual({
      problems: [],
      settings: {
        labels: { team: "data", env: "prod" },
        annotations: { "iam.amazonaws.com/role": "arn:aws:iam::123:role/flink" },
        nodeSelector: {},
        tolerations: [],
        env: [],
        secretEnv: [],
        mountedSecrets: {},
        imagePullSecrets: ["my-registry-secret"],
      },
    });
    expect(readPodSettings(configuration, "taskmanager").settings).toMatchObject({
      nodeSelector: { "cloud.google.com/gke-nodepool": "flink-pool" },
      tolerations: [{ key: "flink-exclusive", operator: "Equal", value: "true", effect: "NoSchedule" }],
      env: [
        { name: "ENV", value: "prod" },
        { name: "REGION", value: "us-east-1" },
      ],
    });
  });

  it("reach Flink in its own notation, which it reads again for TaskManagers", () => {
    expect(configuration).toEqual({
      "kubernetes.jobmanager.labels": "team:data,env:prod",
      "kubernetes.taskmanager.labels": "team:data,env:prod",
      "kubernetes.jobmanager.annotations": "'iam.amazonaws.com/role:''arn:aws:iam::123:role/flink'''",
      "kubernetes.taskmanager.node-selector": "cloud.google.com/gke-nodepool:flink-pool",
      "kubernetes.taskmanager.tolerations": "key:flink-exclusive,operator:Equal,value:true,effect:NoSchedule",
      "containerized.taskmanager.env.ENV": "prod",
      "containerized.taskmanager.env.REGION": "us-east-1",
      "kubernetes.container.image.pull-secrets": "my-registry-secret",
    });
    expect(toFlinkNotation(configuration)).toEqual({ configuration, problems: [], warnings: [] });
  });

  it("each other spelling is named", () => {
    expect(warnings.map(({ path, message }) => `${path.replace("spec.flinkConfiguration.", "")} ${message}`)).toEqual([
      "kubernetes.jobmanager.annotations has a colon in the value of iam.amazonaws.com/role; Flink's own spelling is 'iam.amazonaws.com/role:''arn:aws:iam::123:role/flink'''",
      "kubernetes.taskmanager.tolerations is JSON; Flink's own spelling is key:flink-exclusive,operator:Equal,value:true,effect:NoSchedule",
      "kubernetes.taskmanager.env.vars is no option of Flink; its own spelling is containerized.taskmanager.env.ENV: <value>, one for each variable",
      "kubernetes.jobmanager.owner.reference has no effect: the objects of a cluster always belong to its resource",
    ]);
  });
});

describe("what Kubernetes or Flink would refuse", () => {
  it.each([
    { key: "kubernetes.taskmanager.tolerations", text: "[{", message: /begins like JSON/ },
    { key: "kubernetes.taskmanager.labels", text: "team", message: /"team", which is no key:value/ },
    { key: "kubernetes.taskmanager.env.vars", text: "A", message: /no key:value/ },
    { key: "kubernetes.jobmanager.env.vars", text: "A:1,".repeat(1_001), message: /^has more than 1000 variables$/ },
  ])("$key: $text cannot be read, and is left out", ({ key, text, message }) => {
    const { configuration, problems } = toFlinkNotation({ [key]: text, a: "b" });
    expect(configuration).toEqual({ a: "b" });
    expect(problems).toEqual([{ path: `spec.flinkConfiguration.${key}`, message: expect.stringMatching(message) }]);
  });

  it.each([
    { key: "kubernetes.jobmanager.labels", text: "a:b c", message: /"b c" for a, which is no value of a label/ },
    { key: "kubernetes.jobmanager.labels", text: "-a:b", message: /"-a", which is no key of a label/ },
    { key: "kubernetes.jobmanager.labels", text: "A_b/x:y", message: /no key of a label/ },
    { key: "kubernetes.jobmanager.annotations", text: "/x:y", message: /no key of an annotation/ },
    {
      key: "kubernetes.jobmanager.tolerations",
      text: "key:a,operator:Is",
      message: /the operator "Is", which is none of Exists, Equal/,
    },
    {
      key: "kubernetes.jobmanager.tolerations",
      text: "effect:Never",
      message: /none of NoSchedule, PreferNoSchedule, NoExecute$/,
    },
    {
      key: "kubernetes.jobmanager.tolerations",
      text: "label:a",
      message: /the field "label", which no toleration has/,
    },
    {
      key: "kubernetes.jobmanager.tolerations",
      text: "key:a,tolerationSeconds:soon",
      message: /"soon", which is no whole number/,
    },
    { key: "kubernetes.env.secretKeyRef", text: "env:A,secret:b", message: /without env, secret and key/ },
    { key: "kubernetes.secrets", text: "foo:opt", message: /no absolute path/ },
    { key: "kubernetes.secrets", text: "Foo:/opt", message: /no name of a secret/ },
    { key: "kubernetes.container.image.pull-secrets", text: "a;B", message: /"B", which is no name of a secret/ },
    { key: "containerized.master.env.1 A", text: "x", message: /no name of an environment variable/ },
  ])("$key: $text", ({ key, text, message }) => {
    const { settings, problems } = readPodSettings({ [key]: text }, "jobmanager");
    expect(problems).toEqual([{ path: `spec.flinkConfiguration.${key}`, message: expect.stringMatching(message) }]);
    expect(settings).toEqual(readPodSettings({}, "jobmanager").settings);
  });

  it("what is sound is taken as Kubernetes has it", () => {
    const { settings, problems } = readPodSettings(
      {
        "kubernetes.jobmanager.tolerations": "key:a,operator:Exists,effect:NoExecute,tolerationSeconds:6000",
        "kubernetes.env.secretKeyRef": "env:FOO,secret:foo,key:k;env:BAR,secret:bar,key:k",
        "kubernetes.secrets": "foo:/opt/foo,bar:/opt/bar",
        "kubernetes.container.image.pull-secrets": "a;b",
        "containerized.master.env.LD_PRELOAD": "",
      },
      "jobmanager",
    );
    expect(problems).toEqual([]);
    expect(settings).toMatchObject({
      tolerations: [{ key: "a", operator: "Exists", effect: "NoExecute", tolerationSeconds: 6000 }],
      secretEnv: [
        { name: "FOO", secret: "foo", key: "k" },
        { name: "BAR", secret: "bar", key: "k" },
      ],
      mountedSecrets: { foo: "/opt/foo", bar: "/opt/bar" },
      imagePullSecrets: ["a", "b"],
      env: [{ name: "LD_PRELOAD", value: "" }],
    });
  });
});
