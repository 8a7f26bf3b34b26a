import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { judgeOperatorFile } from "../../../../shared/flink/judge-operator-file.ts";
import { keyOf } from "../../../golden/kustomization.ts";
import { describeReal } from "../control-plane/shared.ts";
import { objectsOf, root } from "./helm.ts";
import { makeFolder, named, owned, template } from "./template-parts.ts";

describeReal("values of the chart", () => {
  it("takes image, sizes, schedule and further settings as its user has them", async () => {
    const values = join(makeFolder("values"), "values.yaml");
    writeFileSync(
      values,
      JSON.stringify({
        instanceId: "my-operator",
        image: { repository: "registry.example.com/weir", tag: "2", pullSecrets: [{ name: "registry" }] },
        reconcile: { resources: { requests: { cpu: "1" }, limits: { memory: "1Gi" } } },
        front: { replicas: 3 },
        tick: { schedule: "*/5 * * * *" },
        appManager: { url: "https://vvp.example.com" },
        settings: { WEIR_KINDS: "", WEIR_SWEEP_PAGE: "50" },
      }),
    );
    const { objects, stderr } = await template(["-f", values]);
    expect(stderr).toBe("");
    const containers = JSON.stringify(objects).match(/"image":"[^"]*"/g);
    expect(new Set(containers)).toEqual(new Set(['"image":"registry.example.com/weir:2"']));
    expect(named(objects, "Service weir-system/reconcile")).toMatchObject({
      spec: {
        template: { spec: { containers: [{ resources: { requests: { cpu: "1" }, limits: { memory: "1Gi" } } }] } },
      },
    });
    expect(named(objects, "Deployment weir-system/weir-front")).toMatchObject({ spec: { replicas: 3 } });
    expect(named(objects, "PingSource weir-system/weir-tick")).toMatchObject({ spec: { schedule: "*/5 * * * *" } });
    expect(named(objects, "ServiceAccount weir-system/weir-front")).toMatchObject({
      imagePullSecrets: [{ name: "registry" }],
    });
    const { data } = named(objects, "ConfigMap weir-system/weir-settings") as unknown as { data: object };
    expect(data).toMatchObject({
      WEIR_KINDS: "",
      WEIR_SWEEP_PAGE: "50",
      WEIR_APPMANAGER_URL: "https://vvp.example.com",
    });
  });

  it.each([
    {
      why: "keys of the guide, by key",
      values: { operatorConfiguration: { "reconciler.reschedule.interval.ms": "15000", "a.number": 1_000_000 } },
      holds: { "reconciler.reschedule.interval.ms": "15000", "a.number": "1000000" },
    },
    {
      why: "Apache's file, and a key that counts before it",
      values: {
        defaultConfiguration: { create: true, append: true, "flink-conf.yaml": "metrics.reporters: prom\nb: 1\n" },
        operatorConfiguration: { b: 'two: "2" # <3' },
      },
      holds: { "metrics.reporters": "prom", b: 'two: "2" # <3' },
    },
    {
      why: "a nested file",
      values: {
        defaultConfiguration: { "config.yaml": "metrics: {reporters: prom}\n", "flink-conf.yaml": "b: 1" },
        operatorConfiguration: { c: true },
      },
      holds: { "metrics.reporters": "prom", c: "true" },
    },
    {
      why: "a file that does not count",
      values: { defaultConfiguration: { create: false, "flink-conf.yaml": "a: 1" } },
      holds: {},
    },
  ])("mounts the operator's own configuration of Flink resources: $why (SP-10, 5.6/4)", async ({ values, holds }) => {
    const file = join(makeFolder("values"), "values.yaml");
    writeFileSync(file, JSON.stringify(values));
    const { objects } = await template([...owned, "-f", file]);
    const { data } = named(objects, "ConfigMap weir-system/weir-flink-configuration") as unknown as {
      data: Record<string, string>;
    };
    const read = judgeOperatorFile(data["flink-operator-conf.yaml"] ?? "", "guide");
    expect(read).toMatchObject({ problems: [] });
    expect(read.configuration).toEqual(holds);
  });

  it("has what others need to tell of resources, where that is asked for (SP-12, 5.6/10)", async () => {
    const { objects: without } = await template(owned);
    const asked = "observability.kubeStateMetrics.enabled=true,observability.prometheusRule.enabled=true";
    const { objects } = await template([...owned, "--set", asked]);
    const keys = new Set(without.map(keyOf));
    const more = objects.filter((one) => !keys.has(keyOf(one)));
    const files = ["kube-state-metrics/800-kube-state-metrics", "alerts/810-alerts"];
    const components = files.flatMap((file) =>
      objectsOf(readFileSync(join(root, `knative/components/${file}.generated.yaml`), "utf8")),
    );
    expect(more).toEqual(components);
    expect(more).toHaveLength(3);
  });

  it("lets the autoscaler see nodes and pods of the whole cluster where that is asked for, whatever namespaces are looked at", async () => {
    const few = [...owned, "--set", "watchedNamespaces={a}"];
    const { objects: without } = await template(few);
    const { objects } = await template([...few, "--set", "autoscale.clusterRoom.enabled=true"]);
    const keys = new Set(without.map(keyOf));
    const file = "knative/components/cluster-room/230-rbac-cluster-room.generated.yaml";
    expect(objects.filter((one) => !keys.has(keyOf(one)))).toEqual(objectsOf(readFileSync(join(root, file), "utf8")));
  });

  it.each([
    { name: "no instanceId", args: [], says: "missing property 'instanceId'" },
    { name: "an instanceId that is no label value", args: ["--set", "instanceId=a b"], says: "at '/instanceId'" },
    { name: "an instanceId that is a number", args: ["--set", "instanceId=5"], says: "got number, want string" },
    {
      name: "an unknown value",
      args: [...owned, "--set", "watchNamespaces={a}"],
      says: "'watchNamespaces' not allowed",
    },
    {
      name: "one namespace as a text",
      args: [...owned, "--set", "watchedNamespaces=a"],
      says: "got string, want array",
    },
    {
      name: "a name that no namespace has",
      args: [...owned, "--set", "watchedNamespaces={A_b}"],
      says: "at '/watchedNamespaces/0'",
    },
    {
      name: "a namespace twice",
      args: [...owned, "--set", "watchedNamespaces={a,a}"],
      says: "at '/watchedNamespaces'",
    },
    {
      name: "a switch that is no switch",
      args: [...owned, "--set", "webhook.apiKeyValidation.enabled=maybe"],
      says: "at '/webhook/apiKeyValidation/enabled': got string, want boolean",
    },
    {
      name: "a misspelt setting",
      args: [...owned, "--set-string", "settings.WEIR_PREVEIW=off"],
      says: "'WEIR_PREVEIW' not allowed",
    },
    {
      name: "a setting that is a value",
      args: [...owned, "--set-string", "settings.WEIR_INSTANCE_ID=b"],
      says: "not allowed",
    },
    {
      name: "an address without a scheme",
      args: [...owned, "--set", "appManager.url=vvp"],
      says: "at '/appManager/url'",
    },
    {
      name: "an option that is a list",
      args: [...owned, "--set", "operatorConfiguration.a={b}"],
      says: "at '/operatorConfiguration/a'",
    },
    {
      name: "a file that is no YAML",
      args: [...owned, "--set-string", "defaultConfiguration.config\\.yaml=a: {"],
      says: "defaultConfiguration.config.yaml is no YAML",
    },
    {
      name: "a file of the Apache operator's chart that means nothing here",
      args: [...owned, "--set-string", "defaultConfiguration.log4j-operator\\.properties=a"],
      says: "'log4j-operator.properties' not allowed",
    },
    {
      name: "another operator without its namespace",
      args: [...owned, "--set", "shared.otherInstances[0].instanceId=b"],
      says: "missing property 'namespace'",
    },
    {
      name: "a chart that is switched off",
      args: [...owned, "--set", "enabled=false"],
      says: "enabled is false: leave the chart out",
    },
  ])("refuses $name", async ({ args, says }) => {
    const { code, stderr } = await template(args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(says)]);
  });

  it.each([
    { enabled: true, why: "X1: the documented block", some: true },
    { enabled: false, why: "X1: off by default there", some: false },
  ])("as a dependency that is called vvp-k8s-operator, enabled $enabled ($why)", async ({ enabled, some }) => {
    const parent = makeFolder("parent");
    mkdirSync(join(parent, "charts"));
    cpSync(join(root, "knative/chart"), join(parent, "charts/weir"), { recursive: true });
    const { version } = parse(readFileSync(join(root, "knative/chart/Chart.yaml"), "utf8")) as { version: string };
    const dependency = { name: "weir", version, alias: "vvp-k8s-operator", condition: "vvp-k8s-operator.enabled" };
    writeFileSync(
      join(parent, "Chart.yaml"),
      JSON.stringify({ apiVersion: "v2", name: "vvp", version: "1.0.0", dependencies: [dependency] }),
    );
    const block = { enabled, instanceId: "my-operator", watchedNamespaces: ["my-deploy-namespace"] };
    writeFileSync(join(parent, "values.yaml"), JSON.stringify({ "vvp-k8s-operator": block }));
    const { code, stderr, objects } = await template([], "vvp", parent);
    expect([code, stderr]).toEqual([0, ""]);
    expect(objects.length > 0).toBe(some);
    if (some) {
      expect(named(objects, "ConfigMap vvp/weir-settings")).toMatchObject({
        data: { WEIR_INSTANCE_ID: "my-operator", WEIR_NAMESPACES: "my-deploy-namespace" },
      });
    }
  });
});
