import { join } from "node:path";
import { expect, it } from "vitest";
import { keyOf, type Manifest, render } from "../../../golden/kustomization.ts";
import { describeReal } from "../control-plane/shared.ts";
import { root, runHelm } from "./helm.ts";
import { keysOf, makeFolder, named, owned, template, withoutOwn } from "./template-parts.ts";

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
      webhooks: [{ objectSelector: { matchLabels } }, { name: "flink.validate.weir.dev" }],
    });
    expect(named(objects, "ApiServerSource weir-system/weir-changes")).toMatchObject({
      spec: {
        resources: [
          { selector: { matchLabels } },
          ...["FlinkDeployment", "FlinkSessionJob", "FlinkStateSnapshot"].map((kind) => ({ kind })),
        ],
        namespaceSelector: {},
      },
    });
  });

  it("gives rights in the watched namespaces alone, where there are some (R12, X2)", async () => {
    const { objects } = await template([...owned, "--set", "watchedNamespaces={one,two}"]);
    expect(keysOf(objects, "ClusterRoleBinding")).toEqual(["ClusterRoleBinding weir-front"]);
    const accounts = ["weir-admission", "weir-autoscale", "weir-reconcile", "weir-refresh", "weir-source"];
    expect(keysOf(objects, "RoleBinding")).toEqual(
      [
        ...["one", "two"].flatMap((namespace) => accounts.map((account) => `RoleBinding ${namespace}/${account}`)),
        "RoleBinding weir-system/weir-autoscale",
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
      ["reconcile", "refresh", "autoscale"].map((name) => `'system:serviceaccount:${namespace}:weir-${name}'`),
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
});
