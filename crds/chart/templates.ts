import { type Document, parseAllDocuments } from "yaml";
import { names as owned, ownerLabel } from "../../shared/kinds/vvp-deployment/names.ts";
import { type GeneratedFile, header } from "../manifest.ts";
import { generalise, isOfUsers, put, rename } from "./documents.ts";
import { type Holes, indented, makeHoles, when } from "./holes.ts";
import { openNetwork } from "./network.ts";
import { makeFlinkConfiguration, makeSettings } from "./settings.ts";

const keyCheck = "$.Values.webhook.apiKeyValidation.enabled";

/** A document that is general already, and the name that it had before. */
interface Part {
  readonly document: Document;
  readonly name: string;
  readonly holes: Holes;
}

/** How the documents of a kind become part of a template. */
type Shape = (part: Part) => string;

const shapes: Readonly<Record<string, Shape>> = {
  ServiceAccount: shapeAccount,
  ClusterRole: shapeRole,
  ClusterRoleBinding: shapeBinding,
  ConfigMap: shapeConfigMap,
  PrometheusRule: ({ document }) => {
    // What Prometheus fills in is not Helm's to fill in.
    const text = textOf(document).replaceAll("{{", '{{ "{{" }}');
    return when("$.Values.observability.prometheusRule.enabled", text);
  },
  Service: ({ document, name }) => withResources(textOf(document), name),
  Deployment: shapeFront,
  ApiServerSource: shapeSource,
  NetworkPolicy: ({ document, name, holes }) => {
    openNetwork(document, name, holes);
    return when("$.Values.networkPolicy.enabled", textOf(document));
  },
  PingSource: ({ document, name, holes }) => {
    const value = name === "weir-tick" ? "tick" : "autoscale";
    put(document, ["spec", "schedule"], `$.Values.${value}.schedule | quote`, holes);
    return textOf(document);
  },
  ValidatingWebhookConfiguration: ({ document, holes }) => {
    const { webhooks } = document.toJS() as { webhooks: { rules: { apiGroups: string[] }[] }[] };
    selectOwn(document, webhooks, ({ rules }) => rules.some(({ apiGroups }) => apiGroups.includes(owned.group)), {
      at: ["webhooks"],
      field: "objectSelector",
      holes,
    });
    return textOf(document);
  },
  ValidatingAdmissionPolicy: shapePolicy,
  ValidatingAdmissionPolicyBinding: shared,
};

/** The template of one file of manifests; its name is that of the file. */
export function makeTemplate(path: string, text: string): GeneratedFile {
  const holes = makeHoles();
  const parts = parseAllDocuments(text).map((document) => {
    const name = String(document.getIn(["metadata", "name"]));
    const shape = shapes[String(document.get("kind"))] ?? ((part) => textOf(part.document));
    generalise(document as Document, holes);
    return shape({ document: document as Document, name, holes });
  });
  const name = path.slice(path.lastIndexOf("/") + 1).replace(".generated", "");
  return { path: `knative/chart/templates/${name}`, content: `# ${header}\n${holes.fill(parts.join(""))}` };
}

function textOf(document: Document): string {
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: false }).replace(/^---\n/, "");
  return `---\n${text.replace(`# ${header}\n`, "")}`;
}

const stateMetrics = "weir-kube-state-metrics";
const onlyWithStateMetrics = (text: string) => when("$.Values.observability.kubeStateMetrics.enabled", text);

const clusterRoom = "weir-cluster-room";
const onlyWithRoom = (text: string) => when("$.Values.autoscale.clusterRoom.enabled", text);

function shapeRole(part: Part): string {
  if (part.name === clusterRoom) return onlyWithRoom(textOf(part.document));
  if (part.name === stateMetrics) return onlyWithStateMetrics(textOf(part.document));
  return isOfUsers(part.document) ? shared(part) : checked(part, textOf(part.document));
}

function shapeConfigMap({ document, name }: Part): string {
  const text = textOf(document);
  if (name === stateMetrics) return onlyWithStateMetrics(text);
  return name === "weir-flink-configuration" ? makeFlinkConfiguration(text) : makeSettings(text, document.toJS().data);
}

/** What all operators of a cluster have once. */
function shared({ document }: Part): string {
  return when("$.Values.shared.enabled", textOf(document));
}

/** What only the check of API keys needs is there only while that is on. */
function checked({ name }: Part, text: string): string {
  return name === "weir-admission" ? when(keyCheck, text) : text;
}

