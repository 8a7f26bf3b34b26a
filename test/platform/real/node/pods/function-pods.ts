import { join } from "node:path";
import { projectRoot, render } from "../../../../golden/kustomization.ts";

/** The part of a container that this reads or changes; everything else passes as the manifests have it. */
interface Container {
  readonly name: string;
  readonly env?: readonly object[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly readinessProbe: { readonly httpGet: object };
  readonly resources: { readonly limits?: object };
}

interface PodSpec {
  readonly serviceAccountName: string;
  readonly containers: readonly [Container];
  readonly timeoutSeconds?: number;
  readonly terminationGracePeriodSeconds?: number;
  readonly [field: string]: unknown;
}

interface Template {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: PodSpec;
}

/** One function as the manifests describe its pods. */
export interface FunctionPods {
  readonly name: string;
  readonly template: Template;
}

/** How pods differ from what the manifests say; a CPU limit of null is none. */
export interface Variant {
  readonly name: string;
  readonly cpu: string | null;
  /** What an admission plug-in of the cluster may choose; absent as shipped. */
  readonly uid?: number;
}

/** Label that tells variants apart. */
export const variantLabel = "weir.test/variant";
/** Keeps a pod that has ended, so that it can be asked how. */
export const keepFinalizer = "weir.test/keep";

const overlay = join(projectRoot, "knative/overlays/direct");
const knativeOnly = new Set(["containerConcurrency", "timeoutSeconds", "responseStartTimeoutSeconds"]);

/**
 * All that an installation has but Knative's own objects and the front's Deployment, which `readFunctions` gives, with
 * these settings.
 */
export function readInstallation(settings: Readonly<Record<string, string>>): object[] {
  return render(overlay)
    .filter(({ apiVersion, kind }) => !apiVersion.includes(".knative.dev/") && kind !== "Deployment")
    .map(({ file: _where, ...object }) =>
      object.metadata.name === "weir-settings"
        ? { ...object, data: { ...(object.data as object), ...settings } }
        : object,
    );
}

/** The functions and the front, out of the manifests. */
export function readFunctions(): FunctionPods[] {
  return render(overlay)
    .filter(({ apiVersion, kind }) => apiVersion.startsWith("serving.knative.dev/") || kind === "Deployment")
    .map(({ metadata, spec }) => ({
      name: metadata.name,
      template: toPlainTemplate(metadata.name, (spec as { template: Template }).template),
    }));
}

/**
 * What Knative makes of a template, without its proxy: its variables, the probe's port, one probe a second, and the
 * longest request as the grace period. A template of a Deployment stays as it is.
 */
function toPlainTemplate(name: string, template: Template): Template {
  const { timeoutSeconds, serviceAccountName, containers } = template.spec;
  if (timeoutSeconds === undefined) return template;
  const [container] = containers;
  const [port] = container.ports;
  const env = [
    ...(container.env ?? []),
    { name: "PORT", value: `${port?.containerPort}` },
    { name: "K_SERVICE", value: name },
  ];
  const readinessProbe = {
    ...container.readinessProbe,
    httpGet: { ...container.readinessProbe.httpGet, port: port?.containerPort },
    periodSeconds: 1,
  };
  const plain = Object.fromEntries(Object.entries(template.spec).filter(([key]) => !knativeOnly.has(key)));
  return {
    metadata: { labels: template.metadata.labels },
    spec: {
      ...plain,
      serviceAccountName,
      enableServiceLinks: false,
      terminationGracePeriodSeconds: timeoutSeconds,
      containers: [{ ...container, env, readinessProbe }],
    },
  };
}

/** A variant's template: its CPU limit, its user, and the finalizer that keeps its end to be seen. */
export function toVariant({ template }: FunctionPods, { name, cpu, uid }: Variant) {
  const [container] = template.spec.containers;
  const { cpu: _shipped, ...limits } = (container.resources.limits ?? {}) as Record<string, string>;
  const resources = { ...container.resources, limits: { ...limits, ...(cpu !== null && { cpu }) } };
  return {
    metadata: { labels: { ...template.metadata.labels, [variantLabel]: name }, finalizers: [keepFinalizer] },
    spec: {
      ...template.spec,
      ...(uid !== undefined && { securityContext: { runAsUser: uid, runAsGroup: uid } }),
      containers: [{ ...container, resources }],
    },
  };
}

/** A Deployment of one pod. */
export function toDeployment(pods: FunctionPods, variant: Variant): object {
  const template = toVariant(pods, variant);
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: `${pods.name}-${variant.name}`, namespace: "weir-system" },
    spec: { replicas: 1, selector: { matchLabels: template.metadata.labels }, template },
  };
}

/** What stands in for Knative's route: the name under which functions call each other, for all variants. */
export function toService({ name, template }: FunctionPods): object {
  const [{ ports }] = template.spec.containers;
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, namespace: "weir-system" },
    spec: { selector: template.metadata.labels, ports: [{ port: 80, targetPort: ports[0]?.containerPort }] },
  };
}
