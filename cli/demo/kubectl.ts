import type { KubeObject } from "../../shared/core/object.ts";
import { refusalText } from "./kubectl-refusal.ts";

/** What a user of kubectl gets: the object, or the message on standard error; warnings come with either. */
export type Answer = { readonly warnings: readonly string[] } & (
  | { readonly ok: true; readonly object: KubeObject }
  | { readonly ok: false; readonly message: string }
);

/** A user with kubectl. */
export interface Kubectl {
  /** `kubectl apply -f`, or any other creation; with the annotation that kubectl leaves on what it applies. */
  apply(object: KubeObject, file: string, options?: { readonly dryRun?: boolean }): Promise<Answer>;
  /** `kubectl create -f`. */
  create(object: KubeObject): Promise<Answer>;
  /** `kubectl patch --type merge`. */
  patch(name: string, patch: object): Promise<Answer>;
  /** `kubectl delete --wait=false`. */
  delete(name: string): Promise<Answer>;
}

const collections: Readonly<Record<string, string>> = {
  Namespace: "/api/v1/namespaces",
  Secret: "/api/v1/namespaces/NAMESPACE/secrets",
  ConfigMap: "/api/v1/namespaces/NAMESPACE/configmaps",
  CustomResourceDefinition: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
  ValidatingAdmissionPolicy: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
  ValidatingAdmissionPolicyBinding: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
  ValidatingWebhookConfiguration: "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
  VvpDeployment: "/apis/ververica.platform/v1/namespaces/NAMESPACE/vvpdeployments",
};

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** kubectl for one API server, user and namespace; it sends what kubectl sends and words refusals as it does. */
export function makeKubectl(url: string, token: string, namespace: string): Kubectl {
  const send = async (
    method: string,
    path: string,
    body: object | undefined,
    type: string,
    file?: string,
  ): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "user-agent": "kubectl/v1.34.0", "content-type": type },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const value: unknown = await response.json();
    const warnings = warningsOf(response.headers.get("warning"));
    if (response.ok) return { ok: true, object: value as KubeObject, warnings };
    return { ok: false, message: refusalText(value, file), warnings };
  };
  const collectionOf = (object: Pick<KubeObject, "kind" | "metadata">) => {
    const path = collections[object.kind ?? ""];
    if (path === undefined) throw new Error(`no path is known for the kind ${object.kind}`);
    return path.replace("NAMESPACE", object.metadata.namespace ?? namespace);
  };
  const json = "application/json";
  const pathOf = (name: string) => `${collectionOf({ kind: "VvpDeployment", metadata: { name, namespace } })}/${name}`;
  return {
    create: (object) => send("POST", collectionOf(object), object, json),
    apply: async (object, file, options = {}) => {
      const query = options.dryRun === true ? "?dryRun=All" : "";
      return send("POST", collectionOf(object) + query, withLastApplied(object), json, file);
    },
    patch: (name, patch) => send("PATCH", pathOf(name), patch, "application/merge-patch+json"),
    delete: (name) => send("DELETE", pathOf(name), undefined, json),
  };
}

function withLastApplied(object: KubeObject): KubeObject {
  const { metadata } = object;
  const annotations = { ...metadata.annotations, [lastApplied]: `${JSON.stringify(object)}\n` };
  return { ...object, metadata: { ...metadata, annotations } };
}

/** The texts of a Warning header: `299 - "…", 299 - "…"`, in the UTF-8 that fetch hands out byte by byte. */
function warningsOf(header: string | null): string[] {
  const said = Buffer.from(header ?? "", "latin1").toString("utf8");
  const texts = [...said.matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)];
  return texts.map(([, text = ""]) => text.replaceAll(/\\(.)/g, "$1"));
}
