import { stringify } from "yaml";
import { type GeneratedFile, makeManifest } from "../manifest.ts";
import { systemNamespace } from "../service-accounts.ts";
import { groups } from "./rules.ts";
import { stateResources } from "./state-metrics.ts";

const labels = { "app.kubernetes.io/part-of": "weir" };
const namespaced = (name: string) => ({ name, namespace: systemNamespace, labels });
const configuration = { kind: "CustomResourceStateMetrics", spec: { resources: stateResources } };

/** What kube-state-metrics and Prometheus must be told: plain files, and the same as objects for who wants them installed. */
export function makeObservability(): GeneratedFile[] {
  return [
    makeManifest(
      "knative/observability/kube-state-metrics.generated.yaml",
      "The file for --custom-resource-state-config-file of kube-state-metrics.",
      [configuration],
    ),
    makeManifest("knative/observability/alerts.generated.yaml", "Rules for Prometheus, as a file of rule_files.", [
      { groups },
    ]),
    makeManifest(
      "knative/components/kube-state-metrics/800-kube-state-metrics.generated.yaml",
      "The configuration of kube-state-metrics as a ConfigMap, and the rights that it needs, for its account to be bound to.",
      [
        {
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: namespaced("weir-kube-state-metrics"),
          data: { "config.yaml": stringify(configuration, { lineWidth: 0, aliasDuplicateObjects: false }) },
        },
        {
          apiVersion: "rbac.authorization.k8s.io/v1",
          kind: "ClusterRole",
          metadata: { name: "weir-kube-state-metrics", labels },
          rules: rights(),
        },
      ],
    ),
    makeManifest(
      "knative/components/alerts/810-alerts.generated.yaml",
      "The rules for Prometheus as the operator of Prometheus takes them.",
      [
        {
          apiVersion: "monitoring.coreos.com/v1",
          kind: "PrometheusRule",
          metadata: namespaced("weir-alerts"),
          spec: { groups },
        },
      ],
    ),
  ];
}

function rights(): object[] {
  const definitions = { apiGroups: ["apiextensions.k8s.io"], resources: ["customresourcedefinitions"] };
  const byGroup = Map.groupBy(stateResources, ({ groupVersionKind: { group } }) => group);
  const own = [...byGroup].map(([group, some]) => ({
    apiGroups: [group],
    resources: some.map(({ groupVersionKind: { kind } }) => `${kind.toLowerCase()}s`),
  }));
  return [definitions, ...own].map((one) => ({ ...one, verbs: ["list", "watch"] }));
}
