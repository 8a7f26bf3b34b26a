import type { KubeObject } from "../../shared/core/object.ts";
import type { Ask } from "./process.ts";
import { example } from "./world.ts";

const json = { "content-type": "application/json" };

/** The event that an ApiServerSource in mode Resource sends for a change of `object`. */
export function changeOf(object: KubeObject, verb: "add" | "update" | "delete" = "update"): Ask {
  const { name = "", namespace = "" } = object.metadata;
  const headers = {
    ...json,
    "ce-specversion": "1.0",
    "ce-id": "bench",
    "ce-source": "https://10.96.0.1:443",
    "ce-type": `dev.knative.apiserver.resource.${verb}`,
    "ce-subject": `/apis/ververica.platform/v1/namespaces/${namespace}/vvpdeployments/${name}`,
    "ce-time": "2026-01-01T00:00:00Z",
    "ce-apiversion": "ververica.platform/v1",
    "ce-kind": "VvpDeployment",
    "ce-name": name,
    "ce-namespace": namespace,
  };
  return { path: "/", headers, body: JSON.stringify(object) };
}

/** The same event, late: its body shows the generation before, so that it cannot be taken for an echo. */
export function lateChangeOf(object: KubeObject): Ask {
  const generation = (object.metadata.generation ?? 1) - 1;
  return changeOf({ ...object, metadata: { ...object.metadata, generation } });
}

/** The event of a PingSource. */
export const tick: Ask = {
  path: "/",
  headers: {
    ...json,
    "ce-specversion": "1.0",
    "ce-id": "bench",
    "ce-source": "/apis/v1/namespaces/weir-system/pingsources/weir-tick",
    "ce-type": "dev.knative.sources.ping",
    "ce-time": "2026-01-01T00:00:00Z",
  },
  body: "{}",
};

/** The review that the API server sends when the example is applied. */
export const review: Ask = {
  path: "/validate",
  headers: json,
  body: JSON.stringify({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: "2c0d4f2e-7a64-4f0a-9d1c-0d6d1a0f6b11",
      kind: { group: "ververica.platform", version: "v1", kind: "VvpDeployment" },
      resource: { group: "ververica.platform", version: "v1", resource: "vvpdeployments" },
      requestKind: { group: "ververica.platform", version: "v1", kind: "VvpDeployment" },
      requestResource: { group: "ververica.platform", version: "v1", resource: "vvpdeployments" },
      name: example.metadata.name,
      namespace: example.metadata.namespace,
      operation: "CREATE",
      userInfo: { username: "jane", groups: ["system:authenticated"] },
      object: example,
      oldObject: null,
      dryRun: false,
      options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1", fieldManager: "kubectl-client-side-apply" },
    },
  }),
};
