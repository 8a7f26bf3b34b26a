import type { Variable } from "../../shared/runtime/variable.ts";
import { type GeneratedFile, header } from "../manifest.ts";
import { ownSettings } from "./settings.ts";

type Schema = { readonly [key: string]: unknown };

const text = (about: string, more: Schema = {}): Schema => ({ description: about, type: "string", ...more });
const flag = (about: string): Schema => ({ description: about, type: "boolean" });
const closed = (about: string, properties: Schema, required: readonly string[] = []): Schema => ({
  description: about,
  type: "object",
  additionalProperties: false,
  ...(required.length > 0 && { required }),
  properties,
});
const list = (about: string, items: Schema): Schema => ({
  description: about,
  type: "array",
  uniqueItems: true,
  items,
});

const labelValue = { minLength: 1, maxLength: 63, pattern: "^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$" };
const namespaceName = { minLength: 1, maxLength: 63, pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" };

const quantities: Schema = {
  type: "object",
  additionalProperties: { anyOf: [{ type: "string", minLength: 1 }, { type: "number" }] },
};
const resources = closed("CPU and memory of a container; empty is as shipped.", {
  requests: quantities,
  limits: quantities,
});
const schedule = text("Cron schedule of five fields.", { pattern: "^\\S+( \\S+){4}$" });
const ofFunction = (name: string) => closed(`The function ${name}.`, { resources });

const peer = closed("A peer of a NetworkPolicy.", {
  ipBlock: { type: "object" },
  namespaceSelector: { type: "object" },
  podSelector: { type: "object" },
});

/** Variables that the manifests or the cluster set, so that nobody else may. */
const taken = new Set([...Object.keys(ownSettings), "PORT", "KUBECONFIG", "WEIR_SELF_URL", "WEIR_FLINK_CONFIGURATION"]);

/** What the chart's values may be; an unknown key or a wrong type ends `helm install` with its place. */
export function makeValuesSchema(variables: readonly Variable[]): GeneratedFile {
  const settings = variables.filter(({ name }) => !taken.has(name));
  const schema = {
    ...closed(
      "Values of the chart.",
      {
        instanceId: text(
          "Value of the label ververica.platform/owner that makes a resource this operator's.",
          labelValue,
        ),
        watchedNamespaces: list(
          "Namespaces that are looked at; they must exist. Empty is all of them.",
          text("A namespace.", namespaceName),
        ),
        enabled: flag("Condition of the chart as a dependency."),
        global: { description: "Values of a parent chart; not used.", type: "object" },
        appManager: closed("The platform.", {
          url: text("Where its AppManager answers, without /api; empty is no platform.", {
            pattern: "^(https?://[^/].*)?$",
          }),
        }),
        operatorConfiguration: {
          description: "The operator's own options of Flink resources, and defaults for them, by key.",
          type: "object",
          additionalProperties: { type: ["string", "integer", "boolean"] },
        },
        defaultConfiguration: closed("The same as a file, as the Apache operator's chart has it.", {
          create: flag("Whether the file counts."),
          append: flag("Has no meaning: what the file does not set has Weir's default."),
          "flink-conf.yaml": text("Lines `key: value`."),
          "config.yaml": text("YAML, which may be nested; it counts before the other."),
        }),
        image: closed("The image of all functions.", {
          repository: text("Without the tag.", { minLength: 1 }),
          tag: text("Empty is the version of the chart's application."),
          pullSecrets: list(
            "Secrets for the registry.",
            closed("A Secret.", { name: text("Its name.", { minLength: 1 }) }, ["name"]),
          ),
        }),
        webhook: closed("Admission.", {
          apiKeyValidation: closed("The check of the API key.", {
            enabled: flag("Whether a resource is refused whose Secret holds no API key."),
          }),
        }),
        shared: closed("What all operators of a cluster have once.", {
          enabled: flag("Off for every operator but one."),
          otherInstances: list(
            "The other operators, which the policies let be owners as well.",
            closed(
              "Another operator.",
              {
                instanceId: text("Its instanceId.", labelValue),
                namespace: text("The namespace that it is installed in.", namespaceName),
              },
              ["instanceId", "namespace"],
            ),
          ),
        }),
        settings: closed(
          "Further variables of the functions.",
          Object.fromEntries(settings.map(({ name, about }) => [name, text(about)])),
        ),
        reconcile: ofFunction("reconcile"),
        refresh: ofFunction("refresh"),
        autoscale: closed("The function autoscale, and its tick.", {
          resources,
          schedule,
          clusterRoom: closed("Whether it may see which room nodes have.", {
            enabled: flag("Whether there is a right to list nodes and pods of the whole cluster."),
          }),
        }),
        admission: ofFunction("admission"),
        front: closed("The front of admission.", {
          replicas: { description: "Pods that stay.", type: "integer", minimum: 1 },
          resources,
        }),
        networkPolicy: closed("NetworkPolicies around the pods.", {
          enabled: flag("Whether there are any."),
          knativeNamespaces: {
            ...list("Where Knative's activator, autoscaler and gateway run.", text("A namespace.", namespaceName)),
            minItems: 1,
          },
          appManager: { ...list("Peers of a NetworkPolicy: where the platform answers.", peer), minItems: 1 },
          apiServer: list("The same for the API server; empty is any address.", peer),
        }),
        observability: closed("What others tell of the resources.", {
          kubeStateMetrics: closed("The configuration of kube-state-metrics.", {
            enabled: flag("Whether there is a ConfigMap with it, and a ClusterRole."),
          }),
          prometheusRule: closed("The alerts.", {
            enabled: flag("Whether there is a PrometheusRule; its kind must be there."),
          }),
        }),
        tick: closed("The tick.", { schedule }),
      },
      ["instanceId"],
    ),
  };
  const content = JSON.stringify({ $schema: "http://json-schema.org/draft-07/schema#", ...schema }, null, 2);
  return {
    path: "knative/chart/values.schema.json",
    content: `{ "$comment": ${JSON.stringify(header)},\n${content.slice(2)}\n`,
  };
}
