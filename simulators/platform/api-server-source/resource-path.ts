/** A label selector as in a Kubernetes object. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
    readonly values?: readonly string[];
  }[];
}

/** One entry of `spec.resources`; `scope` stands for what the real adapter learns from discovery (default Namespaced). */
export interface WatchedResource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly selector?: LabelSelector | string;
  readonly scope?: "Namespaced" | "Cluster";
}

/** The plural as Knative guesses it from the kind, without asking the API server (`knative.md` 1.1). */
export function guessPlural(kind: string): string {
  const singular = kind.toLowerCase();
  if (singular.endsWith("endpoints")) return singular;
  if (singular.endsWith("s")) return `${singular}es`;
  if (singular.endsWith("y")) return `${singular.slice(0, -1)}ies`;
  return `${singular}s`;
}

/** URL path of the collection that a reflector lists and watches; `namespace` undefined means the whole cluster. */
export function toCollectionPath(resource: WatchedResource, namespace: string | undefined): string {
  const scope = namespace === undefined ? "" : `/namespaces/${namespace}`;
  return `${toGroupVersionPath(resource.apiVersion)}${scope}/${guessPlural(resource.kind)}`;
}

/** URL path of a group and version, where the API server lists what it serves. */
export const toGroupVersionPath = (apiVersion: string): string =>
  apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;

/** The `subject` attribute: core kinds also begin with `/apis/`, cluster-scoped objects leave the namespace empty. */
export const toSubject = (apiVersion: string, kind: string, namespace: string, name: string): string =>
  `/apis/${apiVersion}/namespaces/${namespace}/${guessPlural(kind)}/${name}`;

/** A selector in the form of the `labelSelector` query parameter; empty when nothing is selected. */
export function toSelectorText(selector: LabelSelector | string | undefined): string {
  if (selector === undefined || typeof selector === "string") return selector ?? "";
  const equal = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  const expressions = (selector.matchExpressions ?? []).map(({ key, operator, values = [] }) => {
    if (operator === "Exists") return key;
    if (operator === "DoesNotExist") return `!${key}`;
    return `${key} ${operator === "In" ? "in" : "notin"} (${[...values].sort().join(",")})`;
  });
  return [...equal, ...expressions].join(",");
}