/** A list of a document, and where its entries have their selector. */
interface Place {
  readonly at: readonly string[];
  readonly field: string;
  readonly holes: Holes;
}

/**
 * Gives the entries of a list that are about the kind with an owner label a selector of the resources of this operator, so
 * that what others change wakes nobody here. Other kinds have no such label.
 */
function selectOwn<Entry>(
  document: Document,
  entries: readonly Entry[],
  isOwned: (entry: Entry) => boolean,
  { at, field, holes }: Place,
): void {
  entries.forEach((entry, index) => {
    if (!isOwned(entry)) return;
    const instance = holes.dig("$.Values.instanceId | quote");
    document.setIn([...at, index, field], { matchLabels: { [ownerLabel]: instance } });
  });
}

function shapeAccount({ document, name }: Part): string {
  const text = textOf(document);
  // The pods of the source are Knative's.
  if (name === "weir-source") return text;
  const secrets = "imagePullSecrets:\n  {{- toYaml . | nindent 2 }}\n";
  const whole = `${text}{{- with $.Values.image.pullSecrets }}\n${secrets}{{- end }}\n`;
  return name === "weir-admission" ? whole + when(`not ${keyCheck}`, "automountServiceAccountToken: false\n") : whole;
}

/**
 * Rights in the whole cluster, or in each namespace that is looked at; the front's are on one object of the cluster, and nodes
 * belong to no namespace.
 */
function shapeBinding(part: Part): string {
  const everywhere = textOf(part.document);
  if (part.name === clusterRoom) return onlyWithRoom(everywhere);
  if (part.name === "weir-front") return everywhere;
  const one = part.document.clone() as Document;
  one.set("kind", "RoleBinding");
  one.setIn(["metadata", "namespace"], part.holes.dig("$namespace | quote"));
  const range = "{{- range $namespace := $.Values.watchedNamespaces }}\n";
  return checked(part, `${range}${textOf(one)}{{- else }}\n${everywhere}{{- end }}\n`);
}

function shapeFront({ document, holes }: Part): string {
  put(document, ["spec", "replicas"], "$.Values.front.replicas", holes);
  const container = ["spec", "template", "spec", "containers", 0] as const;
  const env = (document.toJS() as Front).spec.template.spec.containers[0].env;
  const index = env.findIndex(({ name }) => name === "WEIR_FRONT_WEBHOOK");
  rename(document, [...container, "env", index, "value"], holes);
  return withResources(textOf(document), "front");
}

interface Front {
  readonly spec: {
    readonly template: {
      readonly spec: { readonly containers: readonly [{ readonly env: readonly { name: string }[] }] };
    };
  };
}

/** Another quantity of CPU and memory, where the user gives one. */
function withResources(text: string, name: string): string {
  return text.replace(/^( *)resources:\n((?:\1 +\S.*\n)+)/m, (_, space: string, shipped: string) => {
    const given = `${space}  {{- toYaml . | nindent ${space.length + 2} }}\n`;
    const choice = `${space}  {{- with $.Values.${name}.resources }}\n${given}${space}  {{- else }}\n${shipped}${space}  {{- end }}\n`;
    return `${space}resources:\n${choice}`;
  });
}

function shapeSource({ document, holes }: Part): string {
  const { spec } = document.toJS() as { spec: { resources: { kind: string }[] } };
  const place = { at: ["spec", "resources"], field: "selector", holes };
  selectOwn(document, spec.resources, ({ kind }) => kind === owned.kind, place);
  const named = "namespaceSelector:\n  matchExpressions:\n    - key: kubernetes.io/metadata.name\n      operator: In\n";
  const some = `${indented(named, 2)}        values:\n          {{- toYaml $.Values.watchedNamespaces | nindent 10 }}\n`;
  const all = "  namespaceSelector: {}\n";
  return textOf(document).replace(all, when("$.Values.watchedNamespaces", some, all));
}

function shapePolicy(part: Part): string {
  const { document, holes } = part;
  const { spec } = document.toJS() as { spec: { variables?: { name: string }[] } };
  const index = (spec.variables ?? []).findIndex(({ name }) => name === "instanceIds");
  if (index === -1) return shared(part);
  const path = ["spec", "variables", index, "expression"];
  document.setIn(path, `[${holes.dig('include "weir.instances" $')}]`);
  return shared(part);
}
