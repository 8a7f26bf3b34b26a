import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { keyOf, type Manifest, render } from "../../../golden/kustomization.ts";
import { temporaryFolders } from "../../../temporary-folders.ts";
import { describeReal } from "../control-plane/shared.ts";
import { objectsOf, root, runHelm } from "./helm.ts";

const makeFolder = temporaryFolders();
const owned = ["--set", "instanceId=my-operator"];

async function template(args: readonly string[], namespace = "weir-system", chart = "knative/chart") {
  const { code, stdout, stderr } = await runHelm(makeFolder("helm"), [
    "template",
    "weir",
    chart,
    "-n",
    namespace,
    ...args,
  ]);
  return { code, stderr, objects: code === 0 ? objectsOf(stdout) : [] };
}

const named = (objects: readonly Manifest[], key: string) => objects.find((one) => keyOf(one) === key);
const keysOf = (objects: readonly Manifest[], ...kinds: readonly string[]) =>
  objects
    .filter(({ kind }) => kinds.includes(kind))
    .map(keyOf)
    .sort();

/** What Helm brings along itself, or the chart knows because it knows its instance. */
function withoutOwn(object: Manifest): object {
  const { file: _where, ...copy } = structuredClone(object);
  const { spec, webhooks } = copy as {
    spec?: { resources?: { selector?: object }[] };
    webhooks?: { objectSelector?: object }[];
  };
  for (const hook of webhooks ?? []) delete hook.objectSelector;
  if (copy.kind === "ApiServerSource") for (const one of spec?.resources ?? []) delete one.selector;
  return copy;
}

describeReal("the chart", () => {
  it("is sound: helm lint --strict", async () => {
    expect(await runHelm(makeFolder("helm"), ["lint", "--strict", "knative/chart", ...owned])).toMatchObject({
      code: 0,
    });
  });

  it("makes what the overlay makes (R3)", async () => {
    const { objects } = await template(["--include-crds", ...owned]);
    const overlay = render(join(root, "knative/overlays/direct")).filter(({ kind }) => kind !== "Namespace");
    const byKey = (all: readonly Manifest[]) =>
      Object.fromEntries(all.map((one) => [`${one.apiVersion} ${keyOf(one)}`, withoutOwn(one)]));
    expect(byKey(objects)).toEqual(byKey(overlay));
    expect(objects).toHaveLength(overlay.length);
  });

  it("asks for reviews and events of its own resources only (AMB-14)", async () => {
    const { objects } = await template(owned);
    const matchLabels = { "ververica.platform/owner": "my-operator" };
    expect(named(objects, "ValidatingWebhookConfiguration weir-admission")).toMatchObject({
      webhooks: [{ objectSelector: { matchLabels } }],
    });
    expect(named(objects, "ApiServerSource weir-system/weir-changes")).toMatchObject({
      spec: { resources: [{ selector: { matchLabels } }], namespaceSelector: {} },
    });
  });

  it("gives rights in the watched namespaces alone, where there are some (R12, X2)", async () => {
    const { objects } = await template([...owned, "--set", "watchedNamespaces={one,two}"]);
    expect(keysOf(objects, "ClusterRoleBinding")).toEqual(["ClusterRoleBinding weir-front"]);
    const accounts = ["weir-admission", "weir-reconcile", "weir-refresh", "weir-source"];
    expect(keysOf(objects, "RoleBinding")).toEqual(
      [
        ...["one", "two"].flatMap((namespace) => accounts.map((account) => `RoleBinding ${namespace}/${account}`)),
        "RoleBinding weir-system/weir-front",
        "RoleBinding weir-system/weir-refresh",
      ].sort(),
    );
    expect(named(objects, "ApiServerSource weir-system/weir-changes")).toMatchObject({
      spec: {
        namespaceSelector: {
          matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "In", values: ["one", "two"] }],
        },
      },
    });
    expect(named(objects, "ConfigMap weir-system/weir-settings")).toMatchObject({
      data: { WEIR_NAMESPACES: "one,two" },
    });
  });

  it.each([
    { value: "true", setting: "on", role: ["ClusterRole weir-admission"] },
    { value: "false", setting: "off", role: [] },
  ])("with webhook.apiKeyValidation.enabled $value: check $setting (R14)", async ({ value, setting, role }) => {
    const { objects } = await template([...owned, "--set", `webhook.apiKeyValidation.enabled=${value}`]);
    expect(named(objects, "ConfigMap weir-system/weir-settings")).toMatchObject({
      data: { WEIR_API_KEY_VALIDATION: setting },
    });
    expect(keysOf(objects, "ClusterRole").filter((key) => key.endsWith("weir-admission"))).toEqual(role);
    expect(keysOf(objects, "ClusterRoleBinding").filter((key) => key.endsWith("weir-admission"))).toHaveLength(
      role.length,
    );
    expect(named(objects, "ServiceAccount weir-system/weir-admission")?.automountServiceAccountToken).toBe(
      role.length === 0 ? false : undefined,
    );
  });

  it("keeps a second operator apart from the first (X4)", async () => {
    const first = await template([
      ...owned,
      "--set",
      "shared.otherInstances[0].instanceId=second,shared.otherInstances[0].namespace=weir-second",
    ]);
    const second = await template(["--set", "instanceId=second,shared.enabled=false"], "weir-second");
    const keys = new Set(first.objects.map(keyOf));
    expect(second.objects.map(keyOf).filter((key) => keys.has(key))).toEqual([]);
    expect(keysOf(second.objects, "ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding")).toEqual([]);
    const accounts = ["weir-system", "weir-second"].flatMap((namespace) =>
      ["reconcile", "refresh"].map((name) => `'system:serviceaccount:${namespace}:weir-${name}'`),
    );
    const [not, variables] = [
      `!(request.userInfo.username in [${accounts.join(", ")}])`,
      ["['my-operator', 'second']"],
    ];
    const policy = named(first.objects, "ValidatingAdmissionPolicy weir-vvpdeployments")?.spec as {
      matchConditions: { expression: string }[];
      variables: { expression: string }[];
    };
    expect(policy.matchConditions[0]?.expression).toBe(not);
    expect(policy.variables.map(({ expression }) => expression)).toEqual(variables);
    const text = JSON.stringify(second.objects);
    expect(text).not.toContain("weir-system");
    expect(text).toContain('"WEIR_FRONT_WEBHOOK","value":"weir-admission-weir-second"');
  });

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
