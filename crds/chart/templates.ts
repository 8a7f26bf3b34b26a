import { type Document, parseAllDocuments } from "yaml";
import { ownerLabel } from "../../shared/kinds/vvp-deployment/names.ts";
import { type GeneratedFile, header } from "../manifest.ts";
import { generalise, isOfUsers, put, rename } from "./documents.ts";
import { type Holes, indented, makeHoles, when } from "./holes.ts";
import { openNetwork } from "./network.ts";
import { makeSettings } from "./settings.ts";

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
  ClusterRole: (part) => (isOfUsers(part.document) ? shared(part) : checked(part, textOf(part.document))),
  ClusterRoleBinding: shapeBinding,
  ConfigMap: ({ document }) => makeSettings(textOf(document), document.toJS().data),
  Service: ({ document, name }) => withResources(textOf(document), name),
  Deployment: shapeFront,
  ApiServerSource: shapeSource,
  NetworkPolicy: ({ document, name, holes }) => {
    openNetwork(document, name, holes);
    return when("$.Values.networkPolicy.enabled", textOf(document));
  },
  PingSource: ({ document, holes }) => {
    put(document, ["spec", "schedule"], "$.Values.tick.schedule | quote", holes);
    return textOf(document);
  },
  ValidatingWebhookConfiguration: ({ document, holes }) => {
    document.setIn(["webhooks", 0, "objectSelector"], ofInstance(holes));
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

/** What all operators of a cluster have once. */
function shared({ document }: Part): string {
  return when("$.Values.shared.enabled", textOf(document));
}

/** What only the check of API keys needs is there only while that is on. */
function checked({ name }: Part, text: string): string {
  return name === "weir-admission" ? when(keyCheck, text) : text;
}

/** A selector of the resources of this operator, so that what others change wakes nobody here. */
function ofInstance(holes: Holes): object {
  return { matchLabels: { [ownerLabel]: holes.dig("$.Values.instanceId | quote") } };
}

function shapeAccount({ document, name }: Part): string {
  const text = textOf(document);
  // The pods of the source are Knative's.
  if (name === "weir-source") return text;
  const secrets = "imagePullSecrets:\n  {{- toYaml . | nindent 2 }}\n";
  const whole = `${text}{{- with $.Values.image.pullSecrets }}\n${secrets}{{- end }}\n`;
  return name === "weir-admission" ? whole + when(`not ${keyCheck}`, "automountServiceAccountToken: false\n") : whole;
}

/** Rights in the whole cluster, or in each namespace that is looked at; the front's are on one object of the cluster. */
function shapeBinding(part: Part): string {
  const everywhere = textOf(part.document);
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
  document.setIn(["spec", "resources", 0, "selector"], ofInstance(holes));
  const named = "namespaceSelector:\n  matchExpressions:\n    - key: kubernetes.io/metadata.name\n      operator: In\n";
  const some = `${indented(named, 2)}        values:\n          {{- toYaml $.Values.watchedNamespaces | nindent 10 }}\n`;
  const all = "  namespaceSelector: {}\n";
  return textOf(document).replace(all, when("$.Values.watchedNamespaces", some, all));
}

function shapePolicy(part: Part): string {
  const { document, holes } = part;
  const { spec } = document.toJS() as { spec: { variables: { name: string }[] } };
  const index = spec.variables.findIndex(({ name }) => name === "instanceIds");
  if (index === -1) return shared(part);
  const path = ["spec", "variables", index, "expression"];
  document.setIn(path, `[${holes.dig('include "weir.instances" $')}]`);
  return shared(part);
}
